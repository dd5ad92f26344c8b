import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { featureMapDescription, featureMapSchema } from '../../src/map/reply-args.ts';
import { mapOf, pageOf } from './rank-map.ts';
import { ask } from './reply-call.ts';

const map = mapOf({ 'gate.md': pageOf('Gate', 'changing the gate') });

test('the schema is closed and lists every argument', () => {
  assert.equal(featureMapSchema.additionalProperties, false);
  assert.deepEqual(Object.keys(featureMapSchema.properties), [
    'topic',
    'skeleton',
    'page',
    'section',
    'sub',
    'full',
    'offset',
  ]);
});

test('what every request pays for is short', () => {
  assert.ok(featureMapDescription.length <= 450);
  assert.ok(JSON.stringify(featureMapSchema).length <= 750);
});

for (const [args, complaint] of [
  ['not JSON', /must be a JSON object, not the string "not JSON"/],
  [[], /must be a JSON object, not an array/],
  [7, /must be a JSON object, not 7/],
  [{ tpoic: 'x' }, /unknown argument "tpoic"; did you mean "topic"\? Allowed are topic, skeleton, page/],
  [{ '': 1 }, /unknown argument ""; allowed are topic/],
  [{ toString: 1 }, /unknown argument "toString"/],
  [{ topic: 7 }, /"topic" must be a string, not 7/],
  [{ topic: [null] }, /"topic" must be a string, not an array/],
  [{ tpoic: null }, /unknown argument "tpoic"/],
  [{ topic: 'x', full: 0 }, /"full" must be a boolean, not 0/],
  [{ page: 'z'.repeat(1001) }, /"page" has 1001 characters, and a name at most 1000; give it as a list/],
  [{ page: 'gate.md', section: `x${' '.repeat(40_000)}y` }, /"section" has 40002 characters/],
  [{ page: 'gate.md', section: 'Map', sub: 'x'.repeat(2_000_000) }, /"sub" has 2000000 characters/],
  [{ topic: ' ' }, /"topic" is empty/],
  [{ page: [] }, /"page" must be a string, not an array/],
  [{ topic: 'x', skeleton: 'yes' }, /"skeleton" must be a boolean, not the string "yes"/],
  [{ offset: -1 }, /"offset" must be a whole number of bytes, 0 or more, not -1/],
  [{ offset: 1.5 }, /"offset".*not 1\.5/],
  [{ offset: '8' }, /"offset".*not the string "8"/],
  [{ topic: 'x', page: 'gate.md' }, /"topic" and "page" exclude each other/],
  [{ section: 'Map' }, /"section" needs "page"/],
  [{ page: 'gate.md', sub: 'Traps' }, /"sub" needs "section"/],
  [{ full: true }, /"full" needs "page"/],
  [{ page: 'gate.md', section: 'Map', full: true }, /"full" gives the whole page/],
  [{ skeleton: true }, /"skeleton" needs "topic"/],
  [{ page: 'gate.md', skeleton: true }, /"skeleton" needs "topic".*"page"/],
  [{ topic: 'gate', offset: 3 }, /"offset" goes on with a text or a list/],
] as const) {
  test(`${JSON.stringify(args).slice(0, 80)} gets an error that says what is allowed`, () => {
    const { text, isError, shown } = ask(map, args);
    assert.equal(isError, true);
    assert.match(text, complaint);
    assert.deepEqual(shown, []);
  });
}

test('what models send for arguments that they leave out is as good as nothing', () => {
  const nothing = ['', null, undefined, false] as const;
  const calls = [{}, { topic: 'gate' }, { page: 'gate.md' }, { page: 'gate.md', section: 'Map' }] as const;
  for (const call of calls) {
    for (const blank of nothing) {
      const rest = Object.fromEntries(Object.keys(featureMapSchema.properties).map((key) => [key, blank]));
      for (const offset of [blank, 0]) {
        assert.deepEqual(ask(map, { ...rest, offset, ...call }), ask(map, call), JSON.stringify(call));
      }
    }
  }
  const filled = { skeleton: false, page: '', section: '', sub: '', full: false, offset: 0 };
  assert.deepEqual(ask(map, { topic: 'gate', ...filled }), ask(map, { topic: 'gate' }));
});

test('any arguments: no throw, the budget is kept, and the same reply at every call', () => {
  const known = fc.constantFrom(...Object.keys(featureMapSchema.properties));
  const value = fc.oneof(
    fc.anything({ maxDepth: 2 }),
    fc.constantFrom('gate.md', 'gate', 'Map', 'map', true, 0, 5000),
    fc.string({ unit: 'binary', maxLength: 3000 }),
  );
  const args = fc.oneof(
    fc.anything({ maxDepth: 2 }),
    fc.dictionary(fc.oneof(known, fc.string()), value, { maxKeys: 4 }),
  );
  fc.assert(
    fc.property(args, fc.integer({ min: 1024, max: 3000 }), (input, maxBytes) => {
      assert.deepEqual(ask(map, input, { maxBytes }), ask(map, input, { maxBytes }));
    }),
    { numRuns: 2000 },
  );
});
