import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FILES } from './path-files.ts';
import { fakeProject, historyOf, onMap, onTests, staleOf } from './project.ts';

describe('a path in the map', () => {
  it('holds from the root, from the page, as an end of one path, as a folder, and with a place behind it', () => {
    const items = [
      'src/guard.ts',
      './near.md',
      'near.md',
      '../../src/guard.ts',
      'map/check.ts',
      'guard.ts',
      'src/map/',
      'src/map',
      'map/',
      'src/guard.ts:12',
      'src/guard.ts:12-20',
      'src/guard.ts#L3',
      'src/map/check',
    ];
    assert.deepEqual(onMap(items.map((item) => `- \`${item}\` — x`).join('\n'), fakeProject(FILES)), []);
  });

  it('holds for a submodule and for another repository within the project', () => {
    const project = fakeProject({ 'vendor/lib': '', 'nested/': '' });
    const items = ['vendor/lib', 'vendor/lib/', 'nested/', 'vendor/lib/deep/x.ts'];
    assert.deepEqual(onMap(items.map((item) => `- \`${item}\` — x`).join('\n'), project), []);
  });

  it('is a folder without a slash when it opens an item and its own folder is there', () => {
    const section = '- `src/map/old` — x\n- `session/start` — y\n\nand `src/map/tools`';
    assert.deepEqual(onMap(section, fakeProject(FILES)), ['"src/map/old" is not in the project.']);
  });

  it('is gone where it opens an item or stands before a dash', () => {
    const section =
      '- `lib/gone.py` is old\n- see `lib/lost.py` — old\n- [`lib/link.py`](../../lib/link.py), too';
    assert.deepEqual(onMap(section, fakeProject(FILES)), [
      '"lib/gone.py" is not in the project.',
      '"lib/lost.py" is not in the project.',
      '"lib/link.py" is not in the project.',
    ]);
  });

  it('is gone in a sentence only when the history knows it', () => {
    const section = 'The rest is in `src/gone.ts`, `lib/gone.ts` and `src/lost.ts`, and under `src/old/`.';
    assert.deepEqual(onMap(section, fakeProject(FILES)), []);
    const history = historyOf({ 'src/gone.ts': undefined, 'src/old/a.ts': 'src/map/check.ts' });
    assert.deepEqual(onMap(section, fakeProject(FILES, { history })), [
      '"src/gone.ts" was deleted.',
      '"src/old/" was deleted.',
    ]);
  });

  it('is judged under Tests as well, and nowhere else', () => {
    const gone = '- `src/gone.test.ts` — `a test`';
    assert.deepEqual(onTests(gone, fakeProject(FILES)), ['"src/gone.test.ts" is not in the project.']);
    const elsewhere = `# Page\n\n## How & why\n\n${gone}\n\n## Related\n\n${gone}\n`;
    assert.deepEqual(staleOf({ 'page.md': elsewhere }, fakeProject(FILES)), []);
  });

  it('is not judged in code, in comments, in quotes and in parentheses behind a link to another site', () => {
    const gone = '- `src/gone.ts` — x';
    const section = [
      `\`\`\`md\n${gone}\n\`\`\``,
      `<!--\n${gone}\n-->`,
      `> ${gone}`,
      `    ${gone}`,
      '[`src/gone.ts`](https://example.com/src/gone.ts) — x',
    ];
    assert.deepEqual(onMap(section.join('\n\n'), fakeProject(FILES)), []);
  });

  it('is not judged as what another file writes', () => {
    const section = '- `src/guard.ts` — `lib/report.txt`, `src/sum.txt`: what it leaves behind.';
    assert.deepEqual(onMap(section, fakeProject(FILES)), []);
  });

  it('is judged in the cells of a table', () => {
    const section = '| Part | File |\n| --- | --- |\n| a | `src/gone.ts` |\n| b | `src/guard.ts` |';
    const [finding] = staleOf({ 'page.md': `# P\n\n## Map\n\n${section}\n` }, fakeProject(FILES));
    assert.equal(finding?.line, 7);
  });

  it('has the line on which it stands, also in a wrapped item with CRLF', () => {
    const page = '# P\r\n\r\n## Map\r\n\r\n- `src/guard.ts`\r\n  and\r\n  `src/gone.ts` — x\r\n';
    assert.deepEqual(
      staleOf({ 'page.md': page }, fakeProject(FILES)).map(({ rule, severity, page, section, line }) => [
        rule,
        severity,
        page,
        section,
        line,
      ]),
      [['stale/path', 'drift', 'page.md', 'Map', 7]],
    );
  });

  it('differs in case from the file that is meant', () => {
    const [finding] = staleOf({ 'page.md': '## Map\n\n- `src/Guard.ts` — x\n' }, fakeProject(FILES));
    assert.equal(finding?.message, '"src/Guard.ts" is not in the project.');
    assert.equal(finding?.remedy, 'Write "src/guard.ts": only the case differs.');
  });
});
