import fc from 'fast-check';
import type { TargetApi } from '../../src/history/target.ts';

/** A message in Pi's form. */
export type Message = Record<string, unknown>;

/** Pi's name of each API. */
export const PI_API: Record<TargetApi, string> = {
  'openai-completions': 'openai-completions',
  'openai-responses': 'openai-responses',
  anthropic: 'anthropic-messages',
  google: 'google-generative-ai',
};

/** The model that a history of an API was made with, and that the request goes to. */
export const MODEL_ID = 'gemini-3-model';

const oftenPlain = <T>(plain: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: odd });

const half = '\ud83d';

/** Deeper than the look at every request goes, and without a fault. */
const DEEP = JSON.parse(`${'{"a":'.repeat(70)}1${'}'.repeat(70)}`) as object;

const words = oftenPlain(fc.constantFrom('I look.', 'Done.', '🙂'), fc.constantFrom('', ' \n', `a${half}`));
const id = oftenPlain<unknown>(
  fc.constantFrom('call_1', 'call_2', 'call_3'),
  fc.constantFrom('', ' ', undefined, null, 7, 'a:1', 'a_1', 'x'.repeat(64), 'x'.repeat(65), 'é', 'a b'),
);
const name = oftenPlain<unknown>(
  fc.constantFrom('read', 'bash'),
  fc.constantFrom<unknown>(
    ...['', ' ', undefined, null, 7, ' read', 'read<|channel|>x', 'a.b:c', '1st', 'é', `re${half}`],
    ...[64, 65, 128, 129].map((length) => 'n'.repeat(length)),
  ),
);
const callArguments = oftenPlain<unknown>(
  fc.constantFrom({}, { path: 'a' }, { path: 'b' }),
  fc.constantFrom<unknown>(
    DEEP,
    '{"path":"a"}',
    'half{',
    '[]',
    null,
    undefined,
    7,
    [1],
    { a: half },
    { [half]: 1 },
  ),
);

/** A turn of the model, before it gets the signatures of its API. */
const turn = fc.record({
  kind: fc.constant('turn' as const),
  api: fc.constantFrom<TargetApi>('openai-completions', 'openai-responses', 'anthropic', 'google'),
  thinking: fc.boolean(),
  /** Whether the turn thinks again in front of each call. */
  interleaves: fc.boolean(),
  text: fc.option(words),
  calls: fc.array(
    fc.record({ id, name, arguments: callArguments, hasItem: fc.boolean(), sharesItem: fc.boolean() }),
    { maxLength: 3 },
  ),
  stopReason: fc.constantFrom(
    undefined,
    undefined,
    undefined,
    undefined,
    'toolUse',
    'error',
    'aborted',
    'length',
  ),
  /** For each call which results it has. */
  results: fc.array(
    fc.constantFrom('one', 'one', 'one', 'one', 'one', 'none', 'error', 'error first', 'twice', 'nameless'),
    { minLength: 3, maxLength: 3 },
  ),
  isReversed: fc.boolean(),
  /** What stands between the turn and its results. */
  between: fc.option(fc.constantFrom('user', 'system', 'custom', 'bashExecution', 'hidden', 'aborted'), {
    freq: 8,
  }),
  isWhole: fc.constantFrom(true, true, true, false),
});
type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never;

const other = fc.record({
  kind: fc.constantFrom('user', 'user', 'user', 'system', 'custom', 'bashExecution', 'hidden', 'summary'),
  content: fc.oneof(
    { weight: 4, arbitrary: fc.constant<unknown>('go on') },
    { weight: 1, arbitrary: words },
    { weight: 1, arbitrary: words.map((text) => [{ type: 'text', text }]) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>('', [], undefined, null) },
  ),
});
const orphan = fc.record({
  kind: fc.constant('orphan' as const),
  toolCallId: id,
  toolName: name,
  isError: fc.boolean(),
});

/** Histories that a model, a host and years of old files can leave behind: whole ones, and all that breaks them. */
export const nastyHistory: fc.Arbitrary<Message[]> = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: turn },
      { weight: 4, arbitrary: other },
      { weight: 1, arbitrary: orphan },
    ),
    { maxLength: 8 },
  )
  .map((steps) =>
    steps.flatMap((step, at): Message[] => {
      if (step.kind === 'turn') return messagesOf(step as Turn, at);
      if (step.kind === 'orphan') {
        const { toolCallId, toolName, isError } = step as {
          toolCallId: unknown;
          toolName: unknown;
          isError: boolean;
        };
        return [resultMessage(toolCallId, toolName, isError)];
      }
      return [otherMessage(step.kind, (step as { content: unknown }).content)];
    }),
  );

function otherMessage(kind: string, content: unknown): Message {
  const more = { timestamp: 1_700_000_000_000 };
  if (kind === 'aborted')
    return { ...assistantMessage([{ type: 'text', text: 'x' }], 'anthropic'), stopReason: kind };
  if (kind === 'hidden')
    return { role: 'bashExecution', command: 'ls', output: '', excludeFromContext: true, ...more };
  if (kind === 'bashExecution') return { role: kind, command: 'ls', output: '', ...more };
  if (kind === 'summary') return { role: 'compactionSummary', summary: 's', ...more };
  return { role: kind, content: kind === 'system' ? 'be brief' : content, ...more };
}

function assistantMessage(content: unknown[], api: TargetApi): Message {
  return {
    role: 'assistant',
    api: PI_API[api],
    provider: 'fake',
    model: MODEL_ID,
    stopReason: content.some((block) => (block as Message).type === 'toolCall') ? 'toolUse' : 'stop',
    timestamp: 1_700_000_000_000,
    content,
  };
}

function resultMessage(toolCallId: unknown, toolName: unknown, isError: boolean): Message {
  return {
    role: 'toolResult',
    toolCallId,
    toolName,
    content: [{ type: 'text', text: isError ? 'failed' : 'done' }],
    isError,
    timestamp: 1_700_000_000_001,
  };
}

function messagesOf(turn: Turn, at: number): Message[] {
  const content = blocksOf(turn, at);
  const head = assistantMessage(content, turn.api);
  if (isOdd(turn)) head.model = 'lenient-model';
  if (turn.stopReason !== undefined) head.stopReason = turn.stopReason;
  const results = turn.calls.flatMap((call, index): Message[] => {
    const own = content.filter((block) => (block as Message).type === 'toolCall')[index] as Message;
    const made = (isError: boolean, toolName: unknown = call.name) =>
      resultMessage(own.id, toolName, isError);
    switch (turn.isWhole ? 'one' : turn.results[index]) {
      case 'none':
        return [];
      case 'error':
        return [made(true)];
      case 'error first':
        return [made(true), made(false)];
      case 'twice':
        return [made(false), made(false)];
      case 'nameless':
        return [made(false, '')];
      default:
        return [made(false)];
    }
  });
  if (turn.isReversed && !turn.isWhole) results.reverse();
  const between = turn.between === null ? [] : [otherMessage(turn.between, 'wait')];
  return [head, ...between, ...results];
}

/** An endpoint that hands out odd ids takes them back: that was another one than the strict one of the request. */
function isOdd({ calls }: Turn): boolean {
  return calls.some((call) => !/^call_\d$/.test(String(call.id)));
}

/** The blocks of a turn, with ids and signatures that no other turn has. */
function blocksOf(turn: Turn, at: number): unknown[] {
  const { api, thinking, interleaves, text, calls } = turn;
  const blocks: unknown[] = [];
  const think = (part: string) => {
    if (thinking) blocks.push(thinkingBlock(api, `${at}_${part}`));
  };
  think('t');
  if (text !== null) {
    const signed = api === 'openai-responses' && text.trim() !== '' ? { textSignature: `msg_${at}` } : {};
    blocks.push({ type: 'text', text, ...signed });
  }
  for (const [index, call] of calls.entries()) {
    if (index > 0 && interleaves) think(String(index));
    const item = call.sharesItem && !thinking && !isOdd(turn) ? 'fc_shared' : `fc_${at}_${index}`;
    const isPaired = api === 'openai-responses' && (thinking || call.hasItem) && typeof call.id === 'string';
    const signed =
      api === 'google' && index === 0 && thinking ? { thoughtSignature: signatureOf(`${at}_c`) } : {};
    blocks.push({
      type: 'toolCall',
      id: isPaired ? `${call.id}|${item}` : call.id,
      name: call.name,
      arguments: call.arguments,
      ...signed,
    });
  }
  // A turn that ends in thinking is nobody's: the answer was cut off and is skipped, or its thinking is unsigned.
  while ((blocks.at(-1) as Message | undefined)?.type === 'thinking') blocks.pop();
  return blocks;
}

function thinkingBlock(api: TargetApi, id: string): Message {
  const thinking = `I think ${id}.`;
  switch (api) {
    case 'openai-completions':
      return { type: 'thinking', thinking, thinkingSignature: 'reasoning_content' };
    case 'openai-responses':
      return {
        type: 'thinking',
        thinking,
        thinkingSignature: JSON.stringify({ type: 'reasoning', id: `rs_${id}`, summary: [] }),
      };
    default:
      return { type: 'thinking', thinking, thinkingSignature: signatureOf(id) };
  }
}

/** Base64, as Google demands. */
function signatureOf(id: string): string {
  return Buffer.from(`signature ${id}`.padEnd(18, '.')).toString('base64');
}
