import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ShapeReader, slotOf } from '../../src/formats/json/shape.ts';
import { damagedLine, jsonText, parsed } from './json-text.ts';

const WORD_KEYS = ['type', 'name'];

interface Shape {
  value: unknown;
}

function readerOf(bytes: Uint8Array): ShapeReader<Shape> {
  const reader = new ShapeReader<Shape>(WORD_KEYS, (value) => ({ value }));
  reader.use(Buffer.from(bytes));
  return reader;
}

/** Holds a shape to what the line is: slots stand for texts in their order, 0 for numbers, all else is the same. */
function assertSame(shape: unknown, value: unknown, text: (slot: number) => string | undefined): void {
  if (typeof value === 'number') assert.equal(shape, 0);
  else if (typeof value === 'string') {
    const slot = slotOf(shape);
    if (slot === undefined) assert.equal(shape, value);
    else {
      assert.notEqual(value.trim(), '');
      assert.equal(value.isWellFormed(), true);
      assert.equal(text(slot) ?? value, value);
    }
  } else if (typeof value === 'object' && value !== null) {
    assert.deepEqual(Object.keys(shape as object), Object.keys(value));
    assert.equal(Array.isArray(shape), Array.isArray(value));
    for (const [key, item] of Object.entries(value))
      assertSame((shape as Record<string, unknown>)[key], item, text);
  } else assert.equal(shape, value);
}

/** Lines that differ in little, so that the shape of one is guessed for another. */
const SIMILAR_LINES = [
  '{"type":"a","id":"00000001","text":"x","n":1}',
  '{"type":"a","id":"0000000f","text":"y\\n\\u001b","n":-1.5e3}',
  '{"type":"a","id":"00000001","text":"x","n":01}',
  '{"type":"a","id":"00000001","text":"","n":1}',
  '{"type":"a","id":"00000001","text":" ","n":1}',
  '{"type":"a","id":"00000001","text":"x","n":1} ',
  '{"type":"a","id":"00000001","text":"x","n":1',
  '{"type":"b","id":"00000001","text":"x","n":1}',
  '{"type":"a","id":"00000001","text":"x","n":"1"}',
  '{"type":"a","id":"00000001","text":"x","n":1,"m":2}',
  '{"type":"a","id":7,"text":"x","n":1}',
];

function slotsIn(shape: unknown): number[] {
  const slot = slotOf(shape);
  if (slot !== undefined) return [slot];
  return typeof shape === 'object' && shape !== null ? Object.values(shape).flatMap(slotsIn) : [];
}

describe('ShapeReader', () => {
  it('tells of a line what JSON.parse would, and nothing of a line that is no JSON', () => {
    let read = 0;
    fc.assert(
      fc.property(
        fc.oneof(
          jsonText.map((text) => Buffer.from(text)),
          damagedLine,
          fc.json({ noUnicodeString: false }).map((text) => Buffer.from(text)),
        ),
        (bytes) => {
          const reader = readerOf(bytes);
          const shape = reader.read(0, bytes.length);
          if (shape === undefined) return;
          read++;
          const whole = parsed(Buffer.from(bytes).toString());
          assert.notEqual(whole, undefined, Buffer.from(bytes).toString());
          assertSame(shape.value, whole?.value, (slot) => reader.text(slot));
        },
      ),
      { numRuns: 5000 },
    );
    assert.ok(read > 500, `only ${read} lines had a shape`);
  });

  it('reads a line the same whatever lines came before it', () => {
    const line = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...SIMILAR_LINES).map((text) => Buffer.from(text)) },
      jsonText.map((text) => Buffer.from(text)),
      damagedLine,
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), (lines) => {
        const bytes = Buffer.concat(lines);
        const reader = readerOf(bytes);
        let from = 0;
        for (const each of lines) {
          const alone = readerOf(each);
          const expected = alone.read(0, each.length);
          const shape = reader.read(from, from + each.length);
          assert.deepEqual(shape, expected);
          const slots = slotsIn(shape?.value);
          assert.deepEqual(
            slots.map((slot) => [reader.text(slot), reader.code(slot)]),
            slots.map((slot) => [alone.text(slot), alone.code(slot)]),
          );
          from += each.length;
        }
      }),
      { numRuns: 500 },
    );
  });

  it('makes one recipe for lines that differ in texts and numbers alone', () => {
    const lines = [
      '{"type":"message","id":"0a1b2c3d","n":1,"text":"one"}',
      '{"type":"message","id":"ffffffff","n":-2.5e3,"text":"two \\"quoted\\" \\u001b[0m"}',
    ];
    const bytes = Buffer.from(lines.join(''));
    const reader = readerOf(bytes);
    const first = reader.read(0, lines[0]?.length ?? 0);
    assert.deepEqual([reader.text(0), reader.code(0), reader.text(1)], ['0a1b2c3d', 0x0a1b2c3d, 'one']);
    const second = reader.read(lines[0]?.length ?? 0, bytes.length);
    assert.notEqual(first, undefined);
    assert.equal(second, first);
    assert.deepEqual([reader.text(0), reader.code(0), reader.text(1)], ['ffffffff', 0xffffffff, undefined]);
  });

  for (const [what, line] of [
    ['a blank text', '{"a":" \\n"}'],
    ['half a surrogate pair', '{"a":"x\\ud83d"}'],
    ['a control character in a text', '{"a":"x\u0000y"}'],
    ['an unknown escape', '{"a":"x\\y"}'],
    ['a number with a leading zero', '{"a":01}'],
    ['a space behind a text', '{"a":"b" }'],
    ['a word that looks like a slot', '{"type":"…1"}'],
  ] as const) {
    it(`leaves a line with ${what} to others`, () => {
      const bytes = Buffer.from(line);
      assert.equal(readerOf(bytes).read(0, bytes.length), undefined);
    });
  }

  it('gives no shape to a line whose words could be taken for texts', () => {
    for (const line of [
      '{"type": "message"}',
      '{"type":"message" ,"id":"a"}',
      '{ "type":"message"}',
      '{"type":\t"message"}',
      '{"\\u0074ype":"message"}',
      '{"type":"mess\\u0061ge"}',
    ]) {
      const bytes = Buffer.from(line);
      assert.equal(readerOf(bytes).read(0, bytes.length), undefined, line);
    }
  });
});
