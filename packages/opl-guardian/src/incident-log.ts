import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from './json-object.ts';
import { describeError } from './notes.ts';

/** Folder and file of the evidence below the project's folder. */
const FOLDER = 'err';
const FILE = 'guardian.jsonl';

/** Files of this size and more are read from their end only when older records are looked up. */
const MAX_READ_BYTES = 4 * 1024 * 1024;

/** Where Linux lets a file be opened below a descriptor; absent elsewhere, and in some containers. */
const DESCRIPTORS = '/proc/self/fd';

/** How long a file that ends in mid-line is watched for a writer at work, and how often it is looked at. */
const MAX_WAIT_MS = 250;
const POLL_MS = 5;

const { O_APPEND, O_CREAT, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR } = constants;

/** A record was not written, or not whole. The message says why, without a machine's path. */
export class EvidenceError extends Error {
  override readonly name = 'EvidenceError';
}

/**
 * Appends one line to `<cwd>/err/guardian.jsonl` with a single write on an append-only descriptor, so that
 * several processes can share the file. The folder is made as needed; a new file is private to its owner.
 *
 * The project may be hostile: neither the folder nor the file may be a symbolic link, and the file must be a
 * regular one. On Linux the file is opened below the descriptor of the checked folder.
 *
 * @param cwd absolute path of the project's folder
 * @param line one JSON object and a newline
 * @throws EvidenceError when nothing, or only a part of the line, could be written
 */
export function appendEvidence(cwd: string, line: string): void {
  withEvidenceFile(cwd, O_RDWR | O_APPEND | O_CREAT, true, (fd) => {
    const bytes = Buffer.from(endsInMidLine(fd, cutShort.has(cwd)) ? `\n${line}` : line);
    const written = writeSync(fd, bytes);
    if (written === bytes.length) {
      cutShort.delete(cwd);
      return;
    }
    cutShort.add(cwd);
    throw new EvidenceError(`only ${written} of ${bytes.length} bytes fitted`);
  });
}

/** Project folders whose file this process has left in mid-line. */
const cutShort = new Set<string>();

/**
 * The records of the evidence file, under the same checks as for writing; an absent or unreadable file has
 * none, and lines that are no JSON object are passed over. Of a very large file only the end is read.
 */
export function readEvidence(cwd: string): JsonObject[] {
  try {
    return withEvidenceFile(cwd, O_RDONLY, false, readRecords);
  } catch {
    return [];
  }
}

function withEvidenceFile<T>(cwd: string, flags: number, makeFolder: boolean, use: (fd: number) => T): T {
  let folderFd: number | undefined;
  let fd: number | undefined;
  try {
    const folder = join(cwd, FOLDER);
    if (makeFolder) makeMissingFolder(folder);
    const folderStat = lstatSync(folder);
    if (folderStat.isSymbolicLink()) throw new EvidenceError(`${FOLDER} is a symbolic link`);
    if (!folderStat.isDirectory()) throw new EvidenceError(`${FOLDER} is not a folder`);
    let path = join(folder, FILE);
    if (existsSync(DESCRIPTORS)) {
      folderFd = openSync(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
      if (!isSame(fstatSync(folderFd), folderStat))
        throw new EvidenceError(`${FOLDER} was exchanged while it was opened`);
      path = join(DESCRIPTORS, String(folderFd), FILE);
    }
    refuseOddFile(path);
    fd = openSync(path, flags | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0), 0o600);
    const opened = fstatSync(fd);
    if (!opened.isFile()) throw new EvidenceError(`${FOLDER}/${FILE} is not a regular file`);
    if (!isSame(opened, lstatSync(path)))
      throw new EvidenceError(`${FOLDER}/${FILE} was exchanged while it was opened`);
    return use(fd);
  } catch (error) {
    throw error instanceof EvidenceError ? error : new EvidenceError(reasonOf(error), { cause: error });
  } finally {
    if (fd !== undefined) closeSync(fd);
    if (folderFd !== undefined) closeSync(folderFd);
  }
}

function makeMissingFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** What must not even be opened: a FIFO would block, a link would be followed where there is no `O_NOFOLLOW`. */
function refuseOddFile(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isSymbolicLink()) throw new EvidenceError(`${FOLDER}/${FILE} is a symbolic link`);
  if (stat && !stat.isFile()) throw new EvidenceError(`${FOLDER}/${FILE} is not a regular file`);
}

function isSame(a: { dev: number; ino: number }, b: { dev: number; ino: number }): boolean {
  return a.dev === b.dev && a.ino === b.ino;
}

/**
 * Whether an earlier write was cut short and left a line without its end. Another process that is just writing
 * looks the same for a moment, so unless it is known to be this one's own doing, the file gets time to change.
 */
function endsInMidLine(fd: number, isOwnDoing: boolean): boolean {
  const before = lastByte(fd);
  if (before.isLineEnd || isOwnDoing) return !before.isLineEnd;
  for (let waited = 0; waited < MAX_WAIT_MS; waited += POLL_MS) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
    const after = lastByte(fd);
    if (after.isLineEnd || after.size !== before.size) return false;
  }
  return true;
}

function lastByte(fd: number): { size: number; isLineEnd: boolean } {
  const { size } = fstatSync(fd);
  if (size === 0) return { size, isLineEnd: true };
  const byte = Buffer.alloc(1);
  readSync(fd, byte, 0, 1, size - 1);
  return { size, isLineEnd: byte[0] === 0x0a };
}

function readRecords(fd: number): JsonObject[] {
  const { size } = fstatSync(fd);
  const buffer = Buffer.alloc(Math.min(size, MAX_READ_BYTES));
  const read = readSync(fd, buffer, 0, buffer.length, size - buffer.length);
  const records: JsonObject[] = [];
  for (const line of buffer.toString('utf8', 0, read).split('\n')) {
    try {
      const value: unknown = JSON.parse(line);
      if (isJsonObject(value)) records.push(value);
    } catch {
      // A line that was cut short, or the first one of a file that is read from its end.
    }
  }
  return records;
}

/** System errors name the whole path; code and description are enough and safe to show. */
function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return describeError(error);
  if (code === 'ELOOP') return `${FOLDER}/${FILE} is a symbolic link`;
  const [, text] = /^\w+: ([^,]+)/.exec(describeError(error)) ?? [];
  return text === undefined ? code : `${code}, ${text}`;
}
