import { isSkippedOnReplay, type MessageLike } from '../message.ts';

/**
 * An assistant message that is sent and all that follows it up to the next one, or what precedes the first.
 * Assistant messages that the host skips belong to the turn in which they stand.
 */
export interface Turn<M> {
  messages: readonly M[];
  /** Where its first message stands in the history. */
  start: number;
  /** Whether no other turn follows. */
  isNewest: boolean;
}

export function* turnsOf<M extends MessageLike>(messages: readonly M[]): Generator<Turn<M>> {
  for (let start = 0; start < messages.length; ) {
    let end = start + 1;
    while (end < messages.length && !isSentTurn(messages[end] as M)) end++;
    yield { messages: messages.slice(start, end), start, isNewest: end === messages.length };
    start = end;
  }
}

/** An assistant message that the host sends. */
export function isSentTurn(message: MessageLike): boolean {
  return message.role === 'assistant' && !isSkippedOnReplay(message);
}

/** An assistant message that the host does not send. */
export function isSkippedTurn(message: MessageLike): boolean {
  return message.role === 'assistant' && isSkippedOnReplay(message);
}

/** Custom messages, shell commands and summaries are sent as the user's. */
export function isUsers(message: MessageLike): boolean {
  const { role } = message;
  return (
    role !== 'assistant' &&
    role !== 'toolResult' &&
    role !== 'system' &&
    (message as { excludeFromContext?: unknown }).excludeFromContext !== true
  );
}

/** What may not stand between a call and its result: Pi closes a turn at it (`transform-messages.js`). */
export function closesTurn(message: MessageLike): boolean {
  return message.role === 'assistant' || isUsers(message);
}
