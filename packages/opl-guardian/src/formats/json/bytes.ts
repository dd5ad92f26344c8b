/** Bytes that JSON is made of. */
export const LINE_FEED = 0x0a;
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const PLUS = 0x2b;
export const COMMA = 0x2c;
export const MINUS = 0x2d;
export const DOT = 0x2e;
export const ZERO = 0x30;
export const NINE = 0x39;
export const COLON = 0x3a;
export const OPEN_LIST = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_LIST = 0x5d;
export const LETTER_A = 0x61;
export const LETTER_D = 0x64;
export const LETTER_E = 0x65;
export const LETTER_F = 0x66;
export const LETTER_U = 0x75;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
export const DELETE = 0x7f;

/** What may follow a backslash as the only letter of an escape, and the character that it stands for. */
export const SIMPLE_ESCAPES: ReadonlyMap<number, number> = new Map(
  [...'"\\/bfnrt'].map((letter) => [
    letter.charCodeAt(0),
    JSON.parse(`"\\${letter}"`).charCodeAt(0) as number,
  ]),
);

export const IS_SIMPLE_ESCAPE = tableOf(SIMPLE_ESCAPES.keys());

/** A table with 1 for the bytes that are given. */
export function tableOf(bytes: Iterable<number>): Uint8Array {
  const table = new Uint8Array(256);
  for (const byte of bytes) table[byte] = 1;
  return table;
}

/** The high bits of those of four bytes that are quotes, backslashes or control characters; the lowest is sure. */
export function oddBytes(four: number): number {
  const quote = four ^ 0x22222222;
  const backslash = four ^ 0x5c5c5c5c;
  return (
    (((four - 0x20202020) & ~four) |
      ((quote - 0x01010101) & ~quote) |
      ((backslash - 0x01010101) & ~backslash)) &
    0x80808080
  );
}

/** Where the lowest of the high bits that {@link oddBytes} found is, as the place of its byte. */
export function firstOf(odd: number): number {
  return (31 - Math.clz32(odd & -odd)) >> 3;
}

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
