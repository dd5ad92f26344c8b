import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mapItems } from '../../src/adopt/map-items.ts';
import type { PlanItem } from '../../src/adopt/plan-item.ts';
import { parseIndexTable } from '../../src/map/index-table.ts';
import { parsePage } from '../../src/map/page.ts';
import { PAGE_FORM } from '../../src/map/page-form.ts';
import type { FeatureMap } from '../../src/map/types.ts';

const LIMIT = 300;
const SECTIONS = PAGE_FORM.map((heading) => `## ${heading}\n\nText.\n`).join('\n');

function whole(title: string, trigger = 'it matters'): string {
  return `# ${title}\n\nStatus: shipped · Read when: ${trigger}\n\n${SECTIONS}`;
}

function mapOf(rows: readonly string[] | undefined, pages: Readonly<Record<string, string>>): FeatureMap {
  const index =
    rows === undefined ? '# Map\n' : ['| Feature | Doc | Read when |', '|-|-|-|', ...rows, ''].join('\n');
  return {
    root: '/p',
    index,
    table: parseIndexTable(index),
    pages: Object.entries(pages).map(([path, text]) => parsePage(path, text)),
    unreadable: [],
  };
}

function items(rows: readonly string[] | undefined, pages: Readonly<Record<string, string>>): PlanItem[] {
  return mapItems(mapOf(rows, pages), LIMIT);
}

/** The one item there is. */
function item(
  rows: readonly string[] | undefined,
  pages: Readonly<Record<string, string>>,
): Partial<PlanItem> {
  const [first, ...others] = items(rows, pages);
  assert.deepEqual(others, []);
  assert.ok(first);
  return first;
}

describe('the plan for a map', () => {
  it('is empty where index and pages agree and the pages are whole', () => {
    assert.deepEqual(items(['| A | [a](a.md) | x |'], { 'a.md': whole('A') }), []);
  });

  it('keeps all that the checker says of a finding, and names the file from the root', () => {
    const { rule, severity, page, file, line, message, remedy } = item(['| B | [b](b.md) | x |'], {});
    assert.deepEqual(
      [rule, severity, page, file, line],
      ['index/broken-link', 'drift', 'README.md', 'docs/features/README.md', 3],
    );
    assert.match(message ?? '', /"b\.md"/);
    assert.ok(remedy);
  });

  it('gives the row of a page that has none', () => {
    const found = item(['| A | [a](a.md) | x |'], {
      'a.md': whole('A'),
      'deep/b.md': whole('B \\| C', 'one `|` two'),
    });
    assert.equal(found.kind, 'deterministic');
    assert.equal(found.insert, '| B \\| C | [deep/b.md](deep/b.md) | one `\\|` two |');
    assert.match(found.remedy ?? '', /README\.md, behind line 3/);
  });

  it('gives a table with a row for each page where the index has none', () => {
    const found = item(undefined, { 'a.md': whole('A', 'a'), 'b.md': whole('B', 'b') });
    assert.deepEqual([found.rule, found.kind], ['index/no-table', 'deterministic']);
    assert.deepEqual(
      parseIndexTable(found.insert ?? '')?.rows.map(({ page, feature, trigger }) => [page, feature, trigger]),
      [
        ['a.md', 'A', 'a'],
        ['b.md', 'B', 'b'],
      ],
    );
  });

  for (const [why, row, page] of [
    ['file name elsewhere', '| Old name | [a](old/A.md) | x |', 'new/a.md'],
    ['title equal to the row’s name', '| billing  *Rules* | [b](gone.md) | x |', 'money.md'],
    ['title, without a link at all', '| Billing Rules |  | x |', 'money.md'],
  ] as const) {
    it(`points a row anew at the one free page that fits by its ${why}`, () => {
      const found = item([row], { [page]: whole('Billing rules') });
      assert.equal(found.kind, 'deterministic');
      assert.match(found.remedy ?? '', new RegExp(`Link the row to "${page}"`));
    });
  }

  it('leaves a row to its author where more than one page fits, or none, or the page has its row', () => {
    const broken = '| Rules | [a](old/a.md) | x |';
    const several = items([broken], { 'n/a.md': whole('N'), 'm/a.md': whole('M') });
    assert.deepEqual(
      several.map(({ rule, kind }) => [rule, kind]),
      [
        ['index/broken-link', 'judgment'],
        ['index/unlinked-page', 'deterministic'],
        ['index/unlinked-page', 'deterministic'],
      ],
    );
    assert.equal(item([broken], {}).kind, 'judgment');
    assert.equal(item([broken, '| N | [n](n/a.md) | x |'], { 'n/a.md': whole('Rules') }).kind, 'judgment');
  });

  it('leaves two rows that mean the same page to their author', () => {
    const found = items(['| A | [a](x/a.md) | x |', '| B | [a](y/a.md) | x |'], { 'a.md': whole('T') });
    assert.deepEqual(
      found.map(({ rule, kind }) => [rule, kind]),
      [
        ['index/broken-link', 'judgment'],
        ['index/broken-link', 'judgment'],
        ['index/unlinked-page', 'deterministic'],
      ],
    );
  });

  it('lets a second row go that says the same as the first, and asks about another', () => {
    const row = '| A | [a](a.md) | x |';
    assert.equal(item([row, row], { 'a.md': whole('A') }).kind, 'deterministic');
    assert.equal(item([row, '| A | [a](a.md) | y |'], { 'a.md': whole('A') }).kind, 'judgment');
  });

  it('takes title and trigger of a page from its row, and asks an author where there is none', () => {
    const page = { 'a.md': SECTIONS };
    const told = items(['| A_ \\| b | [a](a.md) | changing `a` |'], page);
    assert.deepEqual(
      told.map(({ rule, kind, insert }) => [rule, kind, insert]),
      [
        ['page/no-title', 'deterministic', '# A\\_ \\| b'],
        ['page/no-trigger', 'deterministic', 'Read when: changing `a`'],
      ],
    );
    const untold = items(['|  | [a](a.md) | |'], page);
    assert.deepEqual(
      untold.map(({ rule, kind }) => [rule, kind]),
      [
        ['page/no-title', 'judgment'],
        ['page/no-trigger', 'judgment'],
      ],
    );
  });

  it('gives the headings that a page lacks', () => {
    const text = whole('A')
      .replace(/## Map[^#]*/, '')
      .replace(/## Related[^#]*/, '');
    const found = item(['| A | [a](a.md) | x |'], { 'a.md': text });
    assert.deepEqual([found.kind, found.insert], ['deterministic', '## Map\n\n## Related']);
  });

  it('says of a section that is too big whether it divides already', () => {
    const part = (name: string, length: number) => `### ${name}\n\n${'x'.repeat(length)}\n\n`;
    const withMap = (body: string) => ({
      'a.md': whole('A').replace('## Map\n\nText.\n', `## Map\n\n${body}`),
    });
    const row = ['| A | [a](a.md) | x |'];
    for (const [body, kind, divides] of [
      ['x'.repeat(400), 'judgment', false],
      [part('One', 200) + part('Two', 200), 'deterministic', true],
      [part('One', 50) + part('Two', 400), 'judgment', true],
      [`${'y'.repeat(150)}\n\n${part('One', 200)}${part('Two', 10)}`, 'judgment', true],
    ] as const) {
      const found = item(row, withMap(body));
      assert.deepEqual(
        [found.rule, found.section, found.kind, found.divides],
        ['section/too-big', 'Map', kind, divides],
      );
    }
  });

  it('leaves what the files do not settle to an author', () => {
    assert.equal(item(['| A | [a](../../a.md) | x |'], {}).kind, 'judgment');
    const map = mapOf([], {});
    const [unreadable] = mapItems({ ...map, unreadable: [{ page: 'a.md', reason: 'is binary' }] }, LIMIT);
    assert.deepEqual([unreadable?.rule, unreadable?.kind], ['page/unreadable', 'judgment']);
  });
});
