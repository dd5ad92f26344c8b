import { isSpace, SPACE, TAB } from './chars.ts';

const BYTE_ORDER_MARK = 0xfeff;

/**
 * A cursor over the lines of a text. `\n`, `\r\n` and a lone `\r` end a line; a byte order mark in front is no
 * part of the first one. Offsets are UTF-16 indices into the text, columns are 0-based with tabs to every
 * fourth, as CommonMark counts them (https://spec.commonmark.org/0.31.2/#tabs).
 *
 * One object serves a whole scan, so that a line costs no allocation; moving on takes time linear in the text.
 */
export class Line {
  readonly text: string;
  /** 0-based number of the line. */
  number = -1;
  /** Offsets of the line's first character, of its ending, and of the line below. */
  start = 0;
  end = 0;
  below: number;
  /** Offset and column of the first character that is neither space nor tab behind what was taken so far. */
  mark = 0;
  column = 0;
  /** Column up to which containers have taken the line; it may lie within a tab. */
  taken = 0;

  #lineFeed = -1;
  #carriageReturn = -1;
  #noBreakMarker = 0;
  #noBreakBefore = 0;

  constructor(text: string) {
    this.text = text;
    this.below = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  }

  /** Moves to the next line; `false` at the end of the text. */
  advance(): boolean {
    const { text, below } = this;
    if (below >= text.length) return false;
    if (this.#lineFeed < below) this.#lineFeed = indexOrEnd(text, '\n', below);
    if (this.#carriageReturn < below) this.#carriageReturn = indexOrEnd(text, '\r', below);
    const lineFeed = this.#lineFeed;
    const carriageReturn = this.#carriageReturn;
    this.number++;
    this.start = below;
    this.end = Math.min(lineFeed, carriageReturn);
    this.below = lineFeed === carriageReturn + 1 ? lineFeed + 1 : this.end + 1;
    this.taken = 0;
    this.skipSpace(below, 0);
    return true;
  }

  /** Columns between what containers took and the first character. */
  get indent(): number {
    return this.column - this.taken;
  }

  /** Whether nothing but spaces and tabs is left. */
  get blank(): boolean {
    return this.mark >= this.end;
  }

  /** Puts `mark` and `column` on the first character at or behind `offset` that is neither space nor tab. */
  skipSpace(offset: number, column: number): void {
    const { text, end } = this;
    while (offset < end) {
      const code = text.charCodeAt(offset);
      if (code === SPACE) column++;
      else if (code === TAB) column += 4 - (column & 3);
      else break;
      offset++;
    }
    this.mark = offset;
    this.column = column;
  }

  /**
   * Whether the rest of the line is a thematic break, from `mark` on, where its marker stands. What one question
   * found out answers the next on the same line, so a line of a hundred thousand list markers stays linear.
   */
  isThematicBreak(): boolean {
    const { text, mark, end } = this;
    const marker = text.charCodeAt(mark);
    if (marker === this.#noBreakMarker && mark < this.#noBreakBefore) return false;
    let count = 0;
    let offset = mark;
    for (; offset < end; offset++) {
      const code = text.charCodeAt(offset);
      if (code === marker) count++;
      else if (!isSpace(code)) break;
    }
    if (offset === end && count >= 3) return true;
    this.#noBreakMarker = marker;
    this.#noBreakBefore = offset;
    return false;
  }
}

function indexOrEnd(text: string, character: string, from: number): number {
  const index = text.indexOf(character, from);
  return index === -1 ? text.length : index;
}
