import { closeGaps, type LostTurns } from './close-gaps.ts';
import { healTurn } from './heal-turn.ts';
import type { RecordedToolCall } from './incident-record.ts';
import { idFault, malformedReason } from './malformed.ts';
import { blocksOf, isToolCall, type MessageLike } from './message.ts';
import type { MintedIds } from './minted-id.ts';
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

/** Makes a message of the user in the host's form, for a place that is named by the message in front of it. */
export type UserLine<M> = (text: string, behind: M) => M;

/**
 * Makes the malformed tool calls of a stored history harmless for one request.
 *
 * A call whose id alone is at fault and whose result is surely its own keeps its place: both get one minted id,
 * the same at every request. Otherwise call and result are left out together. A turn that keeps calls is cut as
 * a new message would be; one that loses all of them keeps its text, or is left out whole when it had none.
 * Turns that the host skips on replay are not touched.
 *
 * @param messages a whole transcript in Pi's form, system messages included
 * @param userLine makes the line that stands for left-out results where two assistant messages would meet
 */
export function healHistory<M extends MessageLike>(
  messages: readonly M[],
  userLine: UserLine<M> = piUserLine,
): HealedHistory<M> {
  let firstOdd = 0;
  while (firstOdd < messages.length && !needsHealing(messages[firstOdd] as M)) firstOdd++;
  if (firstOdd === messages.length) return { messages, healed: [] };

  const out: M[] = [];
  const healed: HealedTurn<M>[] = [];
  const lost: LostTurns<M> = new Map();
  const minted: MintedIds = new Map();
  let changed = false;
  for (const turn of turnsOf(messages)) {
    const inRequest = turn.some(needsHealing) ? healTurn(turn, minted) : undefined;
    for (const message of inRequest?.messages ?? turn) out.push(message);
    if (inRequest === undefined) continue;
    changed = true;
    if (inRequest.calls.length > 0) healed.push({ message: turn[0] as M, calls: inRequest.calls });
    if (inRequest.lostAll !== undefined) lost.set(inRequest.lostAll.message, inRequest.lostAll);
  }
  if (!changed) return { messages, healed };
  return { messages: lost.size > 0 ? closeGaps(out, lost, userLine) : out, healed };
}

/** Runs over every message of every request, so it only looks; it may be too careful, never too lax. */
function needsHealing(message: MessageLike): boolean {
  if (message.role === 'toolResult') {
    return idFault((message as ResultLike).toolCallId, 'openai-responses') !== undefined;
  }
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

function piUserLine<M extends MessageLike>(text: string, behind: M): M {
  const { timestamp } = behind;
  return { role: 'user', content: [{ type: 'text', text }], timestamp } as unknown as M;
}
