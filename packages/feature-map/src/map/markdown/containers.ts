import { isDigit, isSpace } from './chars.ts';
import type { Line } from './line.ts';

const GREATER_THAN = 62;
const ASTERISK = 42;
const PLUS = 43;
const DASH = 45;
const DOT = 46;
const RIGHT_PARENTHESIS = 41;
const DIGIT_ONE = 49;

/**
 * The block quotes and list items that are open at a line, outermost first
 * (https://spec.commonmark.org/0.31.2/#container-blocks).
 *
 * Only the innermost list item can be one that began with a blank line: whatever opens within an item comes with
 * a line of text, which settles the question. So one pair of flags serves the whole stack.
 */
export class Containers {
  depth = 0;
  /** Whether the last `match` ended in a new item of an open list. */
  reopened = false;

  /** `>` for a quote, else the bullet or the delimiter behind the number. */
  readonly #markers: number[] = [];
  /** Columns of indentation that continue a list item. */
  readonly #sizes: number[] = [];
  /** Positions of the quotes within the stack. */
  readonly #quotes: number[] = [];
  #beganBlank = false;
  #stayedBlank = false;

  /** Takes the prefixes that continue open containers off the line; returns how many containers it continues. */
  match(line: Line): number {
    this.reopened = false;
    let quotes = 0;
    let index = 0;
    while (index < this.depth) {
      if (line.blank) return this.#matchBlank(quotes);
      const marker = this.#markers[index] ?? 0;
      if (marker === GREATER_THAN) {
        if (!takeQuoteMarker(line)) return index;
        quotes++;
      } else if (!this.#matchItem(line, index, marker)) {
        return index;
      }
      index++;
    }
    return index;
  }

  /** Opens a container at `index`, closing all from there on, when one starts at the line's mark. */
  open(line: Line, index: number, interrupts: boolean): boolean {
    if (line.indent > 3 || line.blank) return false;
    const code = line.text.charCodeAt(line.mark);
    if (code === GREATER_THAN) {
      takeQuoteMarker(line);
      this.#push(index, GREATER_THAN, 0);
      this.#quotes.push(index);
      return true;
    }
    const markerEnd = listMarkerEnd(line, interrupts);
    if (markerEnd === -1) return false;
    const size = takeListMarker(line, markerEnd, interrupts);
    if (size === 0) return false;
    this.#push(index, line.text.charCodeAt(markerEnd - 1), size);
    this.#beganBlank = line.blank;
    return true;
  }

  /** Closes all containers from `depth` on. */
  close(depth: number): void {
    if (depth === this.depth) return;
    this.depth = depth;
    this.#markers.length = depth;
    this.#sizes.length = depth;
    while (this.#quotes.length > 0 && (this.#quotes.at(-1) ?? 0) >= depth) this.#quotes.pop();
    this.#beganBlank = false;
    this.#stayedBlank = false;
  }

  /** A blank line continues list items without end and no quote; that takes no walk through the items. */
  #matchBlank(quotes: number): number {
    if (quotes < this.#quotes.length) return this.#quotes[quotes] ?? 0;
    this.#stayedBlank ||= this.#beganBlank;
    return this.depth;
  }

  #matchItem(line: Line, index: number, marker: number): boolean {
    let ended = false;
    if (index === this.depth - 1) {
      ended = this.#stayedBlank;
      this.#beganBlank = false;
      this.#stayedBlank = false;
    }
    const size = this.#sizes[index] ?? 0;
    if (!ended && line.indent >= size) {
      line.taken += size;
      return true;
    }
    if (line.indent > 3) return false;
    const markerEnd = listMarkerEnd(line, false);
    if (markerEnd === -1 || line.text.charCodeAt(markerEnd - 1) !== marker) return false;
    const nextSize = takeListMarker(line, markerEnd, false);
    if (nextSize === 0) return false;
    this.close(index + 1);
    this.#sizes[index] = nextSize;
    this.#beganBlank = line.blank;
    this.reopened = true;
    return true;
  }

  #push(index: number, marker: number, size: number): void {
    this.close(index);
    this.#markers.push(marker);
    this.#sizes.push(size);
    this.depth++;
    this.#beganBlank = false;
    this.#stayedBlank = false;
  }
}

/** Takes `>` and one column of space behind it. */
function takeQuoteMarker(line: Line): boolean {
  if (line.indent > 3 || line.text.charCodeAt(line.mark) !== GREATER_THAN) return false;
  const column = line.column + 1;
  line.skipSpace(line.mark + 1, column);
  line.taken = line.column > column ? column + 1 : column;
  return true;
}

/** Offset behind the list marker that stands at the line's mark, or -1. */
function listMarkerEnd(line: Line, interrupts: boolean): number {
  const { text, mark } = line;
  const code = text.charCodeAt(mark);
  if (code === PLUS) return mark + 1;
  if (code === DASH || code === ASTERISK) return line.isThematicBreak() ? -1 : mark + 1;
  if (interrupts && code !== DIGIT_ONE) return -1;
  let offset = mark;
  while (offset < mark + 9 && isDigit(text.charCodeAt(offset))) offset++;
  if (offset === mark || (interrupts && offset > mark + 1)) return -1;
  const delimiter = text.charCodeAt(offset);
  return delimiter === DOT || delimiter === RIGHT_PARENTHESIS ? offset + 1 : -1;
}

/**
 * Takes a list marker and the space behind it; returns the columns that continue its item, 0 where the marker
 * starts none. An item that interrupts a paragraph cannot begin with a blank line.
 */
function takeListMarker(line: Line, markerEnd: number, interrupts: boolean): number {
  const { text, mark, column, indent } = line;
  if (markerEnd < line.end && !isSpace(text.charCodeAt(markerEnd))) return 0;
  const width = markerEnd - mark;
  const afterMarker = column + width;
  line.skipSpace(markerEnd, afterMarker);
  if (line.blank) {
    if (interrupts) {
      line.mark = mark;
      line.column = column;
      return 0;
    }
    line.taken = afterMarker;
    return indent + width + 1;
  }
  const space = line.column - afterMarker;
  const padding = space <= 4 ? space : 1;
  line.taken = afterMarker + padding;
  return indent + width + padding;
}
