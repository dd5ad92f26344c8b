import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { rewriteJson } from '../../src/formats/json/rewrite.ts';
import { jsonText } from './json-text.ts';

type JsonObject = Record<string, unknown>;

const rewritten = (text: string, change: (value: never) => unknown) => {
  const before: unknown = JSON.parse(text);
  return Buffer.from(rewriteJson(Buffer.from(text), before, change(before as never))).toString();
};

/** Changes one place of a value; all that is not on the way to it is shared. */
function changed(value: unknown, draws: number[], fresh: unknown): unknown {
  const draw = draws.shift() ?? 0;
  if (typeof value !== 'object' || value === null || draw % 5 === 0) return fresh;
  if (Array.isArray(value)) {
    const copy = [...value];
    const at = draw % (copy.length + 1);
    if (draw % 3 === 0) copy.splice(at, 1);
    else if (draw % 3 === 1 && at < copy.length) copy[at] = changed(copy[at], draws, fresh);
    else copy.splice(at, 0, fresh);
    return copy;
  }
  const keys = Object.keys(value);
  const key = keys[draw % Math.max(1, keys.length)];
  const entries = Object.entries(value);
  if (key === undefined || draw % 4 === 1) return Object.fromEntries([...entries, [`new${draw}`, fresh]]);
  if (draw % 4 === 2) return Object.fromEntries(entries.filter(([each]) => each !== key));
  return Object.fromEntries(
    entries.map(([each, item]) => [each, each === key ? changed(item, draws, fresh) : item]),
  );
}

/** As `JSON.stringify` writes it: without the sign of zero. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('rewriteJson', () => {
  it('writes what parses to the changed value', () => {
    fc.assert(
      fc.property(
        jsonText,
        fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
        fc.jsonValue(),
        (text, draws, fresh) => {
          const before: unknown = JSON.parse(text);
          const after = changed(before, [...draws], fresh);
          const bytes = rewriteJson(Buffer.from(text), before, after);
          assert.deepEqual(plain(JSON.parse(Buffer.from(bytes).toString())), plain(after));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('keeps every byte when nothing changed, also when all was copied', () => {
    const copied = (value: unknown): unknown => {
      if (typeof value !== 'object' || value === null) return value;
      if (Array.isArray(value)) return value.map(copied);
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copied(item)]));
    };
    fc.assert(
      fc.property(jsonText, (text) => {
        assert.equal(
          rewritten(text, (value) => value),
          text,
        );
        assert.equal(
          rewritten(text, (value) => copied(value)),
          text,
        );
      }),
    );
  });

  it('keeps the bytes of all other members when one is changed, added or removed', () => {
    const text = '{ "a" : 1.0 , "__proto__":{"x":1e2},"b":"\\u00e9" ,"a" : 2.50 , "c":[1.0, 2]}';
    assert.equal(
      rewritten(text, (value: JsonObject) => ({ ...value, b: 'new' })),
      text.replace('"\\u00e9"', '"new"'),
    );
    assert.equal(
      rewritten(text, (value: JsonObject) => ({ ...value, d: [true] })),
      `${text.slice(0, -1)},"d":[true]}`,
    );
    assert.equal(
      rewritten(text, ({ b: _, ...value }: JsonObject) => value),
      '{ "a" : 1.0 , "__proto__":{"x":1e2} ,"a" : 2.50 , "c":[1.0, 2]}',
    );
    assert.equal(
      rewritten(text, ({ a: _, ...value }: JsonObject) => value),
      '{ "__proto__":{"x":1e2},"b":"\\u00e9" , "c":[1.0, 2]}',
    );
  });

  it('keeps the bytes of a part that moves into a new object or another place', () => {
    const text =
      '{"id":"1","message":{"n":1.00,"__proto__":0,"text":"\\u0041"},"list":[{"x":1.0},{"y":2.0}]}';
    assert.equal(
      rewritten(text, ({ id, message }: JsonObject) => ({ id, data: { message } })),
      '{"id":"1","data":{"message":{"n":1.00,"__proto__":0,"text":"\\u0041"}}}',
    );
    assert.match(
      rewritten(text, (value: JsonObject & { list: unknown[] }) => ({
        ...value,
        list: value.list.toReversed(),
      })),
      /"list":\[\{"y":2\.0\},\{"x":1\.0\}\]/,
    );
  });

  it('finds the old item that a changed one was made from when others go or come', () => {
    const text = '[{"type":"text","n":1.0},{"type":"call","id":"","n":2.0},{"type":"call","id":"b","n":3.0}]';
    assert.equal(
      rewritten(text, ([, one, other]: [unknown, JsonObject, unknown]) => [
        'note',
        { ...one, id: 'new' },
        other,
      ]),
      '["note",{"type":"call","id":"new","n":2.0},{"type":"call","id":"b","n":3.0}]',
    );
  });

  it('keeps bytes that are no UTF-8 in all parts that do not change', () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Uint8Array.of(0xff, 0xc3), Buffer.from('","b":1}')]);
    const before = JSON.parse(bytes.toString());
    const after = Buffer.from(rewriteJson(bytes, before, { ...before, b: 2 }));
    assert.deepEqual(after, Buffer.concat([bytes.subarray(0, 14), Buffer.from('2}')]));
  });

  it('passes over nesting of any depth', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    assert.equal(
      rewritten(`{"deep":${deep},"id":""}`, (value: JsonObject) => ({ ...value, id: 'x' })),
      `{"deep":${deep},"id":"x"}`,
    );
  });
});
