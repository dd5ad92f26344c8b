import fc from 'fast-check';

/** Values that a provider or a damaged file can put where a string belongs. */
const oddString = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\n\t',
    '|',
    '|fc_1',
    'undefined|fc_2',
    'null',
    'call_1',
    'call_1|fc_1',
    'read',
    'x y',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.anything({ maxDepth: 1 }),
);

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const callBlock = fc.record(
  {
    type: fc.constant('toolCall'),
    id: oddString,
    name: oddString,
    arguments: fc.anything(),
    thoughtSignature: optional(fc.constantFrom('c2ln', 7)),
  },
  { requiredKeys: ['type'] },
);
const textBlock = fc.record(
  { type: fc.constant('text'), text: oddString, textSignature: fc.constantFrom('msg_1', '') },
  { requiredKeys: ['type'] },
);
const thinkingBlock = fc.record(
  { type: fc.constant('thinking'), thinking: oddString, thinkingSignature: fc.constantFrom('rs_1', 'rs_2') },
  { requiredKeys: ['type'] },
);

export const blocks = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: callBlock },
    { weight: 2, arbitrary: textBlock },
    { weight: 2, arbitrary: thinkingBlock },
    { weight: 1, arbitrary: fc.anything({ maxDepth: 2 }) },
  ),
  { maxLength: 10 },
);

const api = fc.constantFrom<unknown>(
  'openai-completions',
  'openai-responses',
  'openai-codex-responses',
  'anthropic-messages',
  'google-generative-ai',
  'google-vertex',
  'some-new-api',
  undefined,
  7,
);

export const assistantMessage = fc.record(
  {
    role: fc.constant('assistant'),
    content: fc.oneof(
      { weight: 12, arbitrary: blocks as fc.Arbitrary<unknown> },
      { weight: 1, arbitrary: fc.anything() },
    ),
    api,
    stopReason: fc.constantFrom<unknown>('toolUse', 'stop', 'length', 'error', 'aborted', undefined, 3),
    timestamp: fc.oneof(fc.integer(), fc.double(), fc.anything({ maxDepth: 0 })),
    diagnostics: fc.oneof(
      fc.anything({ maxDepth: 2 }),
      fc.constant([{ type: 'opl-guardian', details: { unpairedToolCallIds: ['call_1|fc_1'] } }]),
    ),
    responseId: fc.anything({ maxDepth: 1 }),
  },
  { requiredKeys: ['role', 'content'] },
);

const resultMessage = fc.record(
  { role: fc.constant('toolResult'), toolCallId: oddString, toolName: oddString, content: fc.constant([]) },
  { requiredKeys: ['role'] },
);
const otherMessage = fc.record({
  role: fc.constantFrom<unknown>('user', 'system', 'custom', 'bashExecution', 'compactionSummary', undefined),
  content: fc.string(),
});

export const history = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: assistantMessage as fc.Arbitrary<Record<string, unknown>> },
    { weight: 4, arbitrary: resultMessage as fc.Arbitrary<Record<string, unknown>> },
    { weight: 2, arbitrary: otherMessage as fc.Arbitrary<Record<string, unknown>> },
  ),
  { maxLength: 14 },
);
