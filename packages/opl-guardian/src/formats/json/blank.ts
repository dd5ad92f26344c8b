/** White space in the sense of `String.prototype.trim` beyond ASCII. */
const WIDE =
  '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/** Their bytes in UTF-8 as one number each, the first byte highest. */
export const WIDE_BLANKS: ReadonlySet<number> = new Set(
  [...WIDE].map((character) => utf8Number(character, 3)),
);

/** What {@link WIDE_BLANKS} begin with. */
export const WIDE_BLANK_STARTS: ReadonlySet<number> = new Set(
  [...WIDE].flatMap((character) => [utf8Number(character, 1), utf8Number(character, 2)]),
);

function utf8Number(character: string, length: number): number {
  return new TextEncoder()
    .encode(character)
    .subarray(0, length)
    .reduce((sum, byte) => sum * 256 + byte, 0);
}

export function isBlankCodeUnit(code: number): boolean {
  return String.fromCharCode(code).trim() === '';
}
