import {
  BACKSLASH,
  DELETE,
  DOT,
  firstOf,
  IS_SIMPLE_ESCAPE,
  LETTER_A,
  LETTER_D,
  LETTER_E,
  LETTER_F,
  LETTER_U,
  MINUS,
  NINE,
  oddBytes,
  PLUS,
  QUOTE,
  SPACE,
  tableOf,
  viewOf,
  ZERO,
} from './bytes.ts';
import { type StringEnd, sharedStringEnd } from './string-end-wasm.ts';

const IS_BLANK_ESCAPE = tableOf([...'fnrt'].map((letter) => letter.charCodeAt(0)));
/** White space beyond ASCII begins with one of these bytes in UTF-8. */
const MAY_START_WIDE_BLANK = tableOf([0xc2, 0xe1, 0xe2, 0xe3, 0xef]);

/** Passes over plain strings and numbers of JSON, and tells what is not plain: that is for a slower reader. */
export class PlainJson {
  bytes: Buffer = Buffer.alloc(0);
  view: DataView = viewOf(this.bytes);
  readonly #search: StringEnd | null;

  /** @param search what looks for the end of strings; with `null` it is done here */
  constructor(search: StringEnd | null = sharedStringEnd()) {
    this.#search = search;
  }

  /** The bytes that the next calls point into; they must not change as long as they do. */
  use(bytes: Buffer): void {
    this.bytes = bytes;
    this.view = viewOf(bytes);
  }

  /**
   * Where a string ends.
   *
   * @param from behind its opening quote
   * @returns where its closing quote stands; -1 when it does not, for what JSON does not allow, and for halves of
   *   surrogate pairs
   */
  stringEnd(from: number, to: number): number {
    const search = this.#search;
    if (search === null) return this.#stringEnd(from, to);
    search.look(this.bytes);
    let end = search.find(from, to);
    while (end < -1) {
      const unit = -2 - end;
      if (!this.#isPlainCodeUnit(unit + 1)) return -1;
      end = search.find(unit + 6, to);
    }
    return end;
  }

  /** Bit tricks look at eight bytes at a time. */
  #stringEnd(from: number, to: number): number {
    const { bytes, view } = this;
    const lastEight = to - 8;
    let at = from;
    while (at < to) {
      if (at <= lastEight) {
        let odd = oddBytes(view.getInt32(at, true));
        if (odd === 0) {
          at += 4;
          odd = oddBytes(view.getInt32(at, true));
          if (odd === 0) {
            at += 4;
            continue;
          }
        }
        at += firstOf(odd);
      }
      const byte = bytes[at] as number;
      if (byte === BACKSLASH) {
        if (IS_SIMPLE_ESCAPE[bytes[at + 1] as number] === 1) at += 2;
        else if (this.#isPlainCodeUnit(at + 1)) at += 6;
        else return -1;
      } else if (byte === QUOTE) return at;
      else if (byte < SPACE) return -1;
      else at++;
    }
    return -1;
  }

  /** Whether a string is sure to be more than white space. */
  saysSomething(start: number, end: number): boolean {
    const { bytes } = this;
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
  numberEnd(from: number, to: number): number {
    const { bytes } = this;
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
      if (bytes[at] === MINUS || bytes[at] === PLUS) at++;
      const end = digitsEnd(bytes, at, to);
      if (end === at) return -1;
      at = end;
    }
    return at;
  }

  /** Whether a string is ASCII without escapes. */
  isPlain(start: number, end: number): boolean {
    const { bytes } = this;
    for (let at = start; at < end; at++) {
      const byte = bytes[at] as number;
      if (byte >= DELETE || byte === BACKSLASH) return false;
    }
    return true;
  }

  /** A string; `undefined` when it is not ASCII without escapes. */
  text(start: number, end: number): string | undefined {
    return this.isPlain(start, end) ? this.bytes.toString('latin1', start, end) : undefined;
  }

  /** A string as a number; `undefined` when it is not eight small hexadecimal digits. */
  code(start: number, end: number): number | undefined {
    if (end - start !== 8) return undefined;
    let code = 0;
    for (let at = start; at < end; at++) {
      const byte = this.bytes[at] as number;
      if (byte >= ZERO && byte <= NINE) code = code * 16 + byte - ZERO;
      else if (byte >= LETTER_A && byte <= LETTER_F) code = code * 16 + byte - LETTER_A + 10;
      else return undefined;
    }
    return code;
  }

  /** Whether an escape is complete and no half of a surrogate pair. */
  #isPlainCodeUnit(at: number): boolean {
    const { bytes } = this;
    if (bytes[at] !== LETTER_U) return false;
    for (let index = at + 1; index < at + 5; index++) if (!isHexDigit(bytes[index] as number)) return false;
    const isD = ((bytes[at + 1] as number) | 0x20) === LETTER_D;
    return !(isD && (bytes[at + 2] as number) >= ZERO + 8);
  }
}

function digitsEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && (bytes[at] as number) >= ZERO && (bytes[at] as number) <= NINE) at++;
  return at;
}

function isHexDigit(byte: number): boolean {
  const letter = byte | 0x20;
  return (byte >= ZERO && byte <= NINE) || (letter >= LETTER_A && letter <= LETTER_F);
}
