import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkMap } from '../../src/map/check.ts';
import { fakeProject, mapOf } from './project.ts';

const SIZE = 256 * 1024;
const fill = (piece: string, bytes = SIZE) => piece.repeat(Math.ceil(bytes / piece.length)).slice(0, bytes);

/** Each of these would take minutes where it is read in time that is not linear. */
const HOSTILE = [
  '`',
  '``` `',
  '[',
  '[`a`',
  '](x)',
  '"',
  '<!--',
  '\\`',
  '(',
  '((`a`)',
  ', `a`',
  '*',
  '- ',
  '|a',
  '`a` — ',
];
const TEXTS = [
  '"',
  "'\\'",
  '`',
  '\\`',
  '/*',
  '// ',
  '{',
  '[',
  '":',
  '"\\"',
  '${',
  ' + ',
  '-',
  'K: (',
  'maxRows = ',
  'maxRows??',
  '(maxRows = ',
  'maxRows: x(',
  'maxRows: {default',
  'default',
  'maxRows: 1, defaults = {',
  'maxRows: 1, defaultOf() {',
  'def default(maxRows=1):\n ',
  'getgetget',
  'a\n',
  '{"a":\n',
  ' a:\n',
  '[a]\n',
];

describe('a hostile map or project', () => {
  for (const piece of HOSTILE) {
    it(`is read to its end where a section is full of ${JSON.stringify(piece)}`, () => {
      const section = fill(piece);
      const page = `## Map\n\n- ${section}\n\n## Tests that pin it\n\n${section}\n`;
      const project = fakeProject({ 'src/a.ts': '' });
      assert.ok(checkMap(mapOf({ 'p.md': page }), { maxSectionBytes: 2048, project }));
    });
  }

  for (const piece of TEXTS) {
    it(`is judged where a file is full of ${JSON.stringify(piece)}`, () => {
      const text = fill(piece);
      const files = Object.fromEntries(
        ['a.ts', 'a.json', 'a.yaml', 'a.toml', 'a.test.ts', 'a.py'].map((file) => [file, text]),
      );
      const items = Object.keys(files).map((file) => `- \`${file}\` — \`gone.thing\`, \`lost\`\n`);
      const table = '| Key | Default |\n|---|---|\n| `maxRows` | 5 |\n';
      const tests = '- `a.test.ts` — `a lost test`\n';
      const page = `## Map\n\n${items.join('')}\n## Tests that pin it\n\n${tests}\n## Config keys / UI\n\n${table}`;
      assert.ok(checkMap(mapOf({ 'p.md': page }), { maxSectionBytes: 2048, project: fakeProject(files) }));
    });
  }
});
