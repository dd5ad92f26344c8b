import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PLACEHOLDER_COMMENT } from '../../src/map/index-row.ts';
import { planIndex } from '../../src/regen/index-plan.ts';
import { GUARD, PI, plan, rowsAfter } from './index-plan-of.ts';
import { HEADER, mapOf, pageNamed } from './map-of.ts';

describe('a row that leads to a page', () => {
  it('stays byte for byte, however it is written', () => {
    const rows = '|Guard|[g](./guard.md#x "t")|a|\n  Pi | host/pi.md | `b | c`\n';
    assert.deepEqual(plan(HEADER + rows), { text: HEADER + rows, changes: [], dropped: [], left: [] });
  });

  it('stays when the page cannot be read, or its folder cannot be listed', () => {
    const map = mapOf(
      `${HEADER}${GUARD}| B | [b](b.md) | |\n| C | [c](c/d.md) | |\n`,
      { 'guard.md': '# G\n' },
      [
        { page: 'b.md', reason: 'is binary' },
        { page: 'c', reason: 'cannot be listed' },
      ],
    );
    assert.equal(planIndex(map, map.pages, new Map()).text, map.index);
  });

  it('stays when the page is hidden, which is left to the author', () => {
    for (const page of ['.hidden.md', '.drafts/guard.md', 'host/.old/a.md']) {
      const { text, dropped, left } = plan(`${HEADER}${PI}| H | [h](${page}) | h |\n${GUARD}`);
      assert.equal(text, `${HEADER}${PI}| H | [h](${page}) | h |\n${GUARD}`);
      assert.deepEqual(dropped, []);
      assert.deepEqual(left, [
        {
          page: 'README.md',
          line: 4,
          message: `The row "H" leads to "${page}", and hidden pages are not read. Rename the page or take the row out.`,
        },
      ]);
    }
  });

  it('leads to what a hidden page was renamed to, and to no other page with its file name', () => {
    const row = '| H | [h](.drafts/guard.md) | h |\n';
    const pages = { 'guard.md': pageNamed('Guard') };
    assert.ok(rowsAfter(row, pages).startsWith(row));
    const renames = new Map([['.drafts/guard.md', 'guard.md']]);
    assert.equal(rowsAfter(row, pages, renames), '| H | [h](guard.md) | h |\n');
  });

  it('stays beside another one to the same page, which is left to the author', () => {
    const { text, left } = plan(`${HEADER}${GUARD}${PI}| Again | [g](guard.md) | c |\n`);
    assert.equal(text, `${HEADER}${GUARD}${PI}| Again | [g](guard.md) | c |\n`);
    assert.deepEqual(left, [
      {
        page: 'README.md',
        line: 5,
        message: 'The row "Again" leads to "guard.md", as one above does. Keep one of them.',
      },
    ]);
  });
});

describe('a row whose page is gone', () => {
  const moved = { 'deep/guard.md': pageNamed('Guard'), 'other.md': pageNamed('Other') };
  const other = '| O | [o](other.md) | o |\n';

  it('is pointed to the only page with its file name, and nothing else of it changes', () => {
    for (const [before, after] of [
      ['|Guard|[g](guard.md "t")|a|', '|Guard|[g](deep/guard.md "t")|a|'],
      ['| Guard | [g]( <old/guard.md#x> ) | a', '| Guard | [g]( <deep/guard.md#x> ) | a'],
      [
        '| [Guard](Guard.md) `](x` | see [g](other.md) | a |',
        '| [Guard](deep/guard.md) `](x` | see [g](other.md) | a |',
      ],
      ['| Guard | guard.md | a |', '| Guard | deep/guard.md | a |'],
      ['| Guard | `guard.md` | a |', '| Guard | `deep/guard.md` | a |'],
      ['| Guard | [g](../guard.md) | a |', '| Guard | [g](deep/guard.md) | a |'],
      ['| Guard | [g](/docs/guard.md?x) | a |', '| Guard | [g](deep/guard.md?x) | a |'],
    ] as const) {
      assert.equal(rowsAfter(`${other}${before}\n`, moved), `${other}${after}\n`);
    }
  });

  it('is pointed anew in the row alone where its link is a reference', () => {
    for (const [before, after] of [
      ['[g][one]', '[g](deep/guard.md)'],
      ['[one][]', '[one](deep/guard.md)'],
      ['[One]', '[One](deep/guard.md)'],
    ]) {
      const index = (link: string) => `${HEADER}${other}| G | ${link} | a |\n\n[one]: old/guard.md "t"\n`;
      assert.equal(plan(index(before ?? ''), moved).text, index(after ?? ''));
    }
  });

  it('says where it was pointed', () => {
    assert.deepEqual(plan(`${HEADER}${other}| Guard | [g](old/guard.md) | a |\n`, moved).changes, [
      'points the row "Guard" to "deep/guard.md", not "old/guard.md"',
    ]);
  });

  it('is pointed to what git says became of it, over several renames, before a page of its name', () => {
    const pages = { 'new.md': pageNamed('New'), 'deep/guard.md': pageNamed('Guard') };
    const renames = new Map([
      ['guard.md', 'between.md'],
      ['between.md', 'new.md'],
    ]);
    const rows = '| D | [d](deep/guard.md) | |\n';
    assert.equal(rowsAfter(`${rows}${GUARD}`, pages, renames), `${rows}| Guard | [g](new.md) | a |\n`);
    const round = new Map([
      ['guard.md', 'b.md'],
      ['b.md', 'guard.md'],
    ]);
    assert.equal(plan(`${HEADER}${rows}${GUARD}`, pages, round).dropped.length, 1);
  });

  it('is pointed to the page whose title is its name, of several with its file name or of all', () => {
    const same = { 'a/x.md': pageNamed('One'), 'b/x.md': pageNamed('**Two**') };
    assert.match(
      rowsAfter('| two | [x](x.md) | t |\n', same),
      /^\| two \| \[x\]\(b\/x\.md\) \| t \|\n\| One /,
    );
    const named = { 'y.md': pageNamed('Guard'), 'z.md': pageNamed('Other') };
    assert.match(rowsAfter(GUARD, named), /^\| Guard \| \[g\]\(y\.md\) \| a \|\n\| Other /);
  });

  it('is taken out and printed where no page fits, or more than one', () => {
    const several = { 'a/x.md': pageNamed('Same'), 'b/x.md': pageNamed('Same') };
    for (const [rows, pages] of [
      ['| Gone | [x](gone.md) | t |\n', {}],
      ['| Same | [x](x.md) | t |\n', several],
      ['| Same | [x](gone.md) | t |\n', several],
    ] as const) {
      const { text, dropped } = plan(HEADER + rows, pages);
      assert.deepEqual(dropped, [{ line: 3, row: rows.trimEnd() }]);
      assert.equal(text.includes(rows), false);
    }
  });

  it('is taken out where another row leads to the page that it means', () => {
    const { text, dropped } = plan(`${HEADER}${GUARD}${PI}| Old | [g](old/guard.md) | c |\n`);
    assert.equal(text, HEADER + GUARD + PI);
    assert.equal(dropped.length, 1);
  });

  it('leaves its page to the first of several', () => {
    const rows = '| A | [g](a/guard.md) | |\n| B | [g](b/guard.md) | |\n';
    assert.equal(rowsAfter(`${rows}${PI}`), `| A | [g](guard.md) | |\n${PI}`);
  });
});

describe('a row that leads out of the map', () => {
  it('stays and is left to the author, where no page of the map has the file’s name', () => {
    const rows = `${GUARD}${PI}| Spec | [s](../SPEC.md) | |\n| Site | [s](https://a.example/guard.md) | |\n`;
    const { text, left } = plan(HEADER + rows);
    assert.equal(text, HEADER + rows);
    assert.deepEqual(
      left.map(({ line, message }) => [line, message]),
      [
        [5, 'The row "Spec" leads to "../SPEC.md", outside the map. Link to a page of the map.'],
        [
          6,
          'The row "Site" leads to "https://a.example/guard.md", outside the map. Link to a page of the map.',
        ],
      ],
    );
  });
});

describe('a row without a link', () => {
  it('stays', () => {
    const rows = `${GUARD}${PI}| Idea | later | never |\n`;
    assert.equal(rowsAfter(rows), rows);
  });

  it('goes when it is a scaffold’s, as soon as there is a page', () => {
    const row = `| first | x | y ${PLACEHOLDER_COMMENT} |\n`;
    assert.equal(rowsAfter(row, {}), row);
    assert.equal(rowsAfter(row + GUARD + PI), GUARD + PI);
  });
});
