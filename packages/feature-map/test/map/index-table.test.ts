import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { PLACEHOLDER_COMMENT } from '../../src/map/index-row.ts';
import { MAX_ROWS, parseIndexTable } from '../../src/map/index-table.ts';
import type { IndexRow } from '../../src/map/types.ts';

const HEADER = '| Feature | Doc | Read when |\n| --- | --- | --- |\n';

function rows(...lines: string[]): IndexRow[] {
  return parseIndexTable(HEADER + lines.map((line) => `${line}\n`).join(''))?.rows ?? [];
}

function row(line: string): IndexRow {
  const [first, ...others] = rows(line);
  assert.deepEqual(others, []);
  assert.ok(first);
  return first;
}

describe('the map’s table', () => {
  it('is the first one with a `Feature` column', () => {
    const other = '| A | B |\n|---|---|\n| [x](x.md) | y |\n';
    const table = parseIndexTable(
      `# Index\n\n${other}\ntext\n${HEADER}| Guard | [g](guard.md) | a |\n\n${HEADER}`,
    );
    assert.deepEqual([table?.firstLine, table?.lastLine], [7, 9]);
    assert.deepEqual(table?.rows, [
      { line: 9, feature: 'Guard', trigger: 'a', link: 'guard.md', page: 'guard.md', placeholder: false },
    ]);
  });

  it('is else the first whose rows link to pages of the map', () => {
    const table = parseIndexTable(
      [
        '| A | B |\n|---|---|\n| [x](../x.md) | y |',
        '| Name | Read when |\n|---|---|\n| [Guard](guard.md) | a |',
        '| Name |\n|---|\n| [Other](other.md) |',
      ].join('\n\n'),
    );
    assert.deepEqual(
      table?.rows.map(({ feature, page, trigger }) => [feature, page, trigger]),
      [['Guard', 'guard.md', 'a']],
    );
  });

  it('is not there without a table, or without one that has the column or a page', () => {
    assert.equal(parseIndexTable(''), undefined);
    assert.equal(parseIndexTable('# Index\n\n- [Guard](guard.md)\n'), undefined);
    assert.equal(parseIndexTable('| A |\n|---|\n| b |\n'), undefined);
  });

  for (const [place, text] of [
    ['a fence', `\`\`\`\n${HEADER}| no | [no](no.md) | no |\n\`\`\`\n`],
    ['indented code', HEADER.replace(/^/gm, '    ')],
    ['a comment', `<!--\n${HEADER}-->\n`],
  ] as const) {
    it(`is not one in ${place}`, () => {
      assert.equal(parseIndexTable(text), undefined);
      assert.equal(parseIndexTable(`${text}\n${HEADER}| A | [a](a.md) | b |\n`)?.rows[0]?.page, 'a.md');
    });
  }

  it('needs a delimiter row of as many cells as the header', () => {
    assert.equal(parseIndexTable('| Feature | Doc |\n|---|\n| A | [a](a.md) |\n'), undefined);
    assert.equal(parseIndexTable('| Feature | Doc |\n| A | [a](a.md) |\n'), undefined);
    assert.ok(parseIndexTable('Feature | Doc\n:-- | --:\nA | [a](a.md)\n'));
  });

  it('finds its columns by name in any order, markup and case aside', () => {
    const table = parseIndexTable('| **Read When** | Page | `feature` |\n|-|-|-|\n| t | [p](p.md) | f |\n');
    assert.deepEqual(
      table?.rows.map(({ feature, trigger, page }) => [feature, trigger, page]),
      [['f', 't', 'p.md']],
    );
  });

  it('has no triggers without a `Read when` column', () => {
    assert.equal(parseIndexTable('| Feature |\n|---|\n| [a](a.md) |\n')?.rows[0]?.trigger, undefined);
  });

  it('ends where its lines end', () => {
    for (const below of ['', '# Heading', 'text without a bar', '<!-- c -->', '```', '- a | [no](no.md)']) {
      const table = parseIndexTable(`${HEADER}| A | [a](a.md) | t |\n${below}\n\n| B | [b](b.md) | t |\n`);
      assert.deepEqual(
        table?.rows.map(({ page }) => page),
        ['a.md'],
        below,
      );
      assert.equal(table?.lastLine, 2);
    }
  });

  it('may be empty', () => {
    assert.deepEqual(parseIndexTable(HEADER), { rows: [], firstLine: 0, lastLine: 1 });
    assert.deepEqual(parseIndexTable(HEADER.trimEnd()), { rows: [], firstLine: 0, lastLine: 1 });
  });

  it('is the same with CRLF', () => {
    const text = `\ufeff# I\n\n${HEADER}| A | [a](a.md) | t |\n| B | [b](b.md) | t |\n`;
    assert.deepEqual(parseIndexTable(text.replaceAll('\n', '\r\n')), parseIndexTable(text));
  });

  it('keeps the first rows of a table that is too long, and its true end', () => {
    const table = parseIndexTable(HEADER + '| a | [b](b.md) | c |\n'.repeat(MAX_ROWS + 10));
    assert.deepEqual([table?.rows.length, table?.lastLine], [MAX_ROWS, MAX_ROWS + 11]);
  });
});

describe('a row’s cells', () => {
  it('may hold escaped pipes', () => {
    const { feature, trigger, page } = row('| a \\| b | [x](x.md) | c \\| `d \\| e` |');
    assert.deepEqual([feature, page, trigger], ['a | b', 'x.md', 'c | `d | e`']);
  });

  it('may hold pipes in code spans', () => {
    const { feature, trigger, page } = row('| `a | b` | [x](x.md) | ``c | ` | d`` |');
    assert.deepEqual([feature, page, trigger], ['a | b', 'x.md', '``c | ` | d``']);
  });

  it('are divided by pipes between stray backticks', () => {
    const { feature, trigger } = row('| a ` b | [x](x.md) | c ` d |');
    assert.deepEqual([feature, trigger], ['a ` b', 'c ` d']);
  });

  it('hold no trigger where a comment asks for one', () => {
    assert.equal(row('| A | [x](x.md) | <!-- to be said --> |').trigger, '');
    assert.equal(row('| A | [x](x.md) | `<!-- a -->` |').trigger, '`<!-- a -->`');
  });

  it('need no pipe at the ends', () => {
    assert.deepEqual(row('| A | [x](x.md) | t'), row('A | [x](x.md) | t'));
    assert.deepEqual(row('A | [x](x.md) | t'), row('  |A|[x](x.md)|t|  '));
  });

  it('may be missing or empty', () => {
    assert.deepEqual([row('| A | [x](x.md)').trigger, row('| A | [x](x.md) |  |').trigger], ['', '']);
    assert.equal(row('| |').feature, '');
  });
});

describe('a row’s link', () => {
  const forms: [string, string | undefined, string | undefined][] = [
    ['[x](guard.md)', 'guard.md', 'guard.md'],
    ['[x](./host/pi.md)', './host/pi.md', 'host/pi.md'],
    ['[x](guard.md "Title | here")', 'guard.md', 'guard.md'],
    ["[x](guard.md 'title')", 'guard.md', 'guard.md'],
    ['[x](<my guard.md>)', 'my guard.md', 'my guard.md'],
    ['[x](guard.md#traps)', 'guard.md', 'guard.md'],
    ['[x](guard.md?plain=1#L3)', 'guard.md', 'guard.md'],
    ['[x](my%20guard.md)', 'my guard.md', 'my guard.md'],
    ['[x](%zz.md)', '%zz.md', '%zz.md'],
    ['[x](GUARD.MD)', 'GUARD.MD', 'GUARD.MD'],
    ['guard.md', 'guard.md', 'guard.md'],
    ['see guard.md, please', 'guard.md', 'guard.md'],
    ['`guard.md`', 'guard.md', 'guard.md'],
    ['<guard.md>', 'guard.md', 'guard.md'],
    ['[guard.md]', 'guard.md', 'guard.md'],
    ['[x](../features/guard.md)', '../features/guard.md', 'guard.md'],
    ['[x](/docs/features/guard.md)', '/docs/features/guard.md', 'guard.md'],
    ['[x](../guide.md)', '../guide.md', undefined],
    ['[x](../../README.md)', '../../README.md', undefined],
    ['[x](../../../docs/features/guard.md)', '../../../docs/features/guard.md', undefined],
    ['[x](%2e%2e/guide.md)', '../guide.md', undefined],
    ['[x](/guard.md)', '/guard.md', undefined],
    ['[x](https://example.com/guard.md)', 'https://example.com/guard.md', undefined],
    ['[x](//example.com/guard.md)', '//example.com/guard.md', undefined],
    ['[x](C:/guard.md)', 'C:/guard.md', undefined],
    ['[x](https://example.com/a.md) [y](b.md)', 'b.md', 'b.md'],
    ['[x](a.txt) [y](b.md) [z](c.md)', 'b.md', 'b.md'],
    ['![x](a.md) [y](b.md)', 'b.md', 'b.md'],
    ['old.md [y](b.md)', 'b.md', 'b.md'],
    ['`[x](a.md)` [y](b.md)', 'b.md', 'b.md'],
    ['[x](README.md#guard)', undefined, undefined],
    ['[x](#guard)', undefined, undefined],
    ['[x]()', undefined, undefined],
    ['text', undefined, undefined],
  ];
  for (const [cell, link, page] of forms) {
    it(`in ${cell} leads to ${page ?? 'no page of the map'}`, () => {
      const found = row(`| Guard | ${cell} | t |`);
      assert.deepEqual([found.link, found.page], [link, page]);
    });
  }

  it('may be in any cell, the first one counts', () => {
    assert.equal(row('| [A](a.md) | [b](b.md) | [c](c.md) |').page, 'a.md');
    assert.equal(row('| A | b | [c](c.md) |').page, 'c.md');
  });

  it('is no file that a trigger mentions', () => {
    assert.equal(row('| A | b | changing AGENTS.md or `README.md` |').link, undefined);
  });

  it('may be a reference', () => {
    const table = parseIndexTable(
      `${HEADER}| A | [x][a] | t |\n| [b] | | t |\n\n[A]: a.md "title"\n[b]: <b c.md>\n`,
    );
    assert.deepEqual(
      table?.rows.map(({ page }) => page),
      ['a.md', 'b c.md'],
    );
  });

  it('never leads to a page outside the map, whatever is written', () => {
    const segment = fc.constantFrom(
      '..',
      '.',
      '',
      'a',
      '%2e%2e',
      '%2F',
      '\\',
      'docs',
      'features',
      'b.md',
      '%00',
      '~',
    );
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 8 }), (segments) => {
        const { page } = row(`| A | [x](<${segments.join('/')}.md>) | t |`);
        assert.ok(
          page === undefined || page.split('/').every((name) => name !== '' && name !== '..' && name !== '.'),
        );
      }),
      { seed: 20_260, numRuns: 1_000 },
    );
  });
});

describe('a scaffold’s placeholder row', () => {
  it('is known by its comment', () => {
    const [placeholder, other] = rows(
      `| ${PLACEHOLDER_COMMENT} _none yet_ | | |`,
      '| <!-- a placeholder --> x | [x](x.md) | |',
    );
    assert.deepEqual([placeholder?.placeholder, placeholder?.feature], [true, 'none yet']);
    assert.equal(other?.placeholder, false);
  });
});
