import { randomBytes } from 'node:crypto';
import { closeSync, fchmodSync, fchownSync, fstatSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { codeOf } from '../file-error.ts';
import { type FileState, permissionsOf } from '../file-state.ts';
import { quote } from '../visible-text.ts';
import { removeQuietly, writeAll } from './file-steps.ts';
import { WriteRefusal } from './write-refusal.ts';

/** Gives a file's bytes, in order. */
export type WriteContent = (sink: (bytes: Uint8Array) => Promise<void>) => Promise<void>;

const MARK = '.opl-guardian-new-';
/** After as many bytes signals are heard. */
const REST_BYTES = 1024 * 1024;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A name beside a file for one that is not complete. No host takes it for a session. */
export function unfinishedName(file: string): string {
  return `${file}${MARK}${randomBytes(6).toString('hex')}`;
}

/** Removes what repairs of this file that were killed have left. Only for the holder of the file's lock. */
export function removeUnfinished(file: string): void {
  const folder = path.dirname(file);
  for (const name of readdirSync(folder)) {
    if (name.startsWith(path.basename(file) + MARK)) removeQuietly(path.join(folder, name));
  }
}

/**
 * Writes a new file and makes its content durable.
 *
 * @param file where nothing is yet
 * @param model whose permissions it gets
 * @param keepOwner whether it gets the owner and the group, too
 * @throws {WriteRefusal} where the owner cannot be kept; an error of the file system. What was begun is left behind.
 */
export async function writeNewFile(
  file: string,
  write: WriteContent,
  model: FileState,
  keepOwner: boolean,
): Promise<void> {
  const fd = openSync(file, 'wx', 0o600);
  try {
    if (keepOwner) giveAway(fd, model);
    let untilRest = REST_BYTES;
    await write(async (bytes) => {
      writeAll(fd, bytes);
      untilRest -= bytes.length;
      if (untilRest > 0) return;
      untilRest = REST_BYTES;
      await setImmediate();
    });
    fchmodSync(fd, permissionsOf(model));
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function giveAway(fd: number, { uid, gid }: FileState): void {
  const own = fstatSync(fd, { bigint: true });
  if (own.uid === uid && own.gid === gid) return;
  try {
    fchownSync(fd, Number(uid), Number(gid));
  } catch (error) {
    if (codeOf(error) !== 'EPERM') throw error;
    throw new WriteRefusal(
      `the session belongs to user ${uid}, group ${gid}, and a new file of this user cannot be given to them. ` +
        'Nothing was changed. Run the command as that user, or use --out to write elsewhere.',
    );
  }
}

/**
 * Cleans up when the process is told to end, and lets it end then.
 *
 * @param cleanUp called at most once; must not throw
 * @returns takes the precaution back
 */
export function whenInterrupted(cleanUp: () => void): () => void {
  const stop = () => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
  const end = (signal: NodeJS.Signals) => {
    stop();
    cleanUp();
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return stop;
}

/** The refusal to overwrite a file that another program has written to. */
export function changedMeanwhile(file: string): WriteRefusal {
  return new WriteRefusal(
    `${quote(file)} was changed by another program since it was read. It is as that program left it. ` +
      'Close the host that works on it and try again.',
  );
}
