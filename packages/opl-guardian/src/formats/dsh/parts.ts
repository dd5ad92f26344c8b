import { Readable } from 'node:stream';
import { constants, createZstdDecompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type SessionInput, UnreadableSession } from '../format.ts';
import { OPEN_OBJECT } from '../json/bytes.ts';
import { startsAsZstd, zstdFrames } from './frames.ts';

/** A piece of a log that is written as one: a zstd frame with whole lines, or a log without compression. */
export interface LogPart {
  /** In bytes from the start of the file. */
  readonly start: number;
  readonly end: number;
  readonly kind: 'frame' | 'torn-frame' | 'plain';
}

/** A frame up to this size is decompressed at once, unless that makes more than {@link AT_ONCE} of it. */
const SMALL_FRAME = 4 * 2 ** 20;
const AT_ONCE = 16 * 2 ** 20;
/** What can be rescued of a torn frame is held whole, because nothing of it counts if it turns out damaged. */
const MAX_TORN = 256 * 2 ** 20;

/** How the host compresses (`CHECKSUM_OPTIONS` in `dsh-session-persistence-jsonl`). */
const COMPRESSION = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

/** @throws {UnreadableSession} when the file is neither lines of text nor zstd frames */
export async function logParts(input: SessionInput): Promise<LogPart[]> {
  if (input.size === 0) throw new UnreadableSession('the file is empty: DSH wrote no session into it');
  const head = await input.range(0, Math.min(4, input.size));
  if (head[0] === OPEN_OBJECT) return [{ start: 0, end: input.size, kind: 'plain' }];
  if (!startsAsZstd(head) && input.size >= 4) {
    throw new UnreadableSession('at byte 0 there is neither a zstd frame nor a line of JSON');
  }
  const frames = await zstdFrames(input);
  return frames.map(({ start, end, isTorn }) => ({ start, end, kind: isTorn ? 'torn-frame' : 'frame' }));
}

/**
 * The text of a part, in chunks that are only valid until the next one is asked for.
 *
 * @throws {UnreadableSession} when a whole frame cannot be decompressed
 */
export async function* plainText(input: SessionInput, part: LogPart): AsyncGenerator<Uint8Array> {
  if (part.kind === 'plain') {
    yield* rawBytes(input, part);
  } else if (part.kind === 'torn-frame') {
    const text = rescued(await input.range(part.start, part.end));
    if (text !== undefined) yield text;
  } else {
    yield* decompressed(input, part);
  }
}

/** The bytes of a part as they lie in the file. */
export async function* rawBytes(input: SessionInput, { start, end }: LogPart): AsyncGenerator<Uint8Array> {
  let left = end - start;
  for await (const chunk of input.chunks(start)) {
    if (chunk.length >= left) {
      yield chunk.subarray(0, left);
      return;
    }
    left -= chunk.length;
    yield chunk;
  }
}

/**
 * Zstd frames of lines, as the host writes them; one, if they are not too long for that.
 *
 * @param lines each with its line feed
 */
export async function* compressed(lines: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const line of lines) {
    held.push(line);
    length += line.length;
    if (length < AT_ONCE) continue;
    yield zstdCompressSync(Buffer.concat(held), COMPRESSION);
    held = [];
    length = 0;
  }
  if (length > 0) yield zstdCompressSync(Buffer.concat(held), COMPRESSION);
}

async function* decompressed(input: SessionInput, part: LogPart): AsyncGenerator<Uint8Array> {
  try {
    if (part.end - part.start <= SMALL_FRAME) {
      const text = atOnce(await input.range(part.start, part.end));
      if (text !== undefined) {
        yield text;
        return;
      }
    }
    yield* streamed(rawBytes(input, part));
  } catch (error) {
    if (error instanceof UnreadableSession || !isZlibError(error)) throw error;
    const what = `the zstd frame at byte ${part.start} is damaged (${error.message})`;
    throw new UnreadableSession(`${what}, so DSH refuses this log; restore the file from a copy`);
  }
}

function atOnce(frame: Uint8Array): Uint8Array | undefined {
  try {
    return zstdDecompressSync(frame, { maxOutputLength: AT_ONCE });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  }
}

/** The host takes what a torn frame gives, or nothing of it (`readZstdPrefix` in `dsh-session-persistence-jsonl`). */
function rescued(frame: Uint8Array): Uint8Array | undefined {
  try {
    return zstdDecompressSync(frame, { finishFlush: constants.ZSTD_e_flush, maxOutputLength: MAX_TORN });
  } catch {
    return undefined;
  }
}

async function* streamed(frame: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = Readable.from(copies(frame), { objectMode: false });
  const transform = createZstdDecompress();
  source.on('error', (error) => transform.destroy(error));
  try {
    for await (const chunk of source.pipe(transform)) yield chunk;
  } finally {
    source.destroy();
    transform.destroy();
  }
}

/** Streams keep a chunk for longer than it is valid. */
async function* copies(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) yield Buffer.from(chunk);
}

function isZlibError(error: unknown): error is Error {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' && /^(ZSTD_|Z_)/.test(code);
}
