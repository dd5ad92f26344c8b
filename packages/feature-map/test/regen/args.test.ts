import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readRegenCall } from '../../src/regen/args.ts';

describe('the arguments of feature_map_regen', () => {
  for (const [args, call] of [
    [undefined, {}],
    [null, {}],
    [{}, {}],
    [{ apply: true }, { apply: true }],
    [
      { page: 'guard.md', show: true, offset: 0 },
      { page: 'guard.md', show: true, offset: 0 },
    ],
    [{ page: null, show: false, apply: true, offset: undefined }, { apply: true }],
  ] as const) {
    it(`are in order: ${JSON.stringify(args)}`, () => assert.deepEqual(readRegenCall(args), call));
  }

  for (const [args, problem] of [
    [
      '{"apply":true',
      'the arguments must be a JSON object, not "{\\"apply\\":true"; allowed are page, show, apply, offset',
    ],
    [[], 'the arguments must be a JSON object, not a list; allowed are page, show, apply, offset'],
    [{ aply: true }, 'unknown argument "aply", did you mean "apply"? Allowed are page, show, apply, offset'],
    [{ constructor: 1 }, 'unknown argument "constructor"; allowed are page, show, apply, offset'],
    [{ apply: 'yes' }, '"apply" must be true or false, not "yes"'],
    [{ offset: -1 }, '"offset" must be a whole number of bytes, 0 or more, not -1'],
    [{ offset: 0.5 }, '"offset" must be a whole number of bytes, 0 or more, not 0.5'],
    [{ page: ' ' }, '"page" must be the name of a file of the map, not " "'],
    [{ page: { a: 1 } }, '"page" must be the name of a file of the map, not an object'],
    [{ apply: true, show: true }, '"show" and "apply" exclude each other: the one shows, the other writes'],
    [{ apply: true, offset: 1 }, '"offset" goes on with a plan or with texts; leave out "apply"'],
  ] as const) {
    it(`are refused: ${JSON.stringify(args)}`, () => assert.equal(readRegenCall(args), problem));
  }
});
