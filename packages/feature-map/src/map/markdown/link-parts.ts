/** Parts that inline links and link reference definitions share (https://spec.commonmark.org/0.31.2/#links). */

/** Nesting that inline links get; without a limit, a row of `[a](` would be read to its end at each of them. */
const DEEPEST_PARENTHESES = 32;

/**
 * Offset behind the link destination that begins at `offset`, -1 where none does.
 *
 * @param deepest how deep parentheses may nest in a destination without brackets
 */
export function destinationEnd(
  text: string,
  offset: number,
  end: number,
  deepest = Number.POSITIVE_INFINITY,
): number {
  return text.charAt(offset) === '<'
    ? enclosedEnd(text, offset + 1, end)
    : rawEnd(text, offset, end, deepest);
}

/** The destination between two offsets, without the angle brackets that may enclose it. */
export function destinationBetween(text: string, from: number, to: number): string {
  return text.charAt(from) === '<' ? text.slice(from + 1, to - 1) : text.slice(from, to);
}

/**
 * Offset behind the link title that begins at `offset`, -1 where none does.
 *
 * @param nests whether a title in parentheses may hold an opening one: the specification says no, micromark does
 *   not mind
 */
export function titleEnd(text: string, offset: number, end: number, nests: boolean): number {
  const opener = text.charAt(offset);
  if (opener !== '"' && opener !== "'" && opener !== '(') return -1;
  const closer = opener === '(' ? ')' : opener;
  for (offset++; offset < end; offset++) {
    const character = text.charAt(offset);
    if (character === closer) return offset + 1;
    if (character === '(' && opener === '(' && !nests) return -1;
    if (character === '\\' && (text.charAt(offset + 1) === closer || text.charAt(offset + 1) === '\\'))
      offset++;
  }
  return -1;
}

/** The `(destination "title")` of an inline link at `at`, or `undefined`. */
export function readResource(text: string, at: number): { destination: string; end: number } | undefined {
  const { length } = text;
  if (text.charAt(at) !== '(') return undefined;
  const from = skipWhitespace(text, at + 1, length);
  if (text.charAt(from) === ')') return { destination: '', end: from + 1 };
  const to = destinationEnd(text, from, length, DEEPEST_PARENTHESES);
  if (to === -1) return undefined;
  let end = skipWhitespace(text, to, length);
  if (end > to && text.charAt(end) !== ')') {
    const behindTitle = titleEnd(text, end, length, false);
    if (behindTitle === -1) return undefined;
    end = skipWhitespace(text, behindTitle, length);
  }
  if (text.charAt(end) !== ')') return undefined;
  return { destination: destinationBetween(text, from, to), end: end + 1 };
}

/** Offset of the first character at or behind `offset` that is no space, tab or line ending. */
export function skipWhitespace(text: string, offset: number, end: number): number {
  while (offset < end && ' \t\r\n'.includes(text.charAt(offset))) offset++;
  return offset;
}

function enclosedEnd(text: string, offset: number, end: number): number {
  for (; offset < end; offset++) {
    const character = text.charAt(offset);
    if (character === '>') return offset + 1;
    if (character === '<' || character === '\n' || character === '\r') return -1;
    if (character === '\\' && '<\\>'.includes(text.charAt(offset + 1))) offset++;
  }
  return -1;
}

function rawEnd(text: string, start: number, end: number, deepest: number): number {
  let balance = 0;
  let offset = start;
  for (; offset < end; offset++) {
    const character = text.charAt(offset);
    if (character === '(') {
      if (++balance > deepest) return -1;
    } else if (character === ')') {
      if (balance === 0) break;
      balance--;
    } else if (isControlOrSpace(character)) {
      if (balance > 0 || !' \t\r\n'.includes(character)) return -1;
      break;
    } else if (character === '\\' && '(\\)'.includes(text.charAt(offset + 1))) offset++;
  }
  return balance === 0 && offset > start ? offset : -1;
}

/** NUL is no control character to CommonMark, which replaces it. */
function isControlOrSpace(character: string): boolean {
  return (character <= ' ' && character !== '\0') || character === '\x7f';
}
