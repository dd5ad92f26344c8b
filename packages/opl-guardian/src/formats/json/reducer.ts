import { LINE_FEED, QUOTE } from './bytes.ts';
import { JsonStringScan } from './string-scan.ts';

/** A line of a JSON Lines file, cheap to parse. */
export interface ReducedLine {
  /** Where it begins in the file, in bytes. */
  offset: number;
  /** Its bytes without the line feed. */
  length: number;
  /** Whether a line feed ends it; without one it is the last and may be torn. */
  isEnded: boolean;
  /**
   * Its JSON with every long string replaced by a stand-in, or `undefined` when it stays too long even so.
   * `JSON.parse` refuses it exactly when it refuses the line, decoded as a host does that reads bytes which are
   * no UTF-8 as U+FFFD.
   */
  text: string | undefined;
  /** Whether `text` holds stand-ins, so that equal strings in it may be different ones in the file. */
  hasStandIns: boolean;
  /** Whether some string holds half of a surrogate pair. */
  hasLoneSurrogate: boolean;
}

export interface LineReader {
  /**
   * Takes a line as it lies in the file when it can do that faster than with its reduced form.
   *
   * @param bytes hold the line from `from` up to `to`; they are the same object for all lines of a chunk
   * @param offset where it begins in the file
   * @returns whether it has taken the line
   */
  onBytes?(bytes: Buffer, from: number, to: number, offset: number): boolean;
  onLine(line: ReducedLine): void;
}

export interface ReducerLimits {
  /** Strings with more bytes than this are replaced. */
  string?: number;
  /** The most bytes of a reduced line. */
  line?: number;
}

const DEFAULT_STRING_LIMIT = 1024;
const DEFAULT_LINE_LIMIT = 16 * 1024 * 1024;

/** What stands in a reduced line for a long string that says something. */
export const STAND_IN = '\u2026';
/** The same for one that holds half of a surrogate pair. */
export const LONE_STAND_IN = '\u2026\ud800';
/** The same for one that is nothing but white space. */
export const BLANK_STAND_IN = ' ';

/** Whether a string of a reduced line may be a stand-in. A string that is the same by nature counts as well. */
export function mayBeStandIn(value: unknown): boolean {
  return value === STAND_IN || value === LONE_STAND_IN || value === BLANK_STAND_IN;
}

const STAND_IN_BYTES = Buffer.from('\\u2026');
const LONE_STAND_IN_BYTES = Buffer.from('\\u2026\\ud800');
const BLANK_STAND_IN_BYTES = Buffer.from(BLANK_STAND_IN);
/** No JSON string may hold it, as the string that it stands for is none. */
const ILLEGAL_BYTES = Uint8Array.of(1);

/**
 * Cuts a JSON Lines file into lines while its bytes come in, and keeps no more of a line than its reduced form, so
 * that a line of any length needs little memory.
 */
export class JsonLineReducer {
  readonly #reader: LineReader;
  readonly #stringLimit: number;
  readonly #lineLimit: number;
  readonly #scan = new JsonStringScan();
  /** The reduced form of the line so far. */
  #out = Buffer.allocUnsafe(64 * 1024);
  #outLength = 0;
  #offset = 0;
  #length = 0;
  #isTooLong = false;
  #hasStandIns = false;
  #hasLoneSurrogate = false;
  /** Between an opening quote and its closing one. */
  #inString = false;
  /** Bytes of that string, and whether they are left out already. */
  #stringLength = 0;
  #isLeftOut = false;

  /** @param reader gets each line as soon as it is complete */
  constructor(reader: LineReader, limits: ReducerLimits = {}) {
    this.#reader = reader;
    this.#stringLimit = limits.string ?? DEFAULT_STRING_LIMIT;
    this.#lineLimit = limits.line ?? DEFAULT_LINE_LIMIT;
  }

  /** Takes the next bytes of the file; they are not kept. */
  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    this.#scan.use(bytes);
    let from = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
      if (this.#length === 0 && this.#reader.onBytes?.(bytes, from, end, this.#offset)) {
        this.#offset += end - from + 1;
      } else if (this.#length === 0 && end - from <= this.#stringLimit) {
        this.#emitShort(bytes.toString('utf8', from, end), end - from);
      } else {
        this.#take(bytes, from, end);
        this.#emit(true);
      }
      from = end + 1;
    }
    if (from < bytes.length) this.#take(bytes, from, bytes.length);
  }

  /** Says that the file ends here. */
  end(): void {
    if (this.#length > 0) this.#emit(false);
  }

  #emitShort(text: string, length: number): void {
    this.#reader.onLine({
      offset: this.#offset,
      length,
      isEnded: true,
      text,
      hasStandIns: false,
      hasLoneSurrogate: mayHoldSurrogate(text),
    });
    this.#offset += length + 1;
  }

  #emit(isEnded: boolean): void {
    this.#reader.onLine({
      offset: this.#offset,
      length: this.#length,
      isEnded,
      text: this.#isTooLong ? undefined : this.#out.toString('utf8', 0, this.#outLength),
      hasStandIns: this.#hasStandIns,
      hasLoneSurrogate: this.#hasLoneSurrogate,
    });
    this.#offset += this.#length + 1;
    this.#length = 0;
    this.#outLength = 0;
    this.#isTooLong = false;
    this.#hasStandIns = false;
    this.#hasLoneSurrogate = false;
    this.#inString = false;
    this.#stringLength = 0;
    this.#isLeftOut = false;
  }

  /** Takes a part of a line. */
  #take(bytes: Buffer, from: number, to: number): void {
    this.#length += to - from;
    if (this.#isTooLong) return;
    const scan = this.#scan;
    let at = from;
    /** Up to here the bytes are in `out`, or left out. */
    let copied = from;
    while (at < to) {
      if (!this.#inString) {
        while (at < to && bytes[at] !== QUOTE) at++;
        if (at === to) break;
        at++;
        this.#inString = true;
        this.#stringLength = 0;
        scan.start();
      }
      const end = scan.scan(at, to);
      const before = this.#stringLength;
      this.#stringLength += end - at;
      if (this.#stringLength > this.#stringLimit) {
        if (!this.#isLeftOut) {
          this.#isLeftOut = true;
          if (before > 0) this.#outLength -= before;
          else this.#copy(bytes, copied, at);
        }
        copied = end;
      }
      if (end === to) break;
      this.#closeString();
      at = end + 1;
    }
    if (!this.#isLeftOut) this.#copy(bytes, copied, to);
  }

  #closeString(): void {
    const { isBlank, hasLoneSurrogate, isIllegal } = this.#scan;
    this.#inString = false;
    if (hasLoneSurrogate) this.#hasLoneSurrogate = true;
    if (!this.#isLeftOut) return;
    this.#isLeftOut = false;
    this.#hasStandIns = true;
    let standIn: Uint8Array = STAND_IN_BYTES;
    if (isIllegal) standIn = ILLEGAL_BYTES;
    else if (hasLoneSurrogate) standIn = LONE_STAND_IN_BYTES;
    else if (isBlank) standIn = BLANK_STAND_IN_BYTES;
    this.#copy(standIn, 0, standIn.length);
  }

  #copy(bytes: Uint8Array, from: number, to: number): void {
    const length = to - from;
    const needed = this.#outLength + length;
    if (needed > this.#lineLimit) {
      this.#isTooLong = true;
      return;
    }
    if (needed > this.#out.length) {
      const grown = Buffer.allocUnsafe(Math.max(needed, 2 * this.#out.length));
      this.#out.copy(grown, 0, 0, this.#outLength);
      this.#out = grown;
    }
    if (length < 64) {
      const out = this.#out;
      let at = this.#outLength;
      for (let index = from; index < to; index++) out[at++] = bytes[index] as number;
    } else {
      this.#out.set(bytes.subarray(from, to), this.#outLength);
    }
    this.#outLength = needed;
  }
}

/** A look at a short line: it may be too careful. */
function mayHoldSurrogate(text: string): boolean {
  return text.includes('\\u') && /\\u[dD]/.test(text);
}
