import { cutCalls, insertNote } from './cut.ts';
import { stopReasonWithout } from './guardian.ts';
import type { RecordedToolCall } from './incident-record.ts';
import { findMalformedCalls } from './malformed.ts';
import { type Block, blocksOf, isSkippedOnReplay, isToolCall, type MessageLike } from './message.ts';
import { type MintedIds, mintId } from './minted-id.ts';
import { leftOutNote } from './notes.ts';
import { matchResults, type ResultLike } from './result-match.ts';
import { unpairedIdsOf } from './stored-diagnostic.ts';

/** A turn of a stored history as the request has to say it. */
export interface TurnInRequest<M> {
  messages: M[];
  /** Malformed calls of the turn; the ones with a `mintedId` kept their place. */
  calls: RecordedToolCall[];
  /** The assistant message when the turn lost every call: `nothing` of it is left but the note, or its `text`. */
  lostAll: { message: M; kept: 'nothing' | 'text'; dropped: number } | undefined;
}

/**
 * Heals one turn: an assistant message and all that follows it up to the next one (or what precedes the first).
 *
 * @param turn messages in order; not changed
 * @param minted ids minted so far for this history
 * @returns `undefined` when the turn stays as it is
 */
export function healTurn<M extends MessageLike>(
  turn: readonly M[],
  minted: MintedIds,
): TurnInRequest<M> | undefined {
  const [head] = turn;
  if (head === undefined) return undefined;
  const isReplayed = head.role === 'assistant' && !isSkippedOnReplay(head);
  const found = isReplayed ? findMalformedCalls(head) : [];
  const results = turn.filter((message): message is M & ResultLike => message.role === 'toolResult');
  const calls = isReplayed ? blocksOf(head).filter(isToolCall) : [];
  const { resultOf, leftOut } = matchResults(
    calls,
    new Set(found.map((call) => call.toolCall)),
    results,
    head.api,
  );

  const newIds = new Map<unknown, string>();
  const recorded = found.map((call): RecordedToolCall => {
    const { id, name } = call.toolCall as Block;
    const result = resultOf.get(call.toolCall);
    if (result === undefined || typeof name !== 'string') return call;
    const mintedId = mintId(head.timestamp, call.contentIndex, name, minted) + itemPart(id);
    newIds.set(call.toolCall, mintedId).set(result, mintedId);
    return { ...call, mintedId };
  });
  const dropped = new Set<unknown>(recorded.filter((call) => !call.mintedId).map((call) => call.toolCall));
  const unpaired = new Set<unknown>(isReplayed ? unpairedIdsOf(head) : undefined);
  let newHead = isReplayed ? withCallIds(head, (call) => newIds.get(call) ?? call.id) : head;
  let kept: 'calls' | 'nothing' | 'text' = 'calls';
  if (dropped.size > 0) {
    const cut = cutCalls(blocksOf(newHead), dropped, head.api);
    for (const call of cut.unpairedCalls) unpaired.add(call.id);
    if (cut.keptCalls.length === 0) {
      for (const result of results) leftOut.add(result);
      kept = cut.content.length === 0 ? 'nothing' : 'text';
    }
    const content = insertNote(cut.content, leftOutNote(dropped.size), head.api);
    newHead = { ...newHead, content, ...stopReasonWithout(head, cut.keptCalls.length) };
  }
  const sentId = (id: unknown) => (typeof id === 'string' && unpaired.has(id) ? withoutItemPart(id) : id);
  newHead = withCallIds(newHead, (call) => sentId(call.id));

  const messages = turn
    .filter((message) => !leftOut.has(message))
    .map((message) => {
      if (message === head) return newHead;
      if (message.role !== 'toolResult') return message;
      return withField(
        message,
        'toolCallId',
        sentId(newIds.get(message) ?? (message as ResultLike).toolCallId),
      );
    });
  const isSame =
    messages.length === turn.length && messages.every((message, index) => message === turn[index]);
  if (isSame) return undefined;
  const lostAll = kept === 'calls' ? undefined : { message: newHead, kept, dropped: dropped.size };
  return { messages, calls: recorded, lostAll };
}

function withCallIds<M extends MessageLike>(message: M, idOf: (call: Block) => unknown): M {
  const blocks = blocksOf(message);
  const renamed = blocks.map((block) => (isToolCall(block) ? withField(block, 'id', idOf(block)) : block));
  return renamed.every((block, index) => Object.is(block, blocks[index]))
    ? message
    : { ...message, content: renamed };
}

function withField<T extends object>(object: T, key: string, value: unknown): T {
  return (object as Record<string, unknown>)[key] === value ? object : { ...object, [key]: value };
}

/** The part of a Responses id that names the item, with its bar; empty for other ids. */
function itemPart(id: unknown): string {
  return typeof id === 'string' && id.includes('|') ? id.slice(id.indexOf('|')) : '';
}

/** A Responses id without the part that names the item. */
export function withoutItemPart(id: string): string {
  return id.split('|', 1)[0] ?? id;
}
