import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pagesBehind, sinceFindings } from '../../src/stale/check-since.ts';
import { fakeProject, mapOf } from './project.ts';

const project = fakeProject({ 'src/a.ts': '', 'src/b.ts': '', 'src/c.ts': '', 'docs/features/two.md': '' });
const map = mapOf({
  'one.md':
    '# One\n\n## Map\n\n- `src/a.ts` — x\n- `src/b.ts` — y, see `two.md`\n\n## Related\n\n`src/c.ts`\n',
  'two.md': '# Two\n\n## Map\n\n- `src/c.ts` — x\n\n## Tests that pin it\n\n- `src/a.ts` — y\n',
});
const of = (...changes: string[][]) =>
  pagesBehind(map, project, changes).map(({ page, files }) => [
    page,
    ...files.map(({ path, changes: n }) => `${path} ${n}`),
  ]);

describe('pages that fell behind', () => {
  it('are those whose named files changed after them, most files first, then most changes', () => {
    assert.deepEqual(of(['src/c.ts'], ['src/b.ts'], ['src/b.ts', 'src/a.ts'], ['src/c.ts'], ['src/c.ts']), [
      ['two.md', 'src/c.ts 3', 'src/a.ts 1'],
      ['one.md', 'src/b.ts 2', 'src/a.ts 1'],
    ]);
    assert.deepEqual(of(['src/b.ts'], ['src/a.ts']), [
      ['one.md', 'src/a.ts 1', 'src/b.ts 1'],
      ['two.md', 'src/a.ts 1'],
    ]);
  });

  it('are up to date from a change on that holds them', () => {
    assert.deepEqual(of(['docs/features/one.md', 'src/a.ts'], ['src/b.ts']), [['two.md', 'src/a.ts 1']]);
    assert.deepEqual(of(['src/c.ts'], ['docs/features/two.md'], ['src/a.ts']), [
      ['one.md', 'src/a.ts 1'],
      ['two.md', 'src/c.ts 1'],
    ]);
  });

  it('are none where nothing changed, or only pages did', () => {
    assert.deepEqual(of(), []);
    assert.deepEqual(of(['docs/features/two.md'], ['README.md']), []);
  });

  it('become advice in their order', () => {
    const findings = sinceFindings(pagesBehind(map, project, [['src/a.ts', 'src/b.ts']]));
    assert.deepEqual(
      findings.map(({ rule, severity, page, line, message }) => [rule, severity, page, line, message]),
      [
        [
          'stale/since',
          'advice',
          'one.md',
          1,
          '2 files that "one.md" names changed since it did: "src/a.ts" and "src/b.ts".',
        ],
        [
          'stale/since',
          'advice',
          'two.md',
          1,
          '1 file that "two.md" names changed since it did: "src/a.ts".',
        ],
      ],
    );
  });
});
