import { type SessionInput, UnreadableSession } from '../format.ts';

/**
 * Where zstd frames lie in a file, by the structure of the format alone (RFC 8878): magic number, frame header,
 * block headers, optional checksum. Nothing is decompressed, so a false checksum does not show here.
 */

export interface ZstdFrame {
  /** In bytes from the start of the file. */
  readonly start: number;
  readonly end: number;
  /** Whether the file ends inside it. */
  readonly isTorn: boolean;
}

const MAGIC = 0xfd2fb528;
/** Sixteen magic numbers, 0x184D2A50 to 0x184D2A5F, mark frames that a decoder skips. */
const SKIPPABLE_MAGIC = 0x184d2a5;

export function startsAsZstd(head: Uint8Array): boolean {
  return head.length >= 4 && readLittleEndian(head, 4) === MAGIC;
}

/**
 * Splits a whole file into its zstd frames.
 *
 * @throws {UnreadableSession} where neither a frame nor the end of the file follows
 */
export async function zstdFrames(input: SessionInput): Promise<ZstdFrame[]> {
  const cursor = new Cursor(input);
  const frames: ZstdFrame[] = [];
  while (cursor.offset < input.size) {
    const start = cursor.offset;
    const isWhole = await passFrame(cursor);
    frames.push({ start, end: isWhole ? cursor.offset : input.size, isTorn: !isWhole });
    if (!isWhole) break;
  }
  await cursor.close();
  return frames;
}

/** @returns whether the frame ends before the file does */
async function passFrame(cursor: Cursor): Promise<boolean> {
  const start = cursor.offset;
  const magic = await cursor.read(4);
  if (magic === undefined) return false;
  if (magic >>> 4 === SKIPPABLE_MAGIC)
    throw corrupt(start, 'a frame that a decoder skips, which DSH does not read');
  if (magic !== MAGIC) throw corrupt(start, 'something that is no zstd frame');

  const descriptor = await cursor.read(1);
  if (descriptor === undefined) return false;
  if ((descriptor & 0b1000) !== 0) throw corrupt(start, 'a zstd frame with a reserved header bit');
  if (!(await cursor.skip(headerRest(descriptor)))) return false;

  for (let isLast = false; !isLast; ) {
    const header = await cursor.read(3);
    if (header === undefined) return false;
    const type = (header >>> 1) & 3;
    if (type === 3) throw corrupt(start, 'a zstd frame with a reserved block type');
    const isRepeatedByte = type === 1;
    if (!(await cursor.skip(isRepeatedByte ? 1 : header >>> 3))) return false;
    isLast = (header & 1) === 1;
  }
  const hasChecksum = (descriptor & 0b100) !== 0;
  return hasChecksum ? cursor.skip(4) : true;
}

/** Bytes of a frame header behind its descriptor: window, dictionary id and content size. */
function headerRest(descriptor: number): number {
  const isSingleSegment = (descriptor & 0b100000) !== 0;
  const sizeFlag = descriptor >>> 6;
  const sizeBytes = sizeFlag === 0 ? (isSingleSegment ? 1 : 0) : 1 << sizeFlag;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  return (isSingleSegment ? 0 : 1) + dictionaryBytes + sizeBytes;
}

function corrupt(at: number, what: string): UnreadableSession {
  return new UnreadableSession(
    `at byte ${at} there is ${what}, so DSH refuses this log; restore the file from a copy`,
  );
}

/** Reads forward through a file, a few bytes at a time. */
class Cursor {
  readonly #size: number;
  readonly #chunks: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array();
  #at = 0;
  offset = 0;

  constructor(input: SessionInput) {
    this.#size = input.size;
    this.#chunks = input.chunks()[Symbol.asyncIterator]();
  }

  /** A little-endian number; `undefined` at the end of the file. */
  async read(bytes: number): Promise<number | undefined> {
    if (this.#chunk.length - this.#at >= bytes) {
      const value = readLittleEndian(this.#chunk, bytes, this.#at);
      this.#advance(bytes);
      return value;
    }
    const collected = new Uint8Array(bytes);
    for (let index = 0; index < bytes; index++) {
      if (!(await this.#fill())) return undefined;
      collected[index] = this.#chunk[this.#at] ?? 0;
      this.#advance(1);
    }
    return readLittleEndian(collected, bytes);
  }

  /** @returns `false` when the file ends before that */
  async skip(bytes: number): Promise<boolean> {
    if (this.offset + bytes > this.#size) return false;
    for (let left = bytes; left > 0; ) {
      if (!(await this.#fill())) return false;
      const step = Math.min(left, this.#chunk.length - this.#at);
      this.#advance(step);
      left -= step;
    }
    return true;
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  #advance(bytes: number): void {
    this.#at += bytes;
    this.offset += bytes;
  }

  async #fill(): Promise<boolean> {
    while (this.#at >= this.#chunk.length) {
      const { done, value } = await this.#chunks.next();
      if (done) return false;
      this.#chunk = value;
      this.#at = 0;
    }
    return true;
  }
}

function readLittleEndian(bytes: Uint8Array, count: number, at = 0): number {
  let value = 0;
  for (let index = count - 1; index >= 0; index--) value = value * 256 + (bytes[at + index] ?? 0);
  return value;
}
