import type { Message } from '@deepseek-ai/dsh-llm';
import { apiOf } from '../dsh-block.ts';
import { dshFacts } from '../dsh-facts.ts';
import { type CoreMessage, hostMessageOf, toCoreMessages } from '../dsh-transcript.ts';
import { type TargetApi, targetOf } from '../history/target.ts';
import { blocksOf, isToolCall, type MessageLike } from '../message.ts';
import type { DshLog, KeptEvent } from './dsh-log.ts';
import type { Branch } from './format.ts';

/** The messages of a log, or of a part of its life, as they are judged. */
export interface DshHistory extends Branch {
  readonly messages: readonly CoreMessage[];
  /** `undefined` for a message that is in no event. */
  seqOf(message: MessageLike): number | undefined;
}

/** Stands for what the user says next, behind a turn that ended with calls that nobody will answer. */
const NEXT_PROMPT = {
  id: 'next-prompt',
  role: 'user',
  source: { kind: 'user' },
  content: [{ type: 'text', text: '(the next prompt)' }],
} as unknown as Message;

/**
 * What the host sends from the end of a log, and, where messages gave way to others, all that was ever sent: the
 * host refuses a log because of a result in there too.
 *
 * @param whole events with unshortened messages, as far as they are known
 */
export function historiesOf(log: DshLog, whole: ReadonlyMap<number, KeptEvent> = new Map()): DshHistory[] {
  const { nodes, appended, replacedBy } = log.surface;
  const active = historyOf(log, nodes, whole, true);
  return replacedBy.size === 0 ? [active] : [active, historyOf(log, appended, whole, false)];
}

function historyOf(
  log: DshLog,
  nodes: readonly number[],
  whole: ReadonlyMap<number, KeptEvent>,
  isActive: boolean,
): DshHistory {
  const events = nodes.flatMap((seq) => whole.get(seq) ?? log.kept.get(seq) ?? []);
  const eventOf = new Map(events.map((event) => [event.message, event]));
  // An answer without content is not sent (`deriveEventMessage` in `dsh-session`).
  const stored = events
    .map(({ message }) => message)
    .filter(({ role, content }) => role !== 'assistant' || content.length > 0);
  const messages = toCoreMessages(
    [...stored, ...virtualMessages(log, stored, isActive)],
    (message) => eventOf.get(message)?.time,
  );
  const seqOf = (message: MessageLike) => eventOf.get(hostMessageOf(message as CoreMessage))?.seq;
  const last = stored.findLast(({ role }) => role === 'assistant');
  const api = last?.source.kind === 'model' ? apiOf(last.source.replayState) : undefined;
  return {
    isActive,
    leaf: isActive ? `seq ${nodes.at(-1) ?? 0}` : 'all messages, replaced ones included',
    facts: dshFacts(api !== undefined) as Branch['facts'],
    lastApi: last === undefined ? undefined : wireApi(api),
    messages,
    seqOf,
    placeOf: (message) => {
      const seq = seqOf(message);
      return seq === undefined ? 'the end of the log' : `seq ${seq}`;
    },
  };
}

/** `dsh-llm-deepseek` speaks chat completions and names no API; `dsh-llm-pi-ai` names the one of each answer. */
function wireApi(api: unknown): TargetApi | undefined {
  return api === undefined ? 'openai-completions' : targetOf(api);
}

function virtualMessages(log: DshLog, stored: readonly Message[], isActive: boolean): readonly Message[] {
  if (!isActive) return [];
  if (log.isOpen) return log.closers;
  const last = stored.at(-1);
  return last?.role === 'assistant' && last.content.some(({ type }) => type === 'tool-call')
    ? [NEXT_PROMPT]
    : [];
}

/** The ranges of a history's turns: each assistant message and what follows it up to the next one. */
export function turnStarts(messages: readonly MessageLike[]): number[] {
  return messages.flatMap(({ role }, index) => (index === 0 || role === 'assistant' ? [index] : []));
}

export function toolCallsOf(message: MessageLike) {
  return blocksOf(message).filter(isToolCall);
}
