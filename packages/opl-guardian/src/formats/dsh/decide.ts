import { type CoreBlock, hostBlockOf } from '../../dsh/block.ts';
import { type CoreMessage, hostMessageOf } from '../../dsh/transcript.ts';
import type { Finding } from '../../history/finding.ts';
import type { HealedHistory } from '../../history/heal-history.ts';
import { blocksOf, isToolCall, type MessageLike } from '../../message.ts';
import type { TurnCalls } from './call-edits.ts';
import { type EventEdit, giveCallId, giveEvent, giveMessage, giveNew, leaveOut } from './event-edits.ts';
import { chunkSeqsOf } from './events.ts';
import { type DshHistory, toolCallsOf } from './history.ts';
import type { DshLog } from './log.ts';
import { withoutOpenCalls } from './open-calls.ts';
import { type Settled, settle } from './slots.ts';
import type { WholeEvent } from './whole.ts';

type Findings = readonly Finding<MessageLike>[];

/** What becomes of a log. */
export interface Decisions {
  /** By `seq`. */
  edits: Map<number, { edit: EventEdit; findings: Findings }>;
  turns: (TurnCalls & { findings: Findings })[];
}

/**
 * What a mended history makes of the events of its log.
 *
 * @param whole the events of all turns that differ
 */
export function decide(
  log: DshLog,
  history: DshHistory,
  healed: HealedHistory<MessageLike>,
  whole: ReadonlyMap<number, WholeEvent>,
): Decisions {
  const { after, settled, unanswered } = place(
    log,
    history,
    healed.messages as readonly CoreMessage[],
    whole,
  );
  const findingsOf = findingsBySeq(history, healed.findings.map(remedyInLog(unanswered)));
  const { edits, turns }: Decisions = { edits: new Map(), turns: [] };
  const add = (seq: number, edit: EventEdit, top = seq) =>
    edits.set(seq, { edit, findings: findingsOf(top) });

  for (const [seq, { from, message }] of settled.placed) {
    const source = from === undefined ? undefined : whole.get(from)?.event;
    if (source === undefined) add(seq, giveNew(message));
    else if (from !== seq) add(seq, giveEvent(source, message));
    else {
      add(seq, giveMessage(message));
      if (message.source.kind !== 'tool') continue;
      const { callId } = message.source;
      for (const other of log.surface.versionsOf(seq)) add(other, giveCallId(callId), seq);
    }
  }
  for (const seq of settled.leftOut) {
    const isResult = whole.get(seq)?.event.type === 'tool/result';
    const others = isResult ? log.surface.versionsOf(seq) : [];
    for (const each of [seq, ...others]) add(each, leaveOut, seq);
  }
  const mended = new Map(after.map((message) => [history.seqOf(message), message]));
  for (const before of history.messages) {
    const seq = history.seqOf(before);
    if (before.role !== 'assistant' || seq === undefined || settled.placed.get(seq)?.from !== seq) continue;
    const calls = callEdits(before, mended.get(seq));
    if (calls.every(({ id, name, newId, newName }) => id === newId && name === newName)) continue;
    const event = whole.get(seq)?.event;
    const chunks = event === undefined ? [] : chunkSeqsOf(event);
    turns.push({ head: seq, chunks, calls, findings: findingsOf(seq) });
  }
  return { edits, turns };
}

function place(
  log: DshLog,
  history: DshHistory,
  messages: readonly CoreMessage[],
  whole: ReadonlyMap<number, WholeEvent>,
): { after: readonly CoreMessage[]; settled: Settled; unanswered: ReadonlySet<CoreMessage> } {
  const canHold = (seq: number) => {
    const event = whole.get(seq)?.event;
    return event?.surfaceOp === 'append' && event.type !== 'assistant/message';
  };
  const settled = settle(history, messages, canHold);
  if (settled.homeless.size === 0) return { after: messages, settled, unanswered: settled.homeless };
  const newest = history.messages.findLast(({ role }) => role === 'assistant');
  const start = messages.findIndex((message) => newest && hostMessageOf(message) === hostMessageOf(newest));
  const isHosts = (message: CoreMessage) =>
    log.closesCalls && start !== -1 && messages.indexOf(message) > start;
  const { homeless } = settled;
  const hosts = new Set([...homeless].filter(isHosts));
  // The host writes the results of a turn that is open when it loads the log.
  for (const message of hosts) homeless.delete(message);
  const stored = messages.filter((message) => !hosts.has(message));
  const after = withoutOpenCalls(stored, homeless);
  return { after, settled: settle(history, after, canHold), unanswered: homeless };
}

/** What becomes of an unanswered call whose error result has no place in the log. */
function remedyInLog(
  unanswered: ReadonlySet<CoreMessage>,
): (finding: Finding<MessageLike>) => Finding<MessageLike> {
  const ids = new Set([...unanswered].map(({ toolCallId }) => toolCallId));
  return (finding) => {
    const { rule, message, contentIndex } = finding;
    const call = contentIndex === undefined ? undefined : blocksOf(message)[contentIndex];
    if (rule !== 'call-without-result' || !isToolCall(call) || !ids.has(call.id)) return finding;
    return { ...finding, remedy: 'it is left out, and a note says that its outcome is unknown' };
  };
}

function callEdits(before: CoreMessage, after: CoreMessage | undefined): TurnCalls['calls'] {
  const byBlock = new Map(
    blocksOf(after ?? {}).map((block) => [hostBlockOf(block as CoreBlock), block as CoreBlock] as const),
  );
  return toolCallsOf(before).map((call) => {
    const { id: newId, name: newName } = byBlock.get(hostBlockOf(call as CoreBlock)) ?? call;
    return { id: call.id, name: call.name, newId, newName };
  });
}

/** Findings about an event's message; about its turn where there are none. */
function findingsBySeq(history: DshHistory, findings: Findings): (seq: number) => Findings {
  const headOf = new Map<number | undefined, number | undefined>();
  let head: number | undefined;
  for (const message of history.messages) {
    const seq = history.seqOf(message);
    if (message.role === 'assistant') head = seq;
    headOf.set(seq, head);
  }
  const own = Map.groupBy(findings, ({ message }) => history.seqOf(message));
  const ofTurn = Map.groupBy(findings, ({ message }) => headOf.get(history.seqOf(message)));
  return (seq) => own.get(seq) ?? ofTurn.get(headOf.get(seq)) ?? [];
}
