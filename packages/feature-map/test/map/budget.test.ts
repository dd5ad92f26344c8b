import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { byteLength, clip, pieceAt } from '../../src/map/budget.ts';

/** All pieces of a text, each from where the last one ended. */
function piecesOf(text: string, room: number): string[] {
  const pieces: string[] = [];
  let offset = 0;
  do {
    const { text: piece, end } = pieceAt(text, offset, room);
    assert.ok(end > offset || text === '', `no advance at ${offset}`);
    pieces.push(piece);
    offset = end;
  } while (offset < byteLength(text));
  return pieces;
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(fc.constantFrom('\r\n', '\n', '\r', 'a', 'é', '語', '👩‍👩‍👧', ' '), { maxLength: 80 })
    .map((units) => units.join('')),
);

test('the pieces of any text at any room add up to it', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: -5, max: 60 }), (text, room) => {
      assert.equal(piecesOf(text, room).join(''), text);
    }),
  );
});

test('a piece takes no more than its room, or one character', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 0, max: 60 }), fc.nat(250), (text, room, offset) => {
      const { text: piece } = pieceAt(text, offset, room);
      assert.ok(byteLength(piece) <= Math.max(room, 4));
    }),
  );
});

test('a piece at any offset begins at the character that the offset falls into', () => {
  fc.assert(
    fc.property(anyText, fc.nat(250), (text, offset) => {
      const piece = pieceAt(text, offset, 1000);
      assert.ok(piece.start <= offset && offset - piece.start < 4 + Math.max(0, offset - piece.total));
      assert.ok(text.endsWith(piece.text));
      assert.equal(piece.total - piece.start, byteLength(piece.text));
    }),
  );
  assert.deepEqual(pieceAt('a語b', 2, 10), { text: '語b', start: 1, end: 5, total: 5 });
  assert.deepEqual(pieceAt('a語b', 99, 10), { text: '', start: 5, end: 5, total: 5 });
});

test('a piece ends behind a line where that leaves it half full', () => {
  assert.equal(pieceAt('one\ntwo three\nfour', 0, 16).text, 'one\ntwo three\n');
  assert.equal(pieceAt('a\nbcdefghijklmnop', 0, 10).text, 'a\nbcdefghi');
});

test('a line end of two characters is not split', () => {
  assert.deepEqual(piecesOf('abcdefgh\r\nijkl', 9), ['abcdefgh', '\r\nijkl']);
});

test('one huge line is cut at characters', () => {
  const line = '語'.repeat(10_000);
  for (const piece of piecesOf(line, 1000)) assert.match(piece, /^語{1,333}$/);
});

test('a clipped text ends in an ellipsis and keeps its limit', () => {
  assert.equal(clip('short', 5), 'short');
  assert.equal(clip('longer text', 9), 'longer…');
  fc.assert(
    fc.property(anyText, fc.integer({ min: 3, max: 50 }), (text, limit) => {
      assert.ok(byteLength(clip(text, limit)) <= limit);
    }),
  );
});
