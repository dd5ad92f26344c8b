/** Classes of UTF-16 code units, as CommonMark's block structure needs them; all of them are ASCII. */

export const TAB = 9;
export const SPACE = 32;

export function isSpace(code: number): boolean {
  return code === SPACE || code === TAB;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}

/** Offset of the first character at or behind `offset` that is neither space nor tab, `end` at the latest. */
export function skipSpace(text: string, offset: number, end: number): number {
  while (offset < end && isSpace(text.charCodeAt(offset))) offset++;
  return offset;
}
