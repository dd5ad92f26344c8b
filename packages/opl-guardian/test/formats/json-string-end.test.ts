import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { PlainJson } from '../../src/formats/json/plain.ts';
import { sharedStringEnd } from '../../src/formats/json/string-end-wasm.ts';

const piece = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => JSON.stringify(text).slice(1, -1)),
  fc.constantFrom(
    '\\"',
    '\\\\',
    '\\/',
    '\\n',
    '\\u00e4',
    '\\ud800',
    '\\udc00x',
    '\\u12',
    '\\x',
    '\\',
    '"',
    '\t',
    '\0',
    'é',
    '\x7f',
  ),
  fc.nat(70).map((length) => 'x'.repeat(length)),
);
const bytesOf = fc.array(piece, { maxLength: 12 }).map((pieces) => Buffer.from(pieces.join('')));

describe('the search for the end of a string', () => {
  it('is there in the Node that runs the tests', () => {
    assert.notEqual(sharedStringEnd(), null);
  });

  it('gives the answers of the loop that stands in for it, wherever it begins and ends', () => {
    const fast = new PlainJson();
    const slow = new PlainJson(null);
    fc.assert(
      fc.property(bytesOf, bytesOf, fc.nat(30), fc.nat(30), (bytes, others, from, cut) => {
        fast.use(bytes);
        slow.use(bytes);
        const to = Math.max(0, bytes.length - cut);
        const first = fast.stringEnd(from, to);
        assert.equal(first, slow.stringEnd(from, to));
        new PlainJson().use(others);
        const other = new PlainJson();
        other.use(others);
        other.stringEnd(0, others.length);
        assert.equal(fast.stringEnd(from, to), first);
      }),
      { numRuns: 5000 },
    );
  });

  it('looks at bytes of any length', () => {
    for (const length of [0, 15, 16, 17, 65_535, 65_536, 3_000_000]) {
      const json = new PlainJson();
      json.use(Buffer.from(`${'x'.repeat(length)}"`));
      assert.equal(json.stringEnd(0, length + 1), length);
      assert.equal(json.stringEnd(0, length), -1);
    }
  });
});
