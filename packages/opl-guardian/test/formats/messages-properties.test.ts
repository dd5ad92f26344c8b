import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emptyEmitted, validators, WIRE_APIS, type WireApi } from '@session-guards/testkit';
import fc from 'fast-check';
import { repairList } from './read-list.ts';

type Fields = Record<string, unknown>;

interface Call {
  id: unknown;
  name: unknown;
  args: unknown;
  /** How often it is answered. */
  answers: number;
}

interface Turn {
  prompt: string;
  text: string;
  calls: Call[];
  /** A result that belongs to no call. */
  hasOrphan: boolean;
}

const sound: fc.Arbitrary<Call> = fc.record({
  id: fc.uuid(),
  name: fc.constantFrom('read', 'bash'),
  args: fc.constantFrom({}, { path: 'a.ts' }),
  answers: fc.constant(1),
});

const broken: fc.Arbitrary<Call> = fc.record({
  id: fc.constantFrom('', ' ', undefined, null, 7, 'call_1', 'call_1', 'call_2'),
  name: fc.constantFrom('read', 'bash', '', 'a b', 'x'.repeat(200), 'read<|channel|>x', undefined),
  args: fc.constantFrom<unknown>({}, { path: 'a.ts' }, 'no object', '{"path":"a.ts"}', undefined, {
    path: '\ud800',
  }),
  answers: fc.constantFrom(0, 1, 1, 1, 2),
});

const turnOf = (
  call: fc.Arbitrary<Call>,
  texts: fc.Arbitrary<string>,
  orphan: fc.Arbitrary<boolean>,
): fc.Arbitrary<Turn> =>
  fc.record({
    prompt: fc.constant('Go on.'),
    text: texts,
    calls: fc.array(call, { maxLength: 3 }),
    hasOrphan: orphan,
  });

const soundTurns = fc.array(turnOf(sound, fc.constantFrom('Let me see.', 'So.'), fc.constant(false)), {
  minLength: 1,
  maxLength: 4,
});
const brokenTurns = fc.array(
  turnOf(fc.oneof(sound, broken), fc.constantFrom('Let me see.', '', ' '), fc.boolean()),
  { minLength: 1, maxLength: 4 },
);

const given = (key: string, value: unknown): Fields => (value === undefined ? {} : { [key]: value });

/** How each API keeps a turn: the prompt, what the model said, and the answers to its calls. */
const RENDER: Readonly<Record<WireApi, (turn: Turn) => Fields[]>> = {
  'openai-completions': ({ prompt, text, calls, hasOrphan }) => [
    { role: 'user', content: prompt },
    {
      role: 'assistant',
      content: text,
      ...(calls.length === 0
        ? {}
        : {
            tool_calls: calls.map(({ id, name, args }) => ({
              ...given('id', id),
              type: 'function',
              function: {
                ...given('name', name),
                ...given('arguments', typeof args === 'object' ? JSON.stringify(args) : args),
              },
            })),
          }),
    },
    ...answered(calls, hasOrphan, (id) => ({ role: 'tool', ...given('tool_call_id', id), content: 'out' })),
  ],
  'openai-responses': ({ prompt, text, calls, hasOrphan }) => [
    { role: 'user', content: prompt },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] },
    ...calls.map(({ id, name, args }) => ({
      type: 'function_call',
      ...given('call_id', id),
      ...given('name', name),
      ...given('arguments', typeof args === 'object' ? JSON.stringify(args) : args),
    })),
    ...answered(calls, hasOrphan, (id) => ({
      type: 'function_call_output',
      ...given('call_id', id),
      output: 'out',
    })),
  ],
  anthropic: ({ prompt, text, calls, hasOrphan }) => {
    const results = answered(calls, hasOrphan, (id) => ({
      type: 'tool_result',
      ...given('tool_use_id', id),
      content: 'out',
    }));
    const uses = calls.map(({ id, name, args }) => ({
      type: 'tool_use',
      ...given('id', id),
      ...given('name', name),
      ...given('input', args),
    }));
    return [
      { role: 'user', content: prompt },
      { role: 'assistant', content: [{ type: 'text', text }, ...uses] },
      ...(results.length === 0 ? [] : [{ role: 'user', content: results }]),
    ];
  },
  google: ({ prompt, text, calls, hasOrphan }) => {
    const results = answered(calls, hasOrphan, (id, name) => ({
      functionResponse: { ...given('id', id), ...given('name', name), response: { output: 'out' } },
    }));
    const functionCalls = calls.map(({ id, name, args }) => ({
      functionCall: { ...given('id', id), ...given('name', name), ...given('args', args) },
    }));
    return [
      { role: 'user', parts: [{ text: prompt }] },
      { role: 'model', parts: [{ text }, ...functionCalls] },
      ...(results.length === 0 ? [] : [{ role: 'user', parts: results }]),
    ];
  },
};

function answered(
  calls: readonly Call[],
  hasOrphan: boolean,
  result: (id: unknown, name: unknown) => Fields,
): Fields[] {
  const own = calls.flatMap(({ id, name, answers }) =>
    Array.from({ length: answers }, () => result(id, name)),
  );
  return hasOrphan ? [...own, result('call_gone', 'read')] : own;
}

const KEY: Readonly<Record<WireApi, string>> = {
  'openai-completions': 'messages',
  'openai-responses': 'input',
  anthropic: 'messages',
  google: 'contents',
};

const LAST: Turn = { prompt: 'And now?', text: 'Done.', calls: [], hasOrphan: false };

/** Each item has a mark of its own, so that it can be told from others that say the same. */
function listOf(api: WireApi, turns: readonly Turn[]): Fields[] {
  return [...turns, LAST].flatMap(RENDER[api]).map((item, tag) => ({ ...item, tag }));
}

const tagOf = (item: unknown): unknown => Reflect.get(Object(item), 'tag');

/** An assistant message that only the dialect of `api` has, so that the list is known for what it is. */
const MARKED: Turn = { ...LAST, calls: [{ id: 'call_marked', name: 'read', args: {}, answers: 1 }] };

for (const api of WIRE_APIS) {
  describe(`lists of ${api}`, () => {
    const stored = (turns: readonly Turn[]) =>
      JSON.stringify({ [KEY[api]]: listOf(api, [...turns, MARKED]) });

    it('a legal list keeps every byte', () =>
      fc.assert(
        fc.asyncProperty(soundTurns, async (turns) => {
          const { text, rules } = await repairList(stored(turns));
          assert.deepEqual(rules, []);
          assert.equal(text, stored(turns));
        }),
        { numRuns: 60 },
      ));

    it('a mended list is legal, and mending it again changes nothing', () =>
      fc.assert(
        fc.asyncProperty(brokenTurns, async (turns) => {
          const { text } = await repairList(stored(turns));
          assert.deepEqual(validators[api](JSON.parse(text), emptyEmitted()), [], text);
          const again = await repairList(text);
          assert.deepEqual(again.rules, []);
          assert.equal(again.text, text);
        }),
        { numRuns: 150 },
      ));

    it('what no change names stays, in its order', () =>
      fc.assert(
        fc.asyncProperty(brokenTurns, async (turns) => {
          const { plan, text } = await repairList(stored(turns));
          const named = new Set(plan.changes.map(({ before }) => tagOf(before)));
          const rest = (list: string) =>
            (JSON.parse(list)[KEY[api]] as unknown[])
              .filter((item) => tagOf(item) !== undefined && !named.has(tagOf(item)))
              .map((item) => JSON.stringify(item));
          assert.deepEqual(rest(text), rest(stored(turns)));
          assert.ok(
            plan.changes.every(({ findings }) => findings.length > 0),
            'a change without a reason',
          );
        }),
        { numRuns: 100 },
      ));
  });
}
