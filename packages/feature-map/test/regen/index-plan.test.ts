import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PLACEHOLDER_COMMENT } from '../../src/map/index-row.ts';
import { planIndex } from '../../src/regen/index-plan.ts';
import { GUARD, PAGES, PI, plan, rowsAfter } from './index-plan-of.ts';
import { HEADER, mapOf, pageNamed } from './map-of.ts';

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
