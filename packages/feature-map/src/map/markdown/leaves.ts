import { isSpace, skipSpace } from './chars.ts';

const HASH = 35;
const BACKTICK = 96;

/** Depth 1 to 6 of the ATX heading whose `#` stands at `mark`, 0 where there is none. */
export function atxDepth(text: string, mark: number, end: number): number {
  const depth = runLength(text, mark, end, HASH);
  if (depth > 6) return 0;
  const next = mark + depth;
  return next === end || isSpace(text.charCodeAt(next)) ? depth : 0;
}

/** Where the text of an ATX heading ends that begins at `start`, its closing `#`s and the space around them left out. */
export function atxTextEnd(text: string, start: number, end: number): number {
  const last = trimSpace(text, start, end);
  let offset = last;
  while (offset > start && text.charCodeAt(offset - 1) === HASH) offset--;
  const closing = offset < last && (offset === start || isSpace(text.charCodeAt(offset - 1)));
  return closing ? trimSpace(text, start, offset) : last;
}

/** Length of the code fence that opens at `mark`, 0 where there is none: its info holds no backtick after backticks. */
export function fenceLength(text: string, mark: number, end: number): number {
  const marker = text.charCodeAt(mark);
  const length = runLength(text, mark, end, marker);
  if (length < 3) return 0;
  if (marker !== BACKTICK) return length;
  for (let offset = mark + length; offset < end; offset++) {
    if (text.charCodeAt(offset) === BACKTICK) return 0;
  }
  return length;
}

/** Whether a run of `marker`, at least `atLeast` long, stands at `mark` with nothing but space behind it. */
export function isRunAlone(
  text: string,
  mark: number,
  end: number,
  marker: number,
  atLeast: number,
): boolean {
  const length = runLength(text, mark, end, marker);
  if (length < atLeast) return false;
  return skipSpace(text, mark + length, end) === end;
}

function trimSpace(text: string, start: number, end: number): number {
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return end;
}

function runLength(text: string, mark: number, end: number, marker: number): number {
  let offset = mark;
  while (offset < end && text.charCodeAt(offset) === marker) offset++;
  return offset - mark;
}
