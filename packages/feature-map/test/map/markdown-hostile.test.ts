import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_ROWS, parseIndexTable } from '../../src/map/index-table.ts';
import { parsePage } from '../../src/map/page.ts';

const MEGA = 1_000_000;

/** Texts of a megabyte and more on which a scan that is not linear would take minutes to hours. */
const TEXTS: [string, string][] = [
  ['lists nested half a million deep, blank lines below', `${'- '.repeat(MEGA / 2)}x\n${'\n'.repeat(MEGA)}`],
  [
    'lists nested half a million deep, lazy lines below',
    `${'- '.repeat(MEGA / 2)}x\n${'x\n'.repeat(MEGA / 2)}`,
  ],
  ['ordered lists nested deep', `${'1. '.repeat(MEGA / 3)}x\n${'1.\n'.repeat(MEGA / 3)}`],
  ['lists of different markers', `${'- + * 1) '.repeat(MEGA / 9)}x\n`],
  ['lists nested in a quote', `> ${'- '.repeat(MEGA / 2)}x\n${'>\n'.repeat(MEGA / 2)}`],
  ['quotes nested half a million deep', `${'>'.repeat(MEGA / 2)}x\n${'\n'.repeat(MEGA)}`],
  ['quotes that open and close', '> > > > a\n\n'.repeat(MEGA / 11)],
  ['lines of backticks', `${'`'.repeat(MEGA)}\n${'`'.repeat(MEGA)}\n`],
  ['backticks of every length', Array.from({ length: 1_400 }, (_, length) => '`'.repeat(length)).join(' ')],
  [
    'a heading of backticks of every length',
    `## ${Array.from({ length: 1_400 }, (_, n) => '`'.repeat(n)).join(' ')}`,
  ],
  ['a heading of runs that close nothing', `## ${'` `` '.repeat(MEGA / 5)}`],
  ['a line of pipes', `${'|'.repeat(MEGA)}\n`],
  ['one line', 'a'.repeat(2 * MEGA)],
  ['one line of spaces', `${' '.repeat(MEGA)}a`],
  ['lines of one carriage return', '\r'.repeat(MEGA)],
  ['comments that nothing closes', '> <!--\na\n'.repeat(MEGA / 10)],
  ['tags that nothing closes', `<a ${'b="c" '.repeat(MEGA / 6)}\n`],
  ['definitions', `${'[a]: b\n'.repeat(MEGA / 7)}===\n`],
  ['definitions in a quote', `${'> [a]: b\n'.repeat(MEGA / 9)}> ===\n`],
  ['definitions with titles that nothing closes', `${'[a]: b "\n'.repeat(MEGA / 9)}===\n`],
  ['a heading of brackets', `## ${'['.repeat(MEGA / 2)}${']'.repeat(MEGA / 2)}`],
  ['a heading of link starts', `## ${'[a]('.repeat(MEGA / 4)}`],
  ['a heading of titles that nothing closes', `## ${'[a](b ('.repeat(MEGA / 7)}`],
  ['a heading of emphasis', `## ${'*a _b '.repeat(MEGA / 6)}`],
  ['a heading of asterisks', `## ${'*'.repeat(MEGA)}`],
  ['a heading of tags', `## ${'<a '.repeat(MEGA / 3)}`],
  ['a heading of comments', `## ${'<!-- '.repeat(MEGA / 5)}`],
  ['a heading of closing sequences', `## ${'# '.repeat(MEGA / 2)}`],
  ['headings of one name', '## a\n'.repeat(MEGA / 5)],
  ['a status of spaces', `Status: Read when: a${' '.repeat(MEGA)}b`],
  ['a status of triggers', `Status: ${'read when '.repeat(MEGA / 10)}`],
  ['a status of line breaks', `Status: Read when: ${'\\ \n'.repeat(MEGA / 3)}`],
];

describe('a hostile page', () => {
  for (const [name, text] of TEXTS) {
    it(`of ${name} is read in linear time, with its last heading`, () => {
      const closing = '\n-->\n</a>\n\n';
      const { sections } = parsePage('page.md', `${text}${closing}## Last\n`);
      assert.equal(sections.at(-1)?.heading, 'Last');
    });
  }
});

describe('a hostile index', () => {
  const header = '| Feature | Read when |\n|---|---|\n';
  const rows: [string, string][] = [
    ['1,000,000 rows', '| [a](b.md) | c |\n'.repeat(MEGA)],
    ['1,000,000 empty rows', '|\n'.repeat(MEGA)],
    ['a row of a million pipes', `${'|'.repeat(MEGA)}\n`],
    ['a row of a million backticks', `${'` '.repeat(MEGA)}|\n`],
    [
      'a row of backticks of every length',
      `${Array.from({ length: 1_400 }, (_, n) => '`'.repeat(n)).join(' ')}|\n`,
    ],
    ['a row of escapes', `${'\\|'.repeat(MEGA)}|\n`],
    ['a row of links', `${'[a](b.md) '.repeat(MEGA / 10)}|\n`],
    ['a row of escaped bytes', `[a](${'%C3'.repeat(MEGA / 3)}.md)|\n`],
    ['a row of parent folders', `[a](${'../'.repeat(MEGA / 3)}b.md)|\n`],
  ];
  for (const [name, text] of rows) {
    it(`of ${name} is read in linear time, up to the limit of rows`, () => {
      const table = parseIndexTable(header + text);
      const lines = text.split('\n').length - 1;
      assert.equal(table?.rows.length, Math.min(lines, MAX_ROWS));
      assert.equal(table?.lastLine, lines + 1);
    });
  }

  it('of 100,000 tables that are not the map’s gives none', () => {
    assert.equal(parseIndexTable('| A |\n|---|\n| b |\n\n'.repeat(100_000)), undefined);
  });
});
