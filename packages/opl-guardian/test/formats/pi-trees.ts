import fc from 'fast-check';

export type Entry = Record<string, unknown>;

const ids = fc.constantFrom('', ' ', 'call_1', 'call_2', 'call_2', 'call_3|fc_3', '|fc_1', 'undefined|fc_2');
const names = fc.constantFrom('read', 'bash', 'bash', '', 'a b', 'x'.repeat(70), 'read<|channel|>commentary');
const texts = fc.constantFrom('Hello.', '', ' \n', 'é…', 'half \ud83d', 'long '.repeat(400));

const call = fc.record({
  type: fc.constant('toolCall'),
  id: fc.oneof({ weight: 8, arbitrary: ids as fc.Arbitrary<unknown> }, fc.constantFrom(7, null)),
  name: names,
  arguments: fc.constantFrom<unknown>({}, { path: 'a' }, '{"path":"b"}', null, [], { path: '\ud800' }),
});
const block = fc.oneof(
  texts.map((text) => ({ type: 'text', text })),
  fc.record({
    type: fc.constant('thinking'),
    thinking: texts,
    thinkingSignature: fc.constantFrom('', 'rs_1'),
  }),
  call,
  call,
);
const assistant = fc.record({
  role: fc.constant('assistant'),
  content: fc.oneof(
    { weight: 12, arbitrary: fc.array(block, { maxLength: 4 }) as fc.Arbitrary<unknown> },
    fc.constant(null),
  ),
  api: fc.constantFrom(
    'openai-completions',
    'openai-responses',
    'anthropic-messages',
    'google-generative-ai',
  ),
  provider: fc.constant('scripted'),
  model: fc.constant('model-x'),
  usage: fc.constant({ input: 1.5, output: 2, cost: { total: 0.001 } }),
  stopReason: fc.constantFrom('stop', 'toolUse', 'toolUse', 'toolUse', 'error', 'aborted', 'length'),
  timestamp: fc.nat(),
});
const result = fc.record({
  role: fc.constant('toolResult'),
  toolCallId: ids,
  toolName: names,
  content: fc.oneof(
    texts.map((text) => [{ type: 'text', text }]),
    fc.constant(null),
  ),
  isError: fc.boolean(),
  details: fc.constantFrom({}, { exit: 0, lines: ['a', 'b'] }),
  timestamp: fc.nat(),
});
const other = fc.oneof(
  fc.record({
    role: fc.constant('user'),
    content: fc.oneof(
      texts,
      texts.map((text) => [{ type: 'text', text }]),
      fc.constant(null),
    ),
    timestamp: fc.nat(),
  }),
  fc.record({
    role: fc.constant('system'),
    content: fc.constantFrom('Be kind.', null),
    sections: fc.constant({ cwd: '/p' }),
    timestamp: fc.nat(),
  }),
  fc.record({
    role: fc.constant('bashExecution'),
    command: texts,
    output: texts,
    exitCode: fc.constantFrom(0, 1),
    excludeFromContext: fc.constantFrom(true, undefined),
    timestamp: fc.nat(),
  }),
  fc.record({
    role: fc.constant('hookMessage'),
    customType: fc.constant('x'),
    content: texts,
    display: fc.boolean(),
    timestamp: fc.nat(),
  }),
);

/** An entry without its place in the tree; `refersTo` picks the entry that it bears on. */
const content: fc.Arbitrary<(refersTo: string) => Entry> = fc.oneof(
  { weight: 6, arbitrary: assistant.map((message) => () => ({ type: 'message', message })) },
  { weight: 6, arbitrary: result.map((message) => () => ({ type: 'message', message })) },
  { weight: 3, arbitrary: other.map((message) => () => ({ type: 'message', message })) },
  {
    weight: 1,
    arbitrary: fc.tuple(texts, fc.boolean()).map(([text, hasCheckpoint]) => (id: string) => ({
      type: 'compaction',
      summary: text,
      firstKeptEntryId: id,
      tokensBefore: 10,
      ...(hasCheckpoint ? { systemMessage: { role: 'system', content: 'Kept.', timestamp: 5 } } : {}),
    })),
  },
  {
    weight: 2,
    arbitrary: fc
      .oneof(fc.constant(null), texts, fc.array(block, { maxLength: 2 }))
      .map((replacement) => (id: string) => ({
        type: 'context_edit',
        targetId: id,
        replacement: replacement === null ? null : { content: replacement },
      })),
  },
  {
    weight: 1,
    arbitrary: texts.map((summary) => (id: string) => ({ type: 'branch_summary', fromId: id, summary })),
  },
  {
    weight: 1,
    arbitrary: fc
      .oneof(
        texts,
        texts.map((text) => [{ type: 'text', text }]),
        fc.constant(undefined),
      )
      .map((text) => () => ({
        type: 'custom_message',
        customType: 'x',
        content: text,
        display: true,
        details: { a: 1 },
      })),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<(id: string) => Entry>(
      (id) => ({ type: 'label', targetId: id, label: 'here' }),
      () => ({ type: 'custom', customType: 'y', data: { a: 1 } }),
      () => ({ type: 'model_change', provider: 'scripted', modelId: 'model-x' }),
      () => ({ type: 'thinking_level_change', thinkingLevel: 'high' }),
      () => ({ type: 'session_info', name: 'Named' }),
      () => ({ type: 'usage', kind: 'cache_warm', provider: 'p', model: 'm', usage: { input: 0 } }),
    ),
  },
);

/** Where an entry goes: mostly behind the one before it. */
const place = fc.record({
  isFork: fc.integer({ min: 0, max: 7 }).map((draw) => draw === 0),
  parent: fc.nat(),
  reference: fc.nat(),
});

export const header = {
  type: 'session',
  version: 3,
  id: 'session-1',
  timestamp: '2026-01-01T00:00:00.000Z',
  cwd: '/p',
};

/** Entries of a session in the order of its file, with branches, edits and compactions. */
export const piTree: fc.Arbitrary<Entry[]> = fc
  .array(fc.tuple(content, place), { maxLength: 25 })
  .map((parts) => {
    const ids = parts.map((_, index) =>
      index % 5 === 4 ? `entry-${index}` : (0xa0000000 + index * 7919).toString(16),
    );
    return parts.map(([make, { isFork, parent, reference }], index) => {
      const before = isFork ? (parent % (index + 1)) - 1 : index - 1;
      return {
        id: ids[index],
        parentId: ids[before] ?? null,
        timestamp: '2026-01-01T00:00:01.000Z',
        ...make(ids[reference % (index + 1)] ?? ''),
      };
    });
  });

/** The same without forks. */
export const piPath: fc.Arbitrary<Entry[]> = piTree.map((entries) =>
  entries.map((entry, index) => ({ ...entry, parentId: entries[index - 1]?.id ?? null })),
);

/** The same without ids, as version 1 has it: compactions name entries by their place in the file. */
export const linearSession: fc.Arbitrary<Entry[]> = fc
  .array(fc.tuple(content, fc.nat()), { maxLength: 20 })
  .map((parts) =>
    parts.map(([make, reference], index) => {
      const { firstKeptEntryId: _, ...entry } = make('none') as Entry;
      const kept = entry.type === 'compaction' ? { firstKeptEntryIndex: reference % (index + 2) } : {};
      return { timestamp: '2026-01-01T00:00:01.000Z', ...entry, ...kept };
    }),
  );

export function jsonLines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
