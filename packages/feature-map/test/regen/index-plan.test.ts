import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PLACEHOLDER_COMMENT } from '../../src/map/index-row.ts';
import { type IndexPlan, planIndex } from '../../src/regen/index-plan.ts';
import type { Renames } from '../../src/regen/row-target.ts';
import { HEADER, mapOf, pageNamed } from './map-of.ts';

const PAGES = { 'guard.md': pageNamed('Guard'), 'host/pi.md': pageNamed('Pi host') };
const GUARD = '| Guard | [g](guard.md) | a |\n';
const PI = '| Pi host | [p](host/pi.md) | b |\n';

function plan(index: string, pages: Record<string, string> = PAGES, renames: Renames = new Map()): IndexPlan {
  const map = mapOf(index, pages);
  return planIndex(map, map.pages, renames);
}

/** The rows that come of a table with these rows. */
function rowsAfter(rows: string, pages?: Record<string, string>, renames?: Renames): string {
  const { text } = plan(HEADER + rows, pages, renames);
  assert.ok(text.startsWith(HEADER));
  return text.slice(HEADER.length);
}

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

describe('a page without a row', () => {
  it('gets one, also where every other row is in order', () => {
    const { text, changes } = plan(HEADER + GUARD);
    const row = '| Pi host | [host/pi.md](host/pi.md) | changing Pi host |';
    assert.equal(text, `${HEADER}${GUARD}${row}\n`);
    assert.deepEqual(changes, [`adds the row ${row}`]);
  });

  it('gets one in a table without rows, and without a final line ending', () => {
    assert.match(
      rowsAfter('', { 'guard.md': pageNamed('Guard') }),
      /^\| Guard \| \[guard\.md\]\(guard\.md\) \| .*\|\n$/,
    );
    assert.equal(plan(HEADER.trimEnd(), { 'a.md': pageNamed('A') }).text.endsWith('|'), true);
    const { text } = plan(`${HEADER}${GUARD}`.trimEnd());
    assert.match(text, /\| a \|\n\| Pi host .*\|$/);
  });

  it('gets one in the columns that the table has, with its link where the others have theirs', () => {
    for (const [header, row] of [
      ['| Feature |\n|---|\n| [Guard](guard.md) |\n', '| [Pi host](host/pi.md) |'],
      [
        '| Read when | Page | Feature |\n|---|---|---|\n',
        '| changing Pi host | [host/pi.md](host/pi.md) | Pi host |',
      ],
      ['| Feature | Owner | Read when |\n|---|---|---|\n', '| [Pi host](host/pi.md) |  | changing Pi host |'],
      [
        '| Feature | A | B |\n|---|---|---|\n| Guard | x | guard.md |\n',
        '| Pi host |  | [host/pi.md](host/pi.md) |',
      ],
      ['| Name | What |\n|---|---|\n| [G](guard.md) | x |\n', '| [Pi host](host/pi.md) |  |'],
    ] as const) {
      assert.ok(plan(header, PAGES).text.endsWith(`${row}\n`), `${header} gives ${plan(header, PAGES).text}`);
    }
  });

  it('gets one that leads to it, whatever its name, title and trigger hold', () => {
    for (const [path, title, trigger] of [
      ['a b (c).md', 'Fees | more', 'x | y and `a | b`'],
      ['100%.md', 'a ] b', '[guard](guard.md) changes'],
      ['x#y?.md', 'Guard: `a\\|b`', 'a \\| b'],
      ['c:d.md', '[guard](guard.md)', '`odd'],
      ['ü/日本.md', '`odd', '`odd'],
      ['e|f.md', '*x*', `y ${PLACEHOLDER_COMMENT}`],
    ] as const) {
      for (const header of [
        HEADER,
        '| Read when | Page | Feature |\n|---|---|---|\n',
        '| Feature |\n|---|\n',
      ]) {
        const pages = { [path]: pageNamed(title, trigger) };
        const { text } = plan(header, pages);
        const [row, ...others] = mapOf(text, pages).table?.rows ?? [];
        assert.deepEqual([others, row?.page, row?.placeholder], [[], path, false], text);
        assert.deepEqual(plan(text, pages), { text, changes: [], dropped: [], left: [] });
      }
    }
  });

  it('gets one that asks for a trigger where the page has none', () => {
    const rows = rowsAfter('', { 'guard.md': '# Guard\n' });
    assert.match(rows, /^\| Guard \| \[guard\.md\]\(guard\.md\) \| <!-- fill in: .* --> \|\n$/);
    assert.equal(mapOf(HEADER + rows, {}).table?.rows[0]?.trigger, '');
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

describe('the text around the table', () => {
  it('stays, with endings of every kind, byte order mark and final line', () => {
    const index = `\ufeff# I\r\n\r\n${HEADER.replaceAll('\n', '\r\n')}${GUARD}| Gone | [x](gone.md) | |\r\n\nText | x\r\nEnd`;
    const { text } = plan(index);
    const row = '| Pi host | [host/pi.md](host/pi.md) | changing Pi host |\r\n';
    assert.equal(text, index.replace('| Gone | [x](gone.md) | |\r\n', row));
  });

  it('keeps its blank lines when lone carriage returns end the lines', () => {
    const index = `${HEADER}${GUARD}${PI}`.replaceAll('\n', '\r');
    assert.equal(
      plan(`${index}| Gone | [x](gone.md) | |\r\n\nText\n`).text,
      `${index.slice(0, -1)}\r\n\nText\n`,
    );
  });

  it('keeps an end without a line ending where the last row goes', () => {
    assert.equal(
      plan(`${HEADER}${GUARD}${PI}| Gone | [x](gone.md) | |`).text,
      (HEADER + GUARD + PI).trimEnd(),
    );
  });
});

describe('an index without a table', () => {
  it('gets one for the pages that there are', () => {
    const { text, changes } = plan('# Features\r\n\r\n- [Guard](guard.md)\r\n');
    assert.equal(
      text,
      [
        '# Features\r\n\r\n- [Guard](guard.md)\r\n\r\n| Feature | Doc | Read when |\r\n|---|---|---|\r\n',
        '| Guard | [guard.md](guard.md) | changing Guard |\r\n',
        '| Pi host | [host/pi.md](host/pi.md) | changing Pi host |\r\n',
      ].join(''),
    );
    assert.deepEqual(changes, ['adds a table with 2 rows']);
    assert.deepEqual(plan(text).changes, []);
  });

  it('gets none without pages', () => {
    assert.deepEqual(plan('# Features\n', {}), { text: '# Features\n', changes: [], dropped: [], left: [] });
  });

  it('gets none into a block that nothing closes', () => {
    const { text, left } = plan('# Features\n\n```\n');
    assert.equal(text, '# Features\n\n```\n');
    assert.match(left[0]?.message ?? '', /nothing closes/);
  });
});

describe('a foreign table', () => {
  for (const [what, table] of [
    ['compares features', '| Feature | Us | Them |\n|---|---|---|\n| Guard | yes | no |\n'],
    ['links elsewhere', '| Name | Where |\n|---|---|\n| x | [x](../x.md) |\n| y | [y](gone.md) |\n'],
    ['links to nothing', '| A |\n|---|\n| b |\n'],
    ['is HTML', '<table>\n<tr><td>Guard</td></tr>\n</table>\n'],
  ] as const) {
    it(`that ${what} is refused byte for byte`, () => {
      const index = `# Features\r\n\n${table}\n`;
      const { text, changes, dropped, left } = plan(index);
      assert.deepEqual([text, changes, dropped], [index, [], []]);
      assert.match(left[0]?.message ?? '', /does not list the pages of the map, so it stays as it is/);
    });
  }

  it('does not hinder the map’s own', () => {
    const index = `| A |\n|---|\n| b |\n\n${HEADER}${GUARD}`;
    assert.match(plan(index).text, /\| Guard .*\n\| Pi host /);
  });
});

describe('an index that cannot be read', () => {
  it('is left alone, with the reason', () => {
    for (const page of ['', 'README.md']) {
      const map = mapOf('', PAGES, [{ page, reason: 'is not UTF-8 text' }]);
      assert.deepEqual(planIndex(map, map.pages, new Map()), {
        text: '',
        changes: [],
        dropped: [],
        left: [{ page: 'README.md', line: 1, message: 'The index is not UTF-8 text.' }],
      });
    }
  });

  it('is left alone where its table is too long to be read', () => {
    const index = HEADER + GUARD.repeat(50_001);
    const { text, left } = plan(index);
    assert.equal(text, index);
    assert.match(left[0]?.message ?? '', /more rows than the 50000 that are read/);
  });
});
