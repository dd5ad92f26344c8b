import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MOST_NESTED, readJson } from '../../src/json-text.ts';

/** What is wrong with a text, and the text from there on. */
function problem(text: string): [string, string] {
  const json = readJson(text);
  assert.ok('problem' in json, `is JSON: ${text}`);
  return [json.problem, text.slice(json.offset)];
}

test('a text that is no JSON is refused with what was expected, what is there, and where', () => {
  assert.deepEqual(problem(''), ['expected a value, got the end of the text', '']);
  assert.deepEqual(problem('{"a": 1,}'), ['expected a name in double quotes, got "}"', '}']);
  assert.deepEqual(problem('[1 2]'), ['expected "," or "]", got "2"', '2]']);
  assert.deepEqual(problem('{"a" 1}'), ['expected ":", got "1"', '1}']);
  assert.deepEqual(problem('{"a": 1 "b": 2}'), ['expected "," or "}", got "\\""', '"b": 2}']);
  assert.deepEqual(problem('{a: 1}'), ['expected a name in double quotes, got "a"', 'a: 1}']);
  assert.deepEqual(problem('{} {}'), ['expected the end of the text, got "{"', '{}']);
  assert.deepEqual(problem('// no'), ['expected a value, got "/"', '// no']);
  assert.deepEqual(problem('["a\n"]'), [
    'a string that does not end on its line, or has a wrong escape',
    '"a\n"]',
  ]);
});

test('a name that stands twice in one object is refused, in two objects it is not', () => {
  assert.deepEqual(problem('{"a": 1, "a": 2}'), ['"a" stands twice in one object', '"a": 2}']);
  assert.deepEqual(problem('{"a": 1, "\\u0061": 2}')[0], '"a" stands twice in one object');
  assert.ok('value' in readJson('[{"a": 1}, {"a": 2}]'));
});

test('values may be nested so deep and no deeper, and a very deep text is refused without being walked', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  assert.ok('value' in readJson(nested(MOST_NESTED)));
  assert.match(problem(nested(MOST_NESTED + 2))[0], /nested more than/);
  assert.match(problem('{"a":'.repeat(100_000))[0], /nested more than/);
});

test('a member stands at its key, an entry at itself, and what is not there at the last place on the way', () => {
  const text = '\ufeff{\n  "a": [1, {"b": 2}]\n}';
  const json = readJson(text);
  assert.ok('value' in json);
  const at = (...keys: (string | number)[]) => text.slice(json.offsetOf(keys));
  assert.ok(at().startsWith('{\n'));
  assert.ok(at('a').startsWith('"a": ['));
  assert.ok(at('a', 1).startsWith('{"b"'));
  assert.ok(at('a', 1, 'b').startsWith('"b": 2'));
  assert.ok(at('a', 7).startsWith('"a": ['));
});

test('property: it takes what JSON.parse takes and gives the same value', () => {
  const value = fc.jsonValue({ maxDepth: 6 });
  fc.assert(
    fc.property(value, fc.nat(4), (given, indent) => {
      const text = JSON.stringify(given, null, indent);
      const json = readJson(text);
      assert.ok('value' in json, text);
      assert.deepEqual(json.value, JSON.parse(text));
    }),
  );
});

test('property: it refuses what JSON.parse refuses', () => {
  const piece = fc.constantFrom(
    ...[
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"b',
      '\\',
      '0',
      '-1',
      '1.',
      '1e5',
      'null',
      'tru',
      ' ',
      '\n',
      '/',
    ],
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, (given) => {
      const json = readJson(given);
      let parsed: { value: unknown } | undefined;
      try {
        parsed = { value: JSON.parse(given) };
      } catch {}
      if ('value' in json) assert.deepEqual(json.value, parsed?.value);
      else assert.ok(parsed === undefined || /twice/.test(json.problem), given);
    }),
    { numRuns: 5000 },
  );
});
