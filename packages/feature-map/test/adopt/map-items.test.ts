import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mapItems } from '../../src/adopt/map-items.ts';
import type { PlanItem } from '../../src/adopt/plan-item.ts';
import { parseIndexTable } from '../../src/map/index-table.ts';
import { parsePage } from '../../src/map/page.ts';
import { PAGE_FORM } from '../../src/map/page-form.ts';
import type { FeatureMap } from '../../src/map/types.ts';
import { planRegen } from '../../src/regen/plan.ts';

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
  return mapItems(mapOf(rows, pages), new Map(), LIMIT);
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

  it('gives a page to the first of two rows that can mean it', () => {
    const found = items(['| A | [a](x/a.md) | x |', '| B | [a](y/a.md) | x |'], { 'a.md': whole('T') });
    assert.deepEqual(
      found.map(({ rule, line, kind }) => [rule, line, kind]),
      [
        ['index/broken-link', 3, 'deterministic'],
        ['index/broken-link', 4, 'judgment'],
      ],
    );
  });

  it('follows what git says became of a page', () => {
    const renames = new Map([['old.md', 'new.md']]);
    const map = mapOf(['| A | [a](old.md) | x |'], { 'new.md': whole('T'), 'b.md': whole('U') });
    const [first, ...others] = mapItems(map, renames, LIMIT);
    assert.match(first?.remedy ?? '', /Link the row to "new\.md"/);
    assert.deepEqual(
      others.map(({ rule, file }) => [rule, file]),
      [['index/unlinked-page', 'docs/features/b.md']],
    );
  });

  it('leaves a row without a link, and a table that is not the map’s, to their author', () => {
    const rows = items(['| T |  | x |'], { 'a.md': whole('T') });
    assert.deepEqual(
      rows.map(({ rule, kind }) => [rule, kind]),
      [
        ['index/unlinked-page', 'deterministic'],
        ['index/row-without-link', 'judgment'],
      ],
    );
    const index = '| Feature | Price |\n|-|-|\n| Basic | 5 |\n';
    const foreign = { ...mapOf([], { 'a.md': whole('T') }), index, table: parseIndexTable(index) };
    assert.ok(mapItems(foreign, new Map(), LIMIT).every(({ kind }) => kind === 'judgment'));
  });

  it('calls of the index deterministic what regeneration does, and nothing more is left after it', () => {
    const rows = ['| A | [a](old/a.md) | x |', '| Gone | [g](gone.md) | x |', '| C | [c](c.md) | x |'];
    const pages = { 'n/a.md': whole('A'), 'b.md': whole('B'), 'c.md': whole('C') };
    const map = mapOf(rows, pages);
    const index = planRegen(map, { maxSectionBytes: LIMIT }).files.find(({ page }) => page === 'README.md');
    assert.ok(index);
    for (const { rule, insert } of items(rows, pages)) {
      if (rule === 'index/unlinked-page') assert.ok(index.text.includes(`\n${insert}\n`));
    }
    const after = { ...map, index: index.text, table: parseIndexTable(index.text) };
    assert.deepEqual(mapItems(after, new Map(), LIMIT), []);
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
        ['page/no-title', 'deterministic', '# A_ | b'],
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
    const [unreadable] = mapItems(
      { ...map, unreadable: [{ page: 'a.md', reason: 'is binary' }] },
      new Map(),
      LIMIT,
    );
    assert.deepEqual([unreadable?.rule, unreadable?.kind], ['page/unreadable', 'judgment']);
  });
});
