import { isBlankCodeUnit, WIDE_BLANK_STARTS, WIDE_BLANKS } from './blank.ts';
import {
  BACKSLASH,
  firstOf,
  IS_SIMPLE_ESCAPE,
  LETTER_U,
  oddBytes,
  QUOTE,
  SIMPLE_ESCAPES,
  SPACE,
} from './bytes.ts';

/** ASCII that stands for itself and is no space. */
const IS_PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte > 0x20 && byte < 0x7f && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
);

/**
 * Goes through one JSON string after the other, in pieces, and tells where it ends and what is odd about it. It
 * reads four bytes at a time as long as nothing happens in them.
 */
export class JsonStringScan {
  /** Whether everything so far is white space in the sense of `String.prototype.trim`. */
  isBlank = true;
  /** Whether an escape of half a surrogate pair stands alone; raw bytes cannot do that. */
  hasLoneSurrogate = false;
  /** Whether it holds what JSON does not allow: a raw control character or an unknown escape. */
  isIllegal = false;

  #bytes: Uint8Array = new Uint8Array();
  #view: DataView = new DataView(new ArrayBuffer(0));
  /** Nothing, behind a backslash (1), or behind `\u` and some digits (2 and more). */
  #escape = 0;
  #code = 0;
  /** The first half of a pair has just ended. */
  #isHalf = false;
  /** The bytes so far of a character beyond ASCII, while the string may still be blank. */
  #wide = 0;

  /** The bytes that the next calls of {@link scan} point into. */
  use(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Stands behind an opening quote. */
  start(): void {
    this.isBlank = true;
    this.hasLoneSurrogate = false;
    this.isIllegal = false;
    this.#escape = 0;
    this.#isHalf = false;
    this.#wide = 0;
  }

  /**
   * Goes on at `from`.
   *
   * @returns where the closing quote stands, or `to` when it does not come before that
   */
  scan(from: number, to: number): number {
    let at = from;
    if (
      this.isBlank &&
      at < to &&
      IS_PLAIN[this.#bytes[at] as number] === 1 &&
      this.#wide === 0 &&
      this.#escape === 0
    ) {
      this.isBlank = false;
    }
    while (at < to) {
      if (!this.isBlank && !this.#isHalf && this.#escape === 0) {
        at = this.#skip(at, to);
        if (at === to) return to;
      }
      const byte = this.#bytes[at] as number;
      if (byte === QUOTE && this.#escape === 0) return this.#close(at);
      this.#step(byte);
      at++;
    }
    return to;
  }

  /** Passes over characters and escapes of one letter; the bit tricks find the odd bytes among four. */
  #skip(from: number, to: number): number {
    const bytes = this.#bytes;
    const view = this.#view;
    const lastFour = to - 4;
    let at = from;
    while (at < to) {
      if (at <= lastFour) {
        const odd = oddBytes(view.getInt32(at, true));
        if (odd === 0) {
          at += 4;
          continue;
        }
        at += firstOf(odd);
      }
      const byte = bytes[at] as number;
      if (byte === BACKSLASH && at + 1 < to && IS_SIMPLE_ESCAPE[bytes[at + 1] as number] === 1) at += 2;
      else if (byte === QUOTE || byte === BACKSLASH || byte < SPACE) return at;
      else at++;
    }
    return at;
  }

  #close(at: number): number {
    if (this.#isHalf) this.hasLoneSurrogate = true;
    if (this.#wide !== 0) this.isBlank = false;
    return at;
  }

  /** One byte that is not the closing quote. */
  #step(byte: number): void {
    if (this.#escape > 1) {
      this.#stepHex(byte);
      return;
    }
    if (this.#escape === 1) {
      if (byte === LETTER_U) {
        this.#escape = 2;
        this.#code = 0;
        return;
      }
      this.#escape = 0;
      const code = SIMPLE_ESCAPES.get(byte);
      if (code === undefined) this.isIllegal = true;
      this.#character(code ?? 0);
      return;
    }
    if (byte === BACKSLASH) {
      this.#escape = 1;
      if (this.#wide !== 0) this.isBlank = false;
      return;
    }
    if (byte < SPACE) this.isIllegal = true;
    if (byte < 0x80 && this.#wide === 0) {
      this.#character(byte);
      return;
    }
    if (this.#isHalf) this.#character(byte);
    if (!this.isBlank) return;
    this.#wide = this.#wide * 256 + byte;
    if (WIDE_BLANKS.has(this.#wide)) this.#wide = 0;
    else if (!WIDE_BLANK_STARTS.has(this.#wide)) this.isBlank = false;
  }

  #stepHex(byte: number): void {
    const digit = hexDigit(byte);
    if (digit < 0) this.isIllegal = true;
    this.#code = this.#code * 16 + Math.max(0, digit);
    this.#escape++;
    if (this.#escape < 6) return;
    this.#escape = 0;
    this.#character(this.#code);
  }

  #character(code: number): void {
    const isLow = code >= 0xdc00 && code <= 0xdfff;
    if (this.#isHalf !== isLow) this.hasLoneSurrogate = true;
    this.#isHalf = code >= 0xd800 && code <= 0xdbff;
    if (this.isBlank && !isBlankCodeUnit(code)) this.isBlank = false;
  }
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
