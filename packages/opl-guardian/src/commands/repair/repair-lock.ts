import { randomBytes } from 'node:crypto';
import { closeSync, linkSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf } from '../file-error.ts';
import { quote } from '../visible-text.ts';
import { removeQuietly } from './file-steps.ts';
import { WriteRefusal } from './write-refusal.ts';

/** Keeps other repairs away from a file. */
export interface RepairLock {
  /** Whether the lock is this one's; a lock that was broken by hand is not. */
  isHeld(): boolean;
  /** Removes the lock; a second call does nothing. */
  release(): void;
}

interface Owner {
  readonly pid: number;
  readonly host: string;
}

/** How often a lock that goes or is taken over is tried for; each round another process got something done. */
const ROUNDS = 20;

/**
 * Takes the lock of a file: a file beside it that names the process. A lock whose process has ended is taken over.
 *
 * @param file absolute path, no link
 * @throws {WriteRefusal} while another process holds it; an error of the file system
 */
export function lockForRepair(file: string): RepairLock {
  const lock = `${file}.opl-guardian-lock`;
  const content = `${JSON.stringify({ pid: process.pid, host: hostname(), key: randomBytes(8).toString('hex') })}\n`;
  for (let round = 0; round < ROUNDS; round++) {
    if (create(lock, content)) {
      return lockOf(lock, content);
    }
    const held = read(lock);
    if (held === undefined) continue;
    refuseLiving(held, file, lock);
    takeAway(lock, held);
  }
  throw new WriteRefusal(`${quote(file)} is being repaired by other processes: try again.`);
}

function lockOf(lock: string, content: string): RepairLock {
  const isHeld = () => {
    try {
      return read(lock) === content;
    } catch {
      return false;
    }
  };
  return {
    isHeld,
    release() {
      if (isHeld()) removeQuietly(lock);
    },
  };
}

/** Makes the lock with its content, where there is none; nobody ever sees it empty, except where links are unknown. */
function create(lock: string, content: string): boolean {
  const own = `${lock}-${process.pid}-${randomBytes(4).toString('hex')}`;
  write(own, content);
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    return createWithoutLinks(lock, content);
  } finally {
    removeQuietly(own);
  }
}

function createWithoutLinks(lock: string, content: string): boolean {
  try {
    write(lock, content);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function write(file: string, content: string): void {
  const fd = openSync(file, 'wx', 0o644);
  try {
    writeSync(fd, content);
  } catch (error) {
    removeQuietly(file);
    throw error;
  } finally {
    closeSync(fd);
  }
}

function read(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function refuseLiving(held: string, file: string, lock: string): void {
  const owner = ownerOf(held);
  const byHand = `If it is not, remove ${quote(lock)} and try again.`;
  if (owner === undefined) {
    throw new WriteRefusal(`${quote(file)} is being repaired by another process. ${byHand}`);
  }
  if (owner.host !== hostname()) {
    throw new WriteRefusal(
      `${quote(file)} is being repaired by process ${owner.pid} on ${quote(owner.host)}. ${byHand}`,
    );
  }
  if (isAlive(owner.pid)) {
    throw new WriteRefusal(`${quote(file)} is being repaired by process ${owner.pid}. ${byHand}`);
  }
}

function ownerOf(content: string): Owner | undefined {
  try {
    const { pid, host } = JSON.parse(content) as Partial<Record<keyof Owner, unknown>>;
    return Number.isSafeInteger(pid) && Number(pid) > 0 && typeof host === 'string'
      ? { pid: Number(pid), host }
      : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/**
 * Removes a lock with a certain content. Two processes may find the same dead one: what the slower one moved aside
 * may be the lock of the faster, and is put back.
 */
function takeAway(lock: string, held: string): void {
  const aside = `${lock}-${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  try {
    if (read(aside) !== held) linkSync(aside, lock);
  } catch (error) {
    // Then there are two; each looks whether its lock is still there before it renames.
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    removeQuietly(aside);
  }
}
