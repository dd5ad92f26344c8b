import { constants, copyFileSync, linkSync, lstatSync, renameSync, utimesSync } from 'node:fs';
import { codeOf } from '../file-error.ts';
import { flushFile, NO_LINKS, removeQuietly } from './file-steps.ts';

const MARK = '.opl-guardian-backup-';
const UNDONE_MARK = '.opl-guardian-undone-';

/**
 * Keeps a file under a second name beside it, in a form that no host lists as a session: Pi looks for names that end
 * in `.jsonl`, DSH for `session.jsonl` and `session.jsonl.zstd`. A name that is taken is left alone.
 *
 * The second name is a hard link where the file system has them: what a program that holds the file still appends is
 * in the backup, too.
 *
 * @param file absolute path, no link
 * @param spare an unused name beside it
 * @param now for the name
 * @returns the backup's path; an error of the file system leaves none behind
 */
export function keepBackup(file: string, spare: string, now: Date): string {
  for (let count = 1; ; count++) {
    const backup = `${file}${MARK}${stamp(now)}${count === 1 ? '' : `-${count}`}`;
    if (linkOrCopy(file, backup, spare)) return backup;
  }
}

/** Where a session stays when its repair is undone: beside it, under a name of the same form as its backup has. */
export function undoneName(file: string, backup: string): string {
  return `${file}${UNDONE_MARK}${backup.slice(file.length + MARK.length)}`;
}

/** `20260131T235959Z`: sorts by time, and every file system takes it. */
function stamp(now: Date): string {
  return now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

/** @returns whether the name was free */
function linkOrCopy(file: string, backup: string, spare: string): boolean {
  try {
    linkSync(file, backup);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (!NO_LINKS.has(codeOf(error))) throw error;
    if (lstatSync(backup, { throwIfNoEntry: false }) !== undefined) return false;
    copyWhole(file, backup, spare);
    return true;
  }
  try {
    flushFile(file);
  } catch (error) {
    removeQuietly(backup);
    throw error;
  }
  return true;
}

/** The backup's name stands for a whole file only, so it is given when the copy is complete. */
function copyWhole(file: string, backup: string, spare: string): void {
  try {
    copyFileSync(file, spare, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    const { atime, mtime } = lstatSync(file);
    utimesSync(spare, atime, mtime);
    flushFile(spare);
    renameSync(spare, backup);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') removeQuietly(spare);
    throw error;
  }
}
