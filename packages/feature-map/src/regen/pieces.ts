import { byteLength } from '../map/budget.ts';
import { ENDINGS, headingRoom } from './part-names.ts';
import type { Topic } from './topics.ts';
import type { Unit } from './units.ts';

/** Units that become one part. */
export interface Piece {
  readonly units: readonly Unit[];
  /** The topic whose first piece it is. */
  readonly topic: string | undefined;
}

/**
 * Divides a topic into pieces that fit, as few as there can be from the first unit on. A unit that does not fit is a
 * piece of its own. Takes time linear in the units.
 *
 * @param room bytes of a piece with its heading
 * @param base the name of the part that the topic continues, where it begins none
 * @param headed whether the first piece has its heading
 */
export function piecesOf(topic: Topic, room: number, base: string | undefined, headed: boolean): Piece[] {
  const { units } = topic;
  const pieces: Piece[] = [];
  let from = 0;
  while (from < units.length) {
    const name = from === 0 ? topic.name : undefined;
    const isHeaded = headed && from === 0;
    const heading = (longest: string) =>
      isHeaded ? ENDINGS : headingRoom(longest, name, topic.name ?? base);
    const end = fittingEnd(units, from, room, heading);
    const to = end < units.length ? strongBorder(units, from, end) : end;
    pieces.push({ units: units.slice(from, to), topic: name });
    from = to;
  }
  return pieces;
}

/** Index behind the last unit that fits; at least one unit counts as fitting. */
function fittingEnd(
  units: readonly Unit[],
  from: number,
  room: number,
  heading: (longest: string) => number,
): number {
  let longest = '';
  let bytes = 0;
  let end = from;
  for (; end < units.length; end++) {
    const { leadIn = '', bytes: more = 0 } = units[end] ?? {};
    if (byteLength(leadIn) > byteLength(longest)) longest = leadIn;
    bytes += more;
    if (end > from && heading(longest) + bytes > room) break;
  }
  return end;
}

function strongBorder(units: readonly Unit[], from: number, end: number): number {
  for (let index = end; index > from; index--) {
    if (units[index]?.weak === false) return index;
  }
  return end;
}
