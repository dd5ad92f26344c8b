import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkMap } from '../../src/map/check.ts';
import { fakeProject, mapOf, staleOf } from './project.ts';

const EXEMPT = '<!-- map: allow stale -->';
const project = fakeProject({
  'src/a.ts': 'export const here = 1;',
  'src/b.ts': '',
  'x.ts': 'const maxRows = 6;',
});

const onMap = (section: string) => staleOf({ 'p.md': `## Map\n\n${section}\n` }, project);

describe('an exemption', () => {
  it('takes out the item in front of it and no other', () => {
    const findings = onMap(
      `- \`src/a.ts\` — \`gone1()\` ${EXEMPT}, \`gone2()\`\n- \`src/c.ts\` ${EXEMPT} — later\n- \`src/d.ts\` — x`,
    );
    assert.deepEqual(
      findings.map(({ rule, message }) => [rule, message]),
      [
        ['stale/symbol', '"gone2()" does not occur in "src/a.ts".'],
        ['stale/path', '"src/d.ts" is not in the project.'],
      ],
    );
  });

  it('may stand behind words, or on the line below', () => {
    assert.deepEqual(onMap(`- \`src/c.ts\` — comes with the next release. ${EXEMPT}`), []);
    assert.deepEqual(
      onMap(`- \`src/c.ts\` — comes with the next release.\n  ${EXEMPT}\n- \`src/a.ts\` — x`),
      [],
    );
  });

  it('takes out a default in its row', () => {
    const table = `| Key | Default |\n| --- | --- |\n| \`maxRows\` | \`5\` ${EXEMPT} |\n`;
    assert.deepEqual(staleOf({ 'p.md': `## Config keys / UI\n\n${table}` }, project), []);
  });

  it('is counted in the result and in its text', () => {
    const map = mapOf({
      'p.md': `## Map\n\n- \`src/c.ts\` ${EXEMPT} — x\n- \`src/a.ts\` — \`gone()\` ${EXEMPT}\n`,
    });
    const { exempted, clean, text } = checkMap(map, { maxSectionBytes: 2048, project });
    assert.deepEqual([exempted, clean], [2, false]);
    assert.match(text, /^Index, pages and project disagree: .*, exempted 2\.$/m);
  });

  it('is reported as advice when the item beside it holds', () => {
    const [finding, ...others] = onMap(`- \`src/a.ts\` — \`here\` ${EXEMPT}`);
    assert.deepEqual(others, []);
    assert.deepEqual([finding?.rule, finding?.severity, finding?.line], ['stale/exemption', 'advice', 3]);
    assert.equal(finding?.message, 'The exemption beside "here" takes nothing out.');
  });

  it('is reported when nothing that is checked stands beside it', () => {
    const lone = [
      `## Map\n\n- A sentence. ${EXEMPT}\n`,
      `## How & why\n\n- \`src/c.ts\` ${EXEMPT} — x\n`,
      `## Config keys / UI\n\nNone. ${EXEMPT}\n`,
    ];
    for (const text of lone) {
      const messages = staleOf({ 'p.md': text }, project).map(({ message }) => message);
      assert.deepEqual(messages, ['An exemption stands beside nothing that is checked.'], text);
    }
  });

  it('is let be when nobody can tell whether the item holds', () => {
    const history = { gone: new Map(), limit: 'the clone is shallow' };
    const shallow = fakeProject({ 'src/big.ts': undefined }, { history });
    const section = `- \`src/big.ts\` — \`thing\` ${EXEMPT}\n- \`Procfile\` ${EXEMPT} — x\n- \`src/c.ts\` — \`thing\` ${EXEMPT}`;
    assert.deepEqual(
      staleOf({ 'p.md': `## Map\n\n${section}\n` }, shallow).map(({ rule }) => rule),
      ['stale/path'],
    );
  });

  it('is none in code, in a fence, or in other words', () => {
    const section = [
      `- \`src/c.ts\` — write \`${EXEMPT}\` beside it`,
      `~~~md\n${EXEMPT}\n~~~`,
      '- `src/d.ts` <!-- allow stale --> — x',
    ];
    assert.equal(onMap(section.join('\n\n')).length, 2);
  });
});
