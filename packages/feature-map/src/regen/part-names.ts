import { byteLength } from '../map/budget.ts';
import { fillIn, HINTS, withoutFillIns } from './fill-in.ts';
import { withoutClosing } from './plain-markdown.ts';
import type { Unit } from './units.ts';

export interface PartName {
  /** As a reader of the answer knows the part. */
  readonly name: string;
  /** The heading's line. */
  readonly heading: string;
}

const NUMBERED = /^Part \d+$|, part \d+$/;
/** Bytes of the line endings that are put around a heading, at their longest. */
export const ENDINGS = 8;
/** Bytes of a number's most digits. */
const DIGITS = 8;

/** Names for the parts of one section; a name that has to be filled in is given once. */
export class PartNames {
  readonly #taken: Set<string>;

  /** @param headings markup of the part headings that the section has */
  constructor(headings: readonly string[]) {
    this.#taken = new Set(headings.map(withoutFillIns));
  }

  /**
   * Names a part.
   *
   * @param units what is in it
   * @param topic the name of the topic that it begins
   * @param base the name of the part that it continues
   */
  name(units: readonly Unit[], topic: string | undefined, base: string | undefined): PartName {
    const name = topic ?? leadInsOf(units);
    if (name !== undefined) return { name, heading: headingLine(name) };
    const stem = stemOf(base);
    let number = stem === undefined ? 1 : 2;
    while (this.#taken.has(numbered(stem, number))) number++;
    const placeholder = numbered(stem, number);
    this.#taken.add(placeholder);
    return { name: placeholder, heading: placeholderLine(placeholder) };
  }
}

/**
 * Most bytes that the heading of a part takes, with the line endings around it.
 *
 * @param longest the longest of its lead-ins
 */
export function headingRoom(longest: string, topic: string | undefined, base: string | undefined): number {
  const named = byteLength(headingLine(topic ?? range(longest, longest)));
  return Math.max(named, byteLength(placeholderLine(numbered(stemOf(base), 1)))) + DIGITS + ENDINGS;
}

/** The lead-in that a part begins with; where it holds several, the first and the last of them. */
function leadInsOf(units: readonly Unit[]): string | undefined {
  const first = units[0]?.leadIn;
  const last = units.findLast(({ leadIn }) => leadIn !== undefined)?.leadIn;
  return first === undefined || last === first ? first : range(first, last ?? '');
}

function range(first: string, last: string): string {
  return `${first} … ${last}`;
}

/** The name that a continued part has without its number; `undefined` where it is a number alone. */
function stemOf(base: string | undefined): string | undefined {
  return base?.replace(NUMBERED, '') || undefined;
}

function numbered(stem: string | undefined, number: number): string {
  return stem === undefined ? `Part ${number}` : `${stem}, part ${number}`;
}

function placeholderLine(name: string): string {
  return `### ${name} ${fillIn(HINTS.part)}`;
}

function headingLine(name: string): string {
  return `### ${withoutClosing(name)}`;
}
