const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const LETTER_A = 0x61;
const LETTER_D = 0x64;
const LETTER_E = 0x65;
const LETTER_F = 0x66;
const LETTER_U = 0x75;
const CLOSE_OBJECT = 0x7d;
const FIRST_PRINTABLE = 0x20;
const DELETE = 0x7f;
const ALL_HIGH_BITS = 0x80808080;

/** Stands in a skeleton in front of the number of a text. */
export const SLOT_MARK = '\u2026';
const SLOT_MARK_BYTES = Buffer.from(SLOT_MARK);
const MOST_TEXTS = 500;
const LONGEST_SKELETON = 16 * 1024;
/** Longer strings are no words that many lines share. */
const LONGEST_WORD = 64;

const IS_SIMPLE_ESCAPE = tableOf([...'"\\/bfnrt'].map((letter) => letter.charCodeAt(0)));
const IS_BLANK_ESCAPE = tableOf([...'fnrt'].map((letter) => letter.charCodeAt(0)));
/** White space beyond ASCII begins with one of these bytes in UTF-8. */
const MAY_START_WIDE_BLANK = tableOf([0xc2, 0xe1, 0xe2, 0xe3, 0xef]);

/**
 * Takes the texts and numbers out of a line of JSON. It reads four bytes at a time inside of strings, and gives up on
 * whatever is not plain: such lines are for a slower reader.
 */
export class ShapeScan {
  /** The line with `0` for numbers and numbered slots for texts; {@link skeletonLength} bytes of it count. */
  readonly skeleton = Buffer.allocUnsafe(LONGEST_SKELETON);
  skeletonLength = 0;
  /** A hash of these bytes. */
  hash = 0;

  readonly #target: DataView = viewOf(this.skeleton);
  readonly #starts = new Int32Array(MOST_TEXTS);
  readonly #ends = new Int32Array(MOST_TEXTS);
  readonly #wordKeys: ReadonlySet<number>;
  #texts = 0;
  #bytes: Buffer = Buffer.alloc(0);
  #view: DataView = viewOf(this.#bytes);

  /** @param wordKeys keys whose texts are words that many lines share: they stay in the skeleton */
  constructor(wordKeys: readonly string[]) {
    this.#wordKeys = new Set(wordKeys.map((key) => hashOf(viewOf(Buffer.from(key)), 0, key.length)));
  }

  /** The bytes that the next calls point into. */
  use(bytes: Buffer): void {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
  }

  /** @returns whether the bytes have a skeleton: then they are JSON exactly when the skeleton is */
  scan(from: number, to: number): boolean {
    const bytes = this.#bytes;
    const view = this.#view;
    const { skeleton } = this;
    const target = this.#target;
    let length = 0;
    let isWord = false;
    this.#texts = 0;
    for (let at = from; at < to; ) {
      const byte = bytes[at] as number;
      let end = at + 1;
      if (length + LONGEST_WORD > LONGEST_SKELETON) return false;
      if (byte === QUOTE) {
        const close = this.#stringEnd(at + 1, to);
        if (close < 0) return false;
        const next = bytes[close + 1];
        end = close + 1;
        if (next === COLON) {
          if (length + end - at > LONGEST_SKELETON) return false;
          isWord = this.#wordKeys.has(hashOf(view, at + 1, close));
          end++;
        } else if (next !== COMMA && next !== CLOSE_OBJECT && next !== CLOSE_LIST) return false;
        else if (isWord) {
          isWord = false;
          if (end - at > LONGEST_WORD || bytes[at + 1] === SLOT_MARK_BYTES[0]) return false;
        } else if (close > at + 1) {
          if (this.#texts === MOST_TEXTS || !this.#saysSomething(at + 1, close)) return false;
          this.#starts[this.#texts] = at + 1;
          this.#ends[this.#texts] = close;
          length = this.#writeSlot(length);
          at = end;
          continue;
        }
      } else {
        if (byte <= FIRST_PRINTABLE) return false;
        isWord = false;
        if (byte === MINUS || (byte >= ZERO && byte <= NINE)) {
          at = this.#numberEnd(at, to);
          if (at < 0) return false;
          skeleton[length++] = ZERO;
          continue;
        }
      }
      for (; at + 4 <= end; at += 4) {
        target.setInt32(length, view.getInt32(at, true), true);
        length += 4;
      }
      while (at < end) skeleton[length++] = bytes[at++] as number;
    }
    this.skeletonLength = length;
    this.hash = hashOf(target, 0, length);
    return true;
  }

  /** A text of the line; `undefined` when it is not plain ASCII without escapes. */
  text(slot: number): string | undefined {
    const start = this.#starts[slot] as number;
    const end = this.#ends[slot] as number;
    const bytes = this.#bytes;
    for (let at = start; at < end; at++) {
      const byte = bytes[at] as number;
      if (byte >= DELETE || byte === BACKSLASH) return undefined;
    }
    return bytes.toString('latin1', start, end);
  }

  /** A text of the line as a number; `undefined` when it is not eight small hexadecimal digits. */
  code(slot: number): number | undefined {
    const start = this.#starts[slot] as number;
    if ((this.#ends[slot] as number) - start !== 8) return undefined;
    let code = 0;
    for (let at = start; at < start + 8; at++) {
      const byte = this.#bytes[at] as number;
      if (byte >= ZERO && byte <= NINE) code = code * 16 + byte - ZERO;
      else if (byte >= LETTER_A && byte <= LETTER_F) code = code * 16 + byte - LETTER_A + 10;
      else return undefined;
    }
    return code;
  }

  #writeSlot(start: number): number {
    const { skeleton } = this;
    let length = start;
    skeleton[length++] = QUOTE;
    for (const byte of SLOT_MARK_BYTES) skeleton[length++] = byte;
    const slot = this.#texts++;
    if (slot >= 100) skeleton[length++] = ZERO + Math.floor(slot / 100);
    if (slot >= 10) skeleton[length++] = ZERO + (Math.floor(slot / 10) % 10);
    skeleton[length++] = ZERO + (slot % 10);
    skeleton[length++] = QUOTE;
    return length;
  }

  /** Where the closing quote stands; -1 for what is not plain. */
  #stringEnd(from: number, to: number): number {
    const bytes = this.#bytes;
    const view = this.#view;
    const lastFour = to - 4;
    let at = from;
    while (at < to) {
      if (at <= lastFour) {
        const four = view.getInt32(at, true);
        const quote = four ^ 0x22222222;
        const backslash = four ^ 0x5c5c5c5c;
        const odd =
          (((four - 0x20202020) & ~four) |
            ((quote - 0x01010101) & ~quote) |
            ((backslash - 0x01010101) & ~backslash)) &
          ALL_HIGH_BITS;
        if (odd === 0) {
          at += 4;
          continue;
        }
        at += (31 - Math.clz32(odd & -odd)) >> 3;
      }
      const byte = bytes[at] as number;
      if (byte === QUOTE) return at;
      if (byte === BACKSLASH) {
        if (IS_SIMPLE_ESCAPE[bytes[at + 1] as number] === 1) at += 2;
        else if (this.#isPlainCodeUnit(at + 1)) at += 6;
        else return -1;
      } else if (byte < FIRST_PRINTABLE) return -1;
      else at++;
    }
    return -1;
  }

  /** Whether an escape is complete and no half of a surrogate pair. */
  #isPlainCodeUnit(at: number): boolean {
    const bytes = this.#bytes;
    if (bytes[at] !== LETTER_U) return false;
    for (let index = at + 1; index < at + 5; index++) if (!isHexDigit(bytes[index] as number)) return false;
    const isD = ((bytes[at + 1] as number) | 0x20) === LETTER_D;
    return !(isD && (bytes[at + 2] as number) >= ZERO + 8);
  }

  /** Whether a text is sure to be more than white space. */
  #saysSomething(start: number, end: number): boolean {
    const bytes = this.#bytes;
    for (let at = start; at < end; ) {
      const byte = bytes[at] as number;
      if (byte === BACKSLASH) {
        const letter = bytes[at + 1] as number;
        if (letter !== LETTER_U && IS_BLANK_ESCAPE[letter] === 0) return true;
        at += letter === LETTER_U ? 6 : 2;
      } else if (byte >= 0x80) {
        if (MAY_START_WIDE_BLANK[byte] === 0) return true;
        at += byte === 0xc2 ? 2 : 3;
      } else if (byte > 0x20 && byte < DELETE) return true;
      else at++;
    }
    return false;
  }

  /** Behind a number; -1 when it is none. */
  #numberEnd(from: number, to: number): number {
    const bytes = this.#bytes;
    let at = bytes[from] === MINUS ? from + 1 : from;
    const first = bytes[at] as number;
    if (at >= to || first < ZERO || first > NINE) return -1;
    at++;
    if (first !== ZERO) at = digitsEnd(bytes, at, to);
    if (at < to && bytes[at] === DOT) {
      const end = digitsEnd(bytes, at + 1, to);
      if (end === at + 1) return -1;
      at = end;
    }
    if (at < to && ((bytes[at] as number) | 0x20) === LETTER_E) {
      at++;
      if (bytes[at] === MINUS || bytes[at] === 0x2b) at++;
      const end = digitsEnd(bytes, at, to);
      if (end === at) return -1;
      at = end;
    }
    return at;
  }
}

function digitsEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && (bytes[at] as number) >= ZERO && (bytes[at] as number) <= NINE) at++;
  return at;
}

function isHexDigit(byte: number): boolean {
  const letter = byte | 0x20;
  return (byte >= ZERO && byte <= NINE) || (letter >= 0x61 && letter <= 0x66);
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function hashOf(view: DataView, from: number, to: number): number {
  let hash = to - from;
  let at = from;
  for (; at + 4 <= to; at += 4) hash = Math.imul(hash ^ view.getInt32(at, true), 0x01000193) ^ (hash >>> 15);
  for (; at < to; at++) hash = Math.imul(hash ^ view.getUint8(at), 0x01000193) ^ (hash >>> 15);
  return hash;
}

function tableOf(bytes: readonly number[]): Uint8Array {
  const table = new Uint8Array(256);
  for (const byte of bytes) table[byte] = 1;
  return table;
}
