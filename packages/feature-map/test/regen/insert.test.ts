import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Insertion, insertBlocks } from '../../src/regen/insert.ts';

function at(text: string, place: string, ...blocks: string[]): string {
  return insertBlocks(text, [{ at: place === '' ? text.length : text.indexOf(place), blocks }]);
}

describe('putting blocks into a text', () => {
  for (const [what, before, place, after] of [
    ['between lines', 'a\nb\n', 'b', 'a\n\nX\n\nY\n\nb\n'],
    ['behind a blank line', 'a\n\nb\n', 'b', 'a\n\nX\n\nY\n\nb\n'],
    ['behind a line of spaces', 'a\n \t\nb\n', 'b', 'a\n \t\nX\n\nY\n\nb\n'],
    ['in front', 'b\n', 'b', 'X\n\nY\n\nb\n'],
    ['behind a byte order mark', '\ufeffb\n', 'b', '\ufeffX\n\nY\n\nb\n'],
    ['at the end', 'a\n', '', 'a\n\nX\n\nY\n'],
    ['at the end, without a final line ending', 'a', '', 'a\n\nX\n\nY'],
    ['at the end, behind spaces without a line ending', 'a\n  ', '', 'a\n  \nX\n\nY'],
    ['into an empty text', '', '', 'X\n\nY\n'],
    ['into a byte order mark', '\ufeff', '', '\ufeffX\n\nY\n'],
    ['with CRLF', 'a\r\nb\r\n', 'b', 'a\r\n\r\nX\r\n\r\nY\r\n\r\nb\r\n'],
    ['with a lone carriage return', 'a\rb\r', 'b', 'a\r\rX\r\rY\r\rb\r'],
    ['with the ending of the line above', 'a\nb\r\nc\n', 'c', 'a\nb\r\n\r\nX\r\n\r\nY\r\n\r\nc\n'],
    ['with the first ending of the text', 'a\r\nb\n', 'a', 'X\r\n\r\nY\r\n\r\na\r\nb\n'],
    ['with the last ending above an open end', 'a\nb\r\nc', '', 'a\nb\r\nc\r\n\r\nX\r\n\r\nY'],
  ] as const) {
    it(`sets them off ${what}`, () => assert.equal(at(before, place, 'X', 'Y'), after));
  }

  it('keeps the order of what goes to one place, whatever else there is', () => {
    const insertions: Insertion[] = [
      { at: 2, blocks: ['1'] },
      { at: 0, blocks: ['0'] },
      { at: 2, blocks: ['2', '3'] },
    ];
    assert.equal(insertBlocks('a\nb\n', insertions), '0\n\na\n\n1\n\n2\n\n3\n\nb\n');
  });

  it('gives the lines of one block the ending of the text', () => {
    assert.equal(at('a\r\n', '', '| x |\n|---|'), 'a\r\n\r\n| x |\r\n|---|\r\n');
  });

  it('is the text itself without insertions', () => assert.equal(insertBlocks('a\r\n', []), 'a\r\n'));
});
