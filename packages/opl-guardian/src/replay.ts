import { healTurn } from './heal-turn.ts';
import type { RecordedToolCall } from './incident-record.ts';
import { idFault, malformedReason } from './malformed.ts';
import { blocksOf, isSkippedOnReplay, isToolCall, type MessageLike } from './message.ts';
import type { ResultLike } from './result-match.ts';
import { unpairedIdsOf } from './stored-diagnostic.ts';

/** A stored turn that held malformed calls. */
export interface HealedTurn<M> {
  /** The assistant message as it is stored. */
  message: M;
  /** Its malformed calls; the ones with a `mintedId` kept their place. */
  calls: RecordedToolCall[];
}

export interface HealedHistory<M> {
  /** The very array that came in when there was nothing to change, else a new one; no message is mutated. */
  messages: readonly M[];
  healed: HealedTurn<M>[];
}

/**
 * Makes the malformed tool calls of a stored history harmless for one request.
 *
 * A call whose id alone is at fault and whose result is surely its own keeps its place: both get one minted id,
 * the same at every request. Otherwise call and result are left out together. A turn that keeps calls is cut as
 * a new message would be; one that loses all of them keeps its text, or is left out whole when it had none.
 * Turns that the host skips on replay are not touched.
 *
 * @param messages a whole transcript in Pi's form, system messages included
 */
export function healHistory<M extends MessageLike>(messages: readonly M[]): HealedHistory<M> {
  let firstOdd = 0;
  while (firstOdd < messages.length && !needsHealing(messages[firstOdd] as M)) firstOdd++;
  if (firstOdd === messages.length) return { messages, healed: [] };

  const out: M[] = [];
  const healed: HealedTurn<M>[] = [];
  const emptied = new Set<M>();
  const taken = new Set<string>();
  let changed = false;
  for (const turn of turnsOf(messages)) {
    const inRequest = turn.some(needsHealing) ? healTurn(turn, taken) : undefined;
    out.push(...(inRequest?.messages ?? turn));
    if (inRequest === undefined) continue;
    changed = true;
    if (inRequest.calls.length > 0) healed.push({ message: turn[0] as M, calls: inRequest.calls });
    if (inRequest.emptied !== undefined) emptied.add(inRequest.emptied);
  }
  if (!changed) return { messages, healed };
  return { messages: emptied.size > 0 ? withoutEmptied(out, emptied) : out, healed };
}

/** Runs over every message of every request, so it only looks; it may be too careful, never too lax. */
function needsHealing(message: MessageLike): boolean {
  if (message.role === 'toolResult')
    return idFault((message as ResultLike).toolCallId, 'openai-responses') !== undefined;
  if (message.role !== 'assistant') return false;
  const blocks = blocksOf(message);
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index];
    if (isToolCall(block) && malformedReason(block, message.api) !== undefined) return true;
  }
  return unpairedIdsOf(message) !== undefined;
}

/** Cuts a transcript in front of every assistant message. */
function* turnsOf<M extends MessageLike>(messages: readonly M[]): Generator<readonly M[]> {
  for (let start = 0; start < messages.length; ) {
    let end = start + 1;
    while (end < messages.length && messages[end]?.role !== 'assistant') end++;
    yield messages.slice(start, end);
    start = end;
  }
}

/** Leaves emptied turns out, except where two of the user's messages would then follow each other in the request. */
function withoutEmptied<M extends MessageLike>(messages: readonly M[], emptied: ReadonlySet<M>): M[] {
  const kept: M[] = [];
  let previous: M | undefined;
  for (const [index, message] of messages.entries()) {
    if (emptied.has(message)) {
      const next = messages.find((other, at) => at > index && isSent(other) && !emptied.has(other));
      if (!isUsers(previous) || !isUsers(next)) continue;
    }
    kept.push(message);
    if (isSent(message)) previous = message;
  }
  return kept;
}

function isSent(message: MessageLike): boolean {
  if (message.role === 'assistant') return !isSkippedOnReplay(message);
  return (
    message.role !== 'system' && (message as { excludeFromContext?: unknown }).excludeFromContext !== true
  );
}

/** Custom messages, shell commands and summaries are sent as the user's. */
function isUsers(message: MessageLike | undefined): boolean {
  return message !== undefined && message.role !== 'assistant' && message.role !== 'toolResult';
}
