import { accessSync, constants, lstatSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '../file-error.ts';
import { type FileState, isUnchanged, stateOf } from '../file-state.ts';
import { quote } from '../visible-text.ts';
import { keepBackup } from './backup.ts';
import { flushFolder, removeQuietly } from './file-steps.ts';
import {
  changedMeanwhile,
  removeUnfinished,
  unfinishedName,
  type WriteContent,
  whenInterrupted,
  writeNewFile,
} from './new-file.ts';
import { lockForRepair } from './repair-lock.ts';
import { refusalOf, WriteRefusal } from './write-refusal.ts';

export interface Replacement {
  /** Absolute path of a regular file, no link. */
  readonly file: string;
  /** The file when it was opened for reading. */
  readonly before: FileState;
  /** Gives the new content. */
  readonly write: WriteContent;
  /** Reads the new file, still under another name, and throws where it is not as it has to be. */
  verify(newFile: string): Promise<void>;
  /** Throws where the file must not be replaced; called before anything is written and before the new file is renamed. */
  refuse(): void;
}

/**
 * Replaces a file, so that at any time the old or the new content stands under its name, whole, and the old one stays
 * as a backup beside it. Mode and owner are kept. A lock keeps other repairs away; a change by another program is
 * noticed until the new file has its name, and wins.
 *
 * @returns the path of the backup
 * @throws {CannotRun} says why; the file is as it was then, and nothing is left beside it
 */
export async function replaceFile(replacement: Replacement): Promise<string> {
  const { file, before, write, verify, refuse } = replacement;
  try {
    refuseUnwritable(file);
    const lock = lockForRepair(file);
    const newFile = unfinishedName(file);
    const leave = () => {
      removeQuietly(newFile);
      lock.release();
    };
    const stop = whenInterrupted(leave);
    try {
      removeUnfinished(file);
      refuseChanged(file, before);
      refuse();
      await writeNewFile(newFile, write, before, true);
      await verify(newFile);
      if (!lock.isHeld())
        throw new WriteRefusal(`the lock of ${quote(file)} was removed. Nothing was changed.`);
      return exchange(file, newFile, before, refuse);
    } finally {
      stop();
      leave();
    }
  } catch (error) {
    throw refusalOf(error, file);
  }
}

/** Renaming would pass over the permissions of the file itself. */
function refuseUnwritable(file: string): void {
  accessSync(file, constants.W_OK);
}

function refuseChanged(file: string, before: FileState): void {
  const stats = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) {
    throw new WriteRefusal(`${quote(file)} is gone since it was read. Nothing was written.`);
  }
  if (!isUnchanged(before, stateOf(stats))) throw changedMeanwhile(file);
}

/** From here on nothing waits, so no signal comes between. */
function exchange(file: string, newFile: string, before: FileState, refuse: () => void): string {
  const folder = path.dirname(file);
  const backup = keepBackup(file, unfinishedName(file), new Date());
  let isRenamed = false;
  try {
    flushFolder(folder);
    refuseChanged(file, before);
    refuse();
    renameSync(newFile, file);
    isRenamed = true;
    flushFolder(folder);
    takeBackWhereOutrun(file, backup, before);
    return backup;
  } catch (error) {
    // A file that somebody has removed meanwhile has its last copy there.
    if (!isRenamed && isThere(file)) removeQuietly(backup);
    throw error;
  }
}

/** What came into the old file behind the last look at it is in the backup, where that is the same file by a link. */
function takeBackWhereOutrun(file: string, backup: string, before: FileState): void {
  const kept = stateOf(statSync(backup, { bigint: true }));
  if (kept.ino !== before.ino || isUnchanged(before, kept)) return;
  renameSync(backup, file);
  flushFolder(path.dirname(file));
  throw changedMeanwhile(file);
}

function isThere(file: string): boolean {
  try {
    return lstatSync(file) !== undefined;
  } catch (error) {
    return codeOf(error) !== 'ENOENT';
  }
}
