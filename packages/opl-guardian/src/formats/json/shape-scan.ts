import { CLOSE_LIST, CLOSE_OBJECT, COLON, COMMA, MINUS, NINE, QUOTE, SPACE, viewOf, ZERO } from './bytes.ts';
import type { PlainJson } from './plain.ts';
import type { TextPlaces } from './texts.ts';

/** Stands in a skeleton in front of the number of a text. */
export const SLOT_MARK = '\u2026';
const SLOT_MARK_BYTES = Buffer.from(SLOT_MARK);
const LONGEST_SKELETON = 16 * 1024;
/** Longer strings are no words that many lines share. */
const LONGEST_WORD = 64;

/** Takes the texts and numbers out of a line of JSON, and gives up on whatever is not plain. */
export class ShapeScan {
  /** The line with `0` for numbers and numbered slots for texts; {@link length} bytes of it count. */
  readonly skeleton: Buffer = Buffer.allocUnsafe(LONGEST_SKELETON);
  length = 0;
  /** A hash of these bytes. */
  hash = 0;
  /** For each slot and number in the skeleton where it begins, in order. */
  readonly gaps: number[] = [];

  readonly #view: DataView = viewOf(this.skeleton);
  readonly #json: PlainJson;
  readonly #texts: TextPlaces;
  readonly #wordKeys: ReadonlySet<number>;

  /** @param wordKeys keys whose texts are words that many lines share: they stay in the skeleton */
  constructor(json: PlainJson, texts: TextPlaces, wordKeys: readonly string[]) {
    this.#json = json;
    this.#texts = texts;
    this.#wordKeys = new Set(wordKeys.map((key) => hashOf(viewOf(Buffer.from(key)), 0, key.length)));
  }

  /** @returns whether the bytes have a skeleton: then they are JSON exactly when the skeleton is */
  scan(from: number, to: number): boolean {
    const { bytes, view } = this.#json;
    let isWord = false;
    this.length = 0;
    this.#texts.count = 0;
    this.gaps.length = 0;
    for (let at = from; at < to; ) {
      const byte = bytes[at] as number;
      let end = at + 1;
      if (this.length + LONGEST_WORD > LONGEST_SKELETON) return false;
      if (byte === QUOTE) {
        const close = this.#json.stringEnd(at + 1, to);
        if (close < 0) return false;
        const next = close + 1 < to ? bytes[close + 1] : undefined;
        end = close + 1;
        if (next === COLON) {
          if (this.length + end - at >= LONGEST_SKELETON) return false;
          isWord = this.#wordKeys.has(hashOf(view, at + 1, close));
          end++;
        } else if (next !== COMMA && next !== CLOSE_OBJECT && next !== CLOSE_LIST) return false;
        else if (isWord) {
          isWord = false;
          if (end - at > LONGEST_WORD || bytes[at + 1] === SLOT_MARK_BYTES[0]) return false;
        } else if (close > at + 1) {
          if (!this.#json.saysSomething(at + 1, close) || !this.#texts.add(at + 1, close)) return false;
          this.#writeSlot(this.#texts.count - 1);
          at = end;
          continue;
        }
      } else {
        if (byte <= SPACE) return false;
        isWord = false;
        if (byte === MINUS || (byte >= ZERO && byte <= NINE)) {
          at = this.#json.numberEnd(at, to);
          if (at < 0) return false;
          this.gaps.push(this.length);
          this.skeleton[this.length++] = ZERO;
          continue;
        }
      }
      while (at < end) this.skeleton[this.length++] = bytes[at++] as number;
    }
    this.hash = hashOf(this.#view, 0, this.length);
    return true;
  }

  #writeSlot(slot: number): void {
    this.skeleton[this.length++] = QUOTE;
    this.gaps.push(this.length);
    for (const byte of SLOT_MARK_BYTES) this.skeleton[this.length++] = byte;
    if (slot >= 100) this.skeleton[this.length++] = ZERO + Math.floor(slot / 100);
    if (slot >= 10) this.skeleton[this.length++] = ZERO + (Math.floor(slot / 10) % 10);
    this.skeleton[this.length++] = ZERO + (slot % 10);
    this.skeleton[this.length++] = QUOTE;
  }
}

function hashOf(view: DataView, from: number, to: number): number {
  let hash = to - from;
  let at = from;
  for (; at + 4 <= to; at += 4) hash = Math.imul(hash ^ view.getInt32(at, true), 0x01000193) ^ (hash >>> 15);
  for (; at < to; at++) hash = Math.imul(hash ^ view.getUint8(at), 0x01000193) ^ (hash >>> 15);
  return hash;
}
