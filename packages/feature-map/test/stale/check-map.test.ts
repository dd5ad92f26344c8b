import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { checkMap } from '../../src/map/check.ts';
import { fakeProject, mapOf } from './project.ts';

const LIMIT = { maxSectionBytes: 1_000_000 };

describe('checking a map against its project', () => {
  it('says nothing of the project where none is given', () => {
    const result = checkMap(mapOf({ 'p.md': '## Map\n\n- `src/gone.ts` — x\n' }), LIMIT);
    assert.deepEqual([result.exempted, result.notes], [undefined, undefined]);
    assert.ok(result.findings.every(({ rule }) => !rule.startsWith('stale/')));
  });

  it('is not clean with a stale path, symbol or test, and clean with a stale default', () => {
    const project = fakeProject({ 'src/a.ts': 'const maxRows = 6;', 'test/a.test.ts': "it('a', () => {});" });
    const form = '# P\n\nStatus: x · Read when: y\n\n## What it does\n\n## How & why\n\n## Related\n\n';
    const cleanWith = (map: string, tests: string, settings = '') => {
      const text = `${form}## Map\n\n${map}\n\n## Tests that pin it\n\n${tests}\n\n## Config keys / UI\n\n${settings}\n`;
      const index = { index: '', table: { rows: [], firstLine: 0, lastLine: 1 } };
      const map_ = { ...mapOf({ 'p.md': text }), ...index };
      const { findings } = checkMap(map_, { ...LIMIT, project });
      return findings.every(({ severity, rule }) => severity === 'advice' || !rule.startsWith('stale/'));
    };
    assert.equal(cleanWith('- `src/a.ts` — `maxRows`', '- `test/a.test.ts` — `a`'), true);
    assert.equal(cleanWith('- `src/gone.ts` — x', ''), false);
    assert.equal(cleanWith('- `src/a.ts` — `gone()`', ''), false);
    assert.equal(cleanWith('', '- `test/a.test.ts` — `a test that is gone`'), false);
    assert.equal(cleanWith('', '', '| Key | Default |\n| --- | --- |\n| `maxRows` | 5 |'), true);
  });

  it('reads no file but those that are named where everything holds', () => {
    const project = fakeProject({ 'src/a.ts': 'here', 'src/b.ts': 'there', 'src/c.ts': 'far' });
    checkMap(mapOf({ 'p.md': '## Map\n\n- `src/a.ts` — `here`\n- `src/b.ts`\n' }), { ...LIMIT, project });
    assert.deepEqual(project.asked, ['read src/a.ts']);
  });

  it('reads each file once at most, whatever is missing and however often it is named', () => {
    const files = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [
        `src/${index}.ts`,
        index % 3 === 0 ? 'gone = 1;' : undefined,
      ]),
    );
    const project = fakeProject({ ...files, 'README.md': 'gone' });
    const item = '- `src/0.ts`, `src/1.ts` — `gone`, `lost1`\n- `src/3.ts` — `lost2`, `src.lost3`\n';
    const page = `## Map\n\n${item}\n## Tests that pin it\n\n- \`src/6.ts\` — \`lost test\`\n\n## Config keys / UI\n\n| K | Default |\n|---|---|\n| \`a.maxRows\` | 5 |\n`;
    checkMap(mapOf({ 'p.md': page, 'q.md': page }), { ...LIMIT, project });
    const reads = project.asked.filter((call) => call.startsWith('read'));
    assert.equal(new Set(reads).size, reads.length);
    assert.equal(reads.length, 20);
  });

  it('says why nothing was compared when the files cannot be listed', () => {
    const project = {
      ...fakeProject({}),
      files: () => ({ paths: [], incomplete: 'git took more than 10 s' }),
    };
    const result = checkMap(mapOf({ 'p.md': '## Map\n\n- `src/gone.ts` — x\n' }), { ...LIMIT, project });
    assert.deepEqual(result.notes, ['What the pages name was not compared: git took more than 10 s.']);
    assert.match(result.text, /was not compared/);
    assert.ok(result.findings.every(({ rule }) => !rule.startsWith('stale/')));
  });

  it('never throws and keeps its lines inside the page, whatever is written', () => {
    const piece = fc.constantFrom(
      ...[
        '- ',
        '`src/a.ts`',
        '`src/gone.ts`',
        ' — ',
        ', ',
        ' and ',
        '`gone`',
        '`a b`',
        ': ',
        '(',
        ')',
        '\n',
        '\n\n',
      ],
      ...[
        '  ',
        '> ',
        '```',
        '<!-- map: allow stale -->',
        '<!--',
        '[',
        '](',
        ')',
        '**',
        '"',
        '“',
        '|',
        '| --- |',
        '`',
      ],
    );
    const project = fakeProject({ 'src/a.ts': 'a', 'test/b.test.ts': 'it("x")' });
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
        fc.constantFrom('Map', 'Tests that pin it', 'Config keys / UI'),
        (text, heading) => {
          const page = `# P\n\n## ${heading}\n\n${text}`;
          const { findings } = checkMap(mapOf({ 'p.md': page }), { ...LIMIT, project });
          const lines = page.split('\n').length;
          return findings.every(({ line }) => line >= 1 && line <= lines);
        },
      ),
      { numRuns: 500 },
    );
  });
});
