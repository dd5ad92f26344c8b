import { isUtf8 } from 'node:buffer';
import type { FileState, MapFiles } from './map-files.ts';
import { codeOf } from './map-listing.ts';

/** The text of a file, or why there is none (see `Unreadable`). */
export type Content = { text: string } | { reason: string };

interface Remembered {
  state: FileState;
  /** Whether any later change is sure to show in the file's state. */
  settled: boolean;
  content: Content;
}

/** Longest step of a clock that stamps files: with fractions of a second, and without (every other one on FAT). */
const FINE_STEP = 50_000_000n;
const COARSE_STEP = 2_000_000_000n;
const SECOND = 1_000_000_000n;

/**
 * Reads text files and remembers them until they change, told by size, modification and change time in nanoseconds,
 * and inode. Two writes within one step of the file system's clock can leave all of these as they were; so a file
 * that was stamped only just before it was looked at is read again the next time. Text that turns out to be the same
 * comes back as the same object.
 */
export class PageCache {
  readonly #files: MapFiles;
  #known = new Map<string, Remembered>();
  #next = new Map<string, Remembered>();

  constructor(files: MapFiles) {
    this.#files = files;
  }

  /**
   * The content of a file, `undefined` where there is none any more. Takes one `stat`, and one reading where the
   * file changed. Does not throw.
   *
   * @param limit bytes that are read at most
   * @param refuse tells from a file's size why it is not to be read
   */
  read(file: string, limit: number, refuse: (size: number) => string | undefined): Content | undefined {
    try {
      const state = this.#files.stat(file);
      if (state === undefined) return undefined;
      const reason = state.isFile ? refuse(Number(state.size)) : 'is not a regular file';
      return reason === undefined ? this.#remember(file, state, limit) : { reason };
    } catch (error) {
      return codeOf(error) === 'ENOENT' ? undefined : { reason: `cannot be read (${codeOf(error)})` };
    }
  }

  /** Forgets the files that were not read since the last call. */
  sweep(): void {
    this.#known = this.#next;
    this.#next = new Map();
  }

  #remember(file: string, state: FileState, limit: number): Content {
    const known = this.#next.get(file) ?? this.#known.get(file);
    const unchanged = known !== undefined && isSameState(known.state, state);
    let content = unchanged && known.settled ? known.content : decode(this.#files.read(file, limit), limit);
    if (known !== undefined && isSameContent(known.content, content)) content = known.content;
    this.#next.set(file, { state, settled: isSettled(state, this.#files.now()), content });
    return content;
  }
}

function decode(bytes: Buffer, limit: number): Content {
  if (bytes.length > limit) return { reason: `holds more than ${limit} bytes` };
  if (bytes.includes(0)) return { reason: 'is binary: it holds NUL bytes' };
  if (!isUtf8(bytes)) return { reason: 'is not UTF-8 text' };
  return { text: bytes.toString('utf8') };
}

function isSettled(state: FileState, now: bigint): boolean {
  return [state.mtimeNs, state.ctimeNs].every((stamp) => {
    return now - stamp > (stamp % SECOND === 0n ? COARSE_STEP : FINE_STEP);
  });
}

function isSameState(a: FileState, b: FileState): boolean {
  return a.size === b.size && a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs && a.ino === b.ino;
}

function isSameContent(a: Content, b: Content): boolean {
  return 'text' in a ? 'text' in b && a.text === b.text : 'reason' in b && a.reason === b.reason;
}
