import type { Message } from '@deepseek-ai/dsh-llm';
import { apiOf } from '../../dsh/block.ts';
import { dshFacts } from '../../dsh/facts.ts';
import { type CoreMessage, hostMessageOf, toCoreMessages } from '../../dsh/transcript.ts';
import { type TargetApi, targetOf } from '../../history/target.ts';
import { blocksOf, isToolCall, type MessageLike } from '../../message.ts';
import type { Branch } from '../format.ts';
import type { DshLog, KeptEvent } from './log.ts';

/** The messages of a log, or of a part of its life, as they are judged. */
export interface DshHistory extends Branch {
  readonly messages: readonly CoreMessage[];
  /** Whether the host would send it. */
  readonly isSent: boolean;
  /** `undefined` for a message that is in no event. */
  seqOf(message: MessageLike): number | undefined;
}

/** Stands for what the user says next, behind calls that nobody will answer. */
const NEXT_PROMPT = {
  id: 'next-prompt',
  role: 'user',
  source: { kind: 'user' },
  content: [{ type: 'text', text: '(the next prompt)' }],
} as unknown as Message;

/**
 * What the host sends from the end of a log, and, where there are any, the turns that it would not send but because
 * of which it refuses the log: a tool result without a call id is refused although others took its place.
 *
 * @param whole events with unshortened messages, as far as they are known
 */
export function historiesOf(log: DshLog, whole: ReadonlyMap<number, KeptEvent> = new Map()): DshHistory[] {
  const active = historyOf(log, log.surface.nodes, whole, true);
  const refused = refusedTurns(log).flat();
  return refused.length === 0 ? [active] : [active, historyOf(log, refused, whole, false)];
}

/** Hidden turns, each as the `seq` of its answer and of its results, with a result that has no call id. */
export function refusedTurns(log: DshLog): number[][] {
  if (!log.surface.hasReplacements) return [];
  const active = new Set(log.surface.nodes);
  const turns: number[][] = [];
  for (const seq of log.surface.appended) {
    const { message } = log.kept.get(seq) as KeptEvent;
    if (message.role === 'assistant') turns.push(active.has(seq) ? [] : [seq]);
    else if (message.source.kind === 'tool' && !active.has(seq)) turns.at(-1)?.push(seq);
  }
  return turns.filter(
    ([head, ...results]) => head !== undefined && results.some((seq) => hasNoCallId(log, seq)),
  );
}

function hasNoCallId(log: DshLog, seq: number): boolean {
  const source = log.kept.get(seq)?.message.source;
  return source?.kind === 'tool' && (typeof source.callId !== 'string' || source.callId === '');
}

function historyOf(
  log: DshLog,
  nodes: readonly number[],
  whole: ReadonlyMap<number, KeptEvent>,
  isSent: boolean,
): DshHistory {
  const events = nodes.flatMap((seq) => whole.get(seq) ?? log.kept.get(seq) ?? []);
  const eventOf = new Map(events.map((event) => [event.message, event]));
  // An answer without content is not sent (`deriveEventMessage` in `dsh-session`).
  const stored = events
    .map(({ message }) => message)
    .filter(({ role, content }) => role !== 'assistant' || content.length > 0);
  const messages = toCoreMessages(
    isSent ? [...stored, ...virtualMessages(log, stored)] : stored,
    (message) => eventOf.get(message)?.time,
  );
  const seqOf = (message: MessageLike) => eventOf.get(hostMessageOf(message as CoreMessage))?.seq;
  const last = stored.findLast(({ role }) => role === 'assistant');
  const api = last?.source.kind === 'model' ? apiOf(last.source.replayState) : undefined;
  return {
    // The host opens nothing of a log that it refuses.
    isActive: true,
    leaf: isSent ? `seq ${nodes.at(-1) ?? 0}` : 'messages that gave way to others',
    facts: dshFacts(api !== undefined) as Branch['facts'],
    lastApi: last === undefined ? undefined : wireApi(api),
    messages,
    isSent,
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

function virtualMessages(log: DshLog, stored: readonly Message[]): readonly Message[] {
  const newest = stored.findLastIndex(({ role }) => role === 'assistant');
  const calls = stored[newest]?.content.filter(({ type }) => type === 'tool-call').length ?? 0;
  const behind = [...stored.slice(newest + 1), ...log.closers];
  const isAnswered = behind.filter(({ source }) => source.kind === 'tool').length >= calls;
  return isAnswered ? log.closers : [...log.closers, NEXT_PROMPT];
}

export function toolCallsOf(message: MessageLike) {
  return blocksOf(message).filter(isToolCall);
}
