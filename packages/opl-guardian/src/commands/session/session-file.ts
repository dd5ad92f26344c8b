import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { type SessionInput, UnreadableSession } from '../../formats/format.ts';
import { reasonOf } from '../file-error.ts';
import { type FileState, stateOf } from '../file-state.ts';

/** How much is read at once, and how much of a file a format sees to recognise it. */
const CHUNK_BYTES = 1024 * 1024;
/** After as many bytes signals are heard. */
const REST_BYTES = 16 * 1024 * 1024;
const HEAD_BYTES = 64 * 1024;

const { O_RDONLY, O_NONBLOCK } = constants;

/** A file that is open for reading, as long as it was when it was opened. */
export interface SessionFile extends SessionInput {
  /** As it was when it was opened. */
  readonly state: FileState;
  /** The first bytes, at most 64 KiB. */
  head(): Uint8Array;
  close(): void;
}

export interface OpenOptions {
  /** The name that formats see; that of the file unless another is given. */
  readonly name?: string;
  /** Told of the end of each chunk, in bytes from the start of the file. */
  onRead?(position: number): void;
}

/**
 * Opens a session's file. What is appended while it is open is not read; a file that becomes shorter is an error.
 *
 * @param file absolute path
 * @throws {UnreadableSession} where it cannot be opened, or is no regular file
 */
export function openSessionFile(file: string, { name = file, onRead }: OpenOptions = {}): SessionFile {
  const { fd, state } = open(file);
  const size = Number(state.size);
  const fill = (buffer: Uint8Array, start: number): Uint8Array => {
    let filled = 0;
    while (filled < buffer.length) {
      const read = readBytes(fd, buffer, filled, start + filled);
      if (read === 0) throw new UnreadableSession('the file became shorter while it was read: try again');
      filled += read;
    }
    return buffer;
  };
  return {
    file: name,
    size,
    state,
    async *chunks(start = 0) {
      const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(CHUNK_BYTES, size - start)));
      for (let at = start; at < size; ) {
        const chunk = fill(buffer.subarray(0, Math.min(buffer.length, size - at)), at);
        at += chunk.length;
        onRead?.(at);
        if (at % REST_BYTES < chunk.length) await setImmediate();
        yield chunk;
      }
    },
    async range(start, end) {
      const to = Math.min(end, size);
      return fill(Buffer.allocUnsafe(Math.max(0, to - start)), start);
    },
    head: () => fill(Buffer.allocUnsafe(Math.min(size, HEAD_BYTES)), 0),
    close: () => closeSync(fd),
  };
}

function open(file: string): { fd: number; state: FileState } {
  let fd: number;
  try {
    // A pipe is not waited for: it opens at once, and is no regular file.
    fd = openSync(file, O_RDONLY | (O_NONBLOCK ?? 0));
  } catch (error) {
    throw new UnreadableSession(reasonOf(error), { cause: error });
  }
  const stats = fstatSync(fd, { bigint: true });
  if (stats.isFile()) return { fd, state: stateOf(stats) };
  closeSync(fd);
  throw new UnreadableSession(`it is ${stats.isDirectory() ? 'a folder' : 'no regular file'}`);
}

function readBytes(fd: number, buffer: Uint8Array, at: number, position: number): number {
  try {
    return readSync(fd, buffer, at, buffer.length - at, position);
  } catch (error) {
    throw new UnreadableSession(reasonOf(error), { cause: error });
  }
}
