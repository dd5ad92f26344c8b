import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  BLANK_STAND_IN,
  JsonLineReducer,
  LONE_STAND_IN,
  type ReducedLine,
  type ReducerLimits,
  STAND_IN,
} from '../../src/formats/json/reducer.ts';
import { damagedLine, jsonText, mapStrings, parsed } from './json-text.ts';

function reduced(bytes: Uint8Array, limits?: ReducerLimits, cuts: readonly number[] = []): ReducedLine[] {
  const lines: ReducedLine[] = [];
  const reducer = new JsonLineReducer({ onLine: (line) => lines.push(line) }, limits);
  const borders = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  for (const [index, border] of borders.entries()) {
    // A copy per chunk: one that is looked at later than it may be holds other bytes then.
    const chunk = Uint8Array.from(bytes.subarray(borders[index - 1] ?? 0, border));
    reducer.push(chunk);
    chunk.fill(0x7a);
  }
  reducer.end();
  return lines;
}

const cuts = fc.array(fc.nat(), { maxLength: 6 });
const oneLine = (text: string, limits?: ReducerLimits) =>
  reduced(Buffer.from(text), limits)[0] as ReducedLine;

/** A stand-in where the string could be one, by a limit that leaves none. */
function standIn(text: string): string {
  if (!text.isWellFormed()) return LONE_STAND_IN;
  return text.trim() === '' ? BLANK_STAND_IN : STAND_IN;
}

/** Different keys become one when both get a stand-in. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, item) => sum + 1 + countKeys(item), 0);
}

describe('JsonLineReducer', () => {
  it('gives each line its place in the file, whatever the borders of the chunks', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', '\n', '\r', '"') })), cuts, (parts, at) => {
        const text = parts.join('');
        const lines = reduced(Buffer.from(text), undefined, at);
        const expected = text.split('\n');
        if (expected.at(-1) === '') expected.pop();
        assert.deepEqual(
          lines.map(({ offset, length }) => text.slice(offset, offset + length)),
          expected,
        );
        for (const { offset, length, isEnded } of lines)
          assert.equal(isEnded, text[offset + length] === '\n');
      }),
    );
  });

  it('leaves a value as it is while its strings are short', () => {
    fc.assert(
      fc.property(jsonText, cuts, (text, at) => {
        const [line] = reduced(Buffer.from(`${text}\n`), undefined, at);
        assert.deepEqual(JSON.parse(line?.text ?? ''), JSON.parse(text));
        assert.equal(line?.hasStandIns, false);
      }),
    );
  });

  it('puts stand-ins for strings that say which of them were blank and which held half a surrogate pair', () => {
    fc.assert(
      fc.property(jsonText, cuts, (text, at) => {
        const [line] = reduced(Buffer.from(`${text}\n`), { string: 0 }, at);
        const value: unknown = JSON.parse(text);
        const expected = mapStrings(value, (each) => (each === '' ? '' : standIn(each)));
        fc.pre(countKeys(expected) === countKeys(value));
        assert.deepEqual(JSON.parse(line?.text ?? ''), expected);
      }),
    );
  });

  it('keeps strings up to the limit and replaces longer ones', () => {
    const [short, long] = ['x'.repeat(10), 'x'.repeat(11)];
    const line = oneLine(JSON.stringify({ short, long, [long]: 1 }), { string: 10 });
    assert.deepEqual(JSON.parse(line.text ?? ''), { short, long: STAND_IN, [STAND_IN]: 1 });
    assert.equal(line.hasStandIns, true);
  });

  it('is refused by JSON.parse exactly when the line is', () => {
    fc.assert(
      fc.property(damagedLine, fc.nat({ max: 6 }), cuts, (bytes, string, at) => {
        const [line] = reduced(bytes, { string }, at);
        const whole = parsed(Buffer.from(bytes).toString());
        const own = parsed(line?.text ?? '');
        assert.equal(own === undefined, whole === undefined, `${line?.text} for ${Buffer.from(bytes)}`);
      }),
      { numRuns: 2000 },
    );
  });

  it('says which lines hold half a surrogate pair, in long strings and in short ones', () => {
    fc.assert(
      fc.property(jsonText, fc.nat({ max: 20 }), cuts, (text, string, at) => {
        let isLone = false;
        mapStrings(JSON.parse(text), (each) => {
          isLone ||= !each.isWellFormed();
          return each;
        });
        const [line] = reduced(Buffer.from(`${text}\n`), { string }, at);
        if (isLone) assert.equal(line?.hasLoneSurrogate, true);
      }),
      { numRuns: 1000 },
    );
    assert.equal(oneLine(JSON.stringify('a\u{1f600}')).hasLoneSurrogate, false);
    assert.equal(oneLine(JSON.stringify(`${'a'.repeat(2000)}\u{1f600}\\ud800`)).hasLoneSurrogate, false);
  });

  it('needs no memory for the length of a line, only for what is not text in it', () => {
    const limits = { string: 8, line: 64 };
    const reducer = new JsonLineReducer({ onLine: (line) => lines.push(line) }, limits);
    const lines: ReducedLine[] = [];
    reducer.push(Buffer.from('{"text":"'));
    for (let index = 0; index < 3000; index++) reducer.push(Buffer.alloc(1000, 'x'));
    reducer.push(Buffer.from('"}\n[1]\n'));
    reducer.end();
    assert.deepEqual(
      lines.map(({ offset, length, text }) => ({ offset, length, text })),
      [
        { offset: 0, length: 3_000_011, text: '{"text":"\\u2026"}' },
        { offset: 3_000_012, length: 3, text: '[1]' },
      ],
    );
  });

  it('reports a line that stays too long without its texts, and goes on behind it', () => {
    const lines = reduced(Buffer.from(`[${'1,'.repeat(100)}1]\n[2]\n`), { line: 64, string: 8 });
    assert.deepEqual(
      lines.map(({ text }) => text),
      [undefined, '[2]'],
    );
  });

  it('takes a line of a million levels', () => {
    const text = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
    const line = oneLine(text);
    assert.equal(line.text, text);
    assert.equal(Array.isArray(JSON.parse(line.text ?? '')), true);
  });
});
