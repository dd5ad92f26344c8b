import type { TurnInRequest } from './heal-turn.ts';
import { isSkippedOnReplay, type MessageLike } from './message.ts';
import { leftOutResultsNote } from './notes.ts';
import type { UserLine } from './replay.ts';

/** Turns that lost every call, by their assistant message. */
export type LostTurns<M> = Map<M, NonNullable<TurnInRequest<M>['lostAll']>>;

/**
 * Closes the gaps that lost turns and their left-out results leave between the roles of a request.
 *
 * A turn of which nothing is left goes, except where two of the user's messages would then meet. Behind a turn
 * that kept its text, a line of the user stands for the results when another assistant message follows: a
 * function call has to follow a message of the user on the Google APIs, and Anthropic reads two assistant
 * messages as one.
 *
 * @param messages the request so far
 * @param lost the turns of it that lost every call
 */
export function closeGaps<M extends MessageLike>(
  messages: readonly M[],
  lost: LostTurns<M>,
  userLine: UserLine<M>,
): M[] {
  const previous = previouslySent(messages, lost);
  const backwards: M[] = [];
  let next: M | undefined;
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index] as M;
    const turn = lost.get(message);
    if (turn?.kept === 'nothing') {
      if (!isUsers(next) || !isUsers(previous[index])) continue;
    } else if (turn?.kept === 'text' && next?.role === 'assistant') {
      backwards.push(userLine(leftOutResultsNote(turn.dropped), message));
    }
    backwards.push(message);
    if (isSent(message)) next = message;
  }
  return backwards.reverse();
}

/** For each place the nearest message in front of it that the request is sure to say. */
function previouslySent<M extends MessageLike>(
  messages: readonly M[],
  lost: LostTurns<M>,
): (M | undefined)[] {
  let nearest: M | undefined;
  return messages.map((message) => {
    const before = nearest;
    if (isSent(message) && lost.get(message)?.kept !== 'nothing') nearest = message;
    return before;
  });
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
