import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Emitted, emptyEmitted, validators, type WireApi, wireRules } from '../src/index.ts';

/** One change of a body: the path of a member and its new value; `undefined` takes the member out. */
export type Edit = readonly [path: string, value: unknown];

/** What the contract needs to know about one API. */
export interface ContractSubject {
  api: WireApi;
  /** A body that breaks no rule and holds every kind of thing that a rule speaks about. */
  legal: object;
  /** What the server streamed before; default: nothing. */
  emitted?: Partial<Emitted>;
  /** By rule: the changes that make the legal body break this rule alone. */
  broken: Record<string, readonly Edit[]>;
}

/** Gives a changed copy. Paths look like `messages[2].tool_calls[0].id`. */
export function edited(body: object, edits: readonly Edit[]): object {
  const copy = structuredClone(body);
  for (const [path, value] of edits) {
    const keys = path.split(/[.[\]]+/).filter((key) => key !== '');
    const last = keys.pop() ?? '';
    const holder = keys.reduce<object>((at, key) => Reflect.get(at, key), copy);
    if (value === undefined) Reflect.deleteProperty(holder, last);
    else Reflect.set(holder, last, value);
  }
  return copy;
}

/** The contract of every validator: its table is complete, and each rule can be broken alone. */
export function validatorContract({ api, legal, broken, ...subject }: ContractSubject): void {
  const validate = validators[api];
  const emitted = { ...emptyEmitted(), ...subject.emitted };
  const ids = wireRules[api].map(({ id }) => id);

  describe(`the ${api} validator`, () => {
    it('takes a legal body', () => {
      assert.deepEqual(validate(legal, emitted), []);
    });

    it('has an example of every rule in its table, and a source', () => {
      assert.deepEqual(Object.keys(broken).sort(), [...ids].sort());
      for (const { id, source, what } of wireRules[api]) assert.ok(source && what, id);
    });

    for (const id of ids) {
      it(`refuses for ${id} alone`, () => {
        const violations = validate(edited(legal, broken[id] ?? []), emitted);
        assert.deepEqual(
          violations.map(({ rule }) => rule),
          [id],
        );
        assert.ok(violations.every(({ message, path }) => message !== '' && path !== ''));
      });
    }

    it('takes an object that cannot be a text for one in every place', () => {
      for (const place of placesOf(legal, '')) {
        for (const { rule } of validate(
          mutated(legal, [[place, { toString: false, valueOf: 1 }]]),
          emitted,
        )) {
          assert.ok(ids.includes(rule), rule);
        }
      }
    });

    it('takes a hole in a list for an element without anything in it', () => {
      for (const place of placesOf(legal, '')) {
        for (const { rule } of validate(mutated(legal, [[place, new Array(2)]]), emitted)) {
          assert.ok(ids.includes(rule), rule);
        }
      }
    });

    it('never throws, changes nothing and reports rules of its table only, whatever the body', () => {
      const places = placesOf(legal, '');
      const changes = fc.array(fc.tuple(fc.constantFrom(...places), fc.option(fc.jsonValue())), {
        maxLength: 4,
      });
      const bodies = fc.oneof(
        changes.map((edits) => mutated(legal, edits)),
        fc.jsonValue(),
      );
      fc.assert(
        fc.property(bodies, (body) => {
          const before = structuredClone(body);
          for (const { rule } of validate(body, emitted)) assert.ok(ids.includes(rule), rule);
          assert.deepEqual(body, before);
        }),
      );
    });
  });
}

function placesOf(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value).map(([key, child]): [string, unknown] => {
    const step = Array.isArray(value) ? `[${key}]` : path === '' ? key : `.${key}`;
    return [path + step, child];
  });
  return entries.flatMap(([place, child]) => [place, ...placesOf(child, place)]);
}

/** Applies the changes that still have a place; an earlier one may have taken it. */
function mutated(body: object, edits: readonly Edit[]): object {
  return edits.reduce<object>((at, edit) => {
    try {
      return edited(at, [edit]);
    } catch {
      return at;
    }
  }, body);
}
