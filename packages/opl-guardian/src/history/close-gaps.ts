import { isSkippedOnReplay, type MessageLike } from '../message.ts';
import { leftOutResultsNote } from '../notes.ts';
import type { HostFacts } from './host-facts.ts';
import { isUsers } from './turns.ts';

/** A message of the request so far, or the place of something that was left out. */
export type Piece<M> = { message: M; gap?: undefined } | { message?: undefined; gap: Gap<M> };

interface Gap<M> {
  /** The turn's message when nothing but a note is left of it; missing where only results were left out. */
  note?: M;
  /** The message that gives a line of the user its time. */
  behind: M;
  /** Counts of what was left out. */
  leftOut: { calls: number; results: number };
}

/**
 * Closes the gaps that lost turns and left-out results leave between the roles of a request.
 *
 * A turn of which nothing is left goes, except where two of the user's messages would then meet. Where results are
 * gone and another assistant message follows, a line of the user stands for them: a function call has to follow a
 * message of the user on the Google APIs, and Anthropic reads two assistant messages as one.
 *
 * @param pieces the request so far
 */
export function closeGaps<M extends MessageLike>(pieces: readonly Piece<M>[], facts: HostFacts<M>): M[] {
  const previous = previouslySent(pieces);
  const backwards: M[] = [];
  let next: M | undefined;
  for (let index = pieces.length - 1; index >= 0; index--) {
    const piece = pieces[index] as Piece<M>;
    const message = piece.gap === undefined ? piece.message : filled(piece.gap, previous[index], next, facts);
    if (message === undefined) continue;
    backwards.push(message);
    if (isSent(message)) next = message;
  }
  return backwards.reverse();
}

function filled<M extends MessageLike>(
  { note, behind, leftOut }: Gap<M>,
  previous: M | undefined,
  next: M | undefined,
  facts: HostFacts<M>,
): M | undefined {
  if (
    note !== undefined &&
    previous !== undefined &&
    next !== undefined &&
    isUsers(previous) &&
    isUsers(next)
  ) {
    return note;
  }
  if (next?.role !== 'assistant') return undefined;
  const meets = previous === undefined ? note === undefined : previous.role === 'assistant';
  return meets ? facts.userLine(leftOutResultsNote(leftOut), behind) : undefined;
}

/** For each place the nearest message in front of it that the request is sure to say. */
function previouslySent<M extends MessageLike>(pieces: readonly Piece<M>[]): (M | undefined)[] {
  let nearest: M | undefined;
  return pieces.map((piece) => {
    const before = nearest;
    if (piece.gap === undefined && isSent(piece.message)) nearest = piece.message;
    return before;
  });
}

function isSent(message: MessageLike): boolean {
  if (message.role === 'assistant') return !isSkippedOnReplay(message);
  return message.role === 'toolResult' || isUsers(message);
}
