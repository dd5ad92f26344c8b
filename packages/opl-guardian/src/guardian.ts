import { cutCalls, insertNote } from './cut.ts';
import { findMalformedCalls, type RemovedToolCall } from './malformed.ts';
import { blocksOf, type MessageLike } from './message.ts';
import { droppedAllNote, droppedSomeNote, EVIDENCE_FILE, type EvidenceOutcome } from './notes.ts';

export { buildIncidentRecord, type IncidentRecord, type IncidentSession } from './incident-record.ts';
export type { MalformedReason, RemovedToolCall } from './malformed.ts';
export type { MessageLike } from './message.ts';
export type { EvidenceOutcome } from './notes.ts';

export interface GuardedMessage<M> {
  /** A changed copy of the message: legal to store and to replay on every API. */
  message: M;
  removedToolCalls: RemovedToolCall[];
  /** Count of the calls that stay and run. */
  keptToolCalls: number;
  /** Ids of kept calls that a request has to send without their Responses item id; see `Cut.unpairedCalls`. */
  unpairedToolCallIds: string[];
}

/**
 * Takes the malformed tool calls out of a finished assistant message, before it is stored or run.
 *
 * Pure: the input is not changed, surviving calls are the same objects in the same order (on the Google APIs
 * the first of them may be a copy that took over the group's signature), and a second pass changes nothing.
 * `stopReason` becomes `stop` where it said `toolUse` and no call is left; every other value stays, so that the
 * host still treats a `length` stop as truncated. Never throws for plain data.
 *
 * @param message an assistant message in Pi's form
 * @param evidence where the record of this incident went, for the note in the message
 * @returns `undefined` when there is nothing to take out
 */
export function guardAssistantMessage<M extends MessageLike>(
  message: M,
  evidence: EvidenceOutcome = { written: true, file: EVIDENCE_FILE },
): GuardedMessage<M> | undefined {
  const removedToolCalls = findMalformedCalls(message);
  if (removedToolCalls.length === 0) return undefined;

  const dropped = new Set<unknown>(removedToolCalls.map((removed) => removed.toolCall));
  const cut = cutCalls(blocksOf(message), dropped, message.api);
  const kept = cut.keptCalls.length;
  const note =
    kept === 0
      ? droppedAllNote(removedToolCalls.length, evidence)
      : droppedSomeNote(removedToolCalls.length, kept, evidence);
  return {
    message: {
      ...message,
      content: insertNote(cut.content, note, message.api),
      ...stopReasonWithout(message, kept),
    },
    removedToolCalls,
    keptToolCalls: kept,
    unpairedToolCallIds: cut.unpairedCalls.map((call) => String(call.id)),
  };
}

/** The stop reason to set once `kept` calls are left, or nothing where it stays. */
export function stopReasonWithout(message: MessageLike, kept: number): { stopReason?: 'stop' } {
  return kept === 0 && message.stopReason === 'toolUse' ? { stopReason: 'stop' } : {};
}
