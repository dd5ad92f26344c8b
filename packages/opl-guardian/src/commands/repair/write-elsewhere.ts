import { linkSync, lstatSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { CannotRun } from '../cannot-run.ts';
import { codeOf, reasonOf } from '../file-error.ts';
import { type FileState, isSameFile, isUnchanged, stateOf } from '../file-state.ts';
import { quote } from '../visible-text.ts';
import { flushFolder, NO_LINKS, removeQuietly } from './file-steps.ts';
import {
  changedMeanwhile,
  unfinishedName,
  type WriteContent,
  whenInterrupted,
  writeNewFile,
} from './new-file.ts';
import { WriteRefusal } from './write-refusal.ts';

export interface Copy {
  /** Absolute path of what is written. */
  readonly out: string;
  /** Whether a file that is there is replaced. */
  readonly force: boolean;
  /** Absolute path of the session, which stays as it is. */
  readonly source: string;
  /** The session's file when it was opened for reading. */
  readonly before: FileState;
  readonly write: WriteContent;
  /** Reads the new file, still under another name, and throws where it is not as it has to be. */
  verify(newFile: string): Promise<void>;
}

/**
 * Writes a file elsewhere, whole or not at all, with the permissions of the session.
 *
 * @throws {CannotRun} says why; nothing is left behind then
 */
export async function writeElsewhere({ out, force, source, before, write, verify }: Copy): Promise<void> {
  const newFile = unfinishedName(out);
  const leave = () => removeQuietly(newFile);
  const stop = whenInterrupted(leave);
  try {
    refuseExisting(out, force, before);
    await writeNewFile(newFile, write, before, false);
    await verify(newFile);
    if (!isUnchanged(before, stateOf(statSync(source, { bigint: true })))) throw changedMeanwhile(source);
    if (force) renameSync(newFile, out);
    else create(newFile, out);
    flushFolder(path.dirname(out));
  } catch (error) {
    if (error instanceof CannotRun) throw error;
    throw new WriteRefusal(`${quote(out)} could not be written: ${reasonOf(error)}.`, { cause: error });
  } finally {
    stop();
    leave();
  }
}

function refuseExisting(out: string, force: boolean, session: FileState): void {
  const stats = lstatSync(out, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return;
  const behind = statSync(out, { bigint: true, throwIfNoEntry: false }) ?? stats;
  if (behind.isDirectory())
    throw new WriteRefusal(`${quote(out)} is a folder: --out needs the name of a file.`);
  if (isSameFile(stateOf(behind), session)) {
    throw new WriteRefusal(`${quote(out)} is the session itself: use --write to repair it in its place.`);
  }
  if (!force) throw alreadyThere(out);
}

/** Gives the new file its name where nothing has that name; unlike renaming, linking replaces nothing. */
function create(newFile: string, out: string): void {
  try {
    linkSync(newFile, out);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw alreadyThere(out);
    if (!NO_LINKS.has(codeOf(error))) throw error;
    if (lstatSync(out, { throwIfNoEntry: false }) !== undefined) throw alreadyThere(out);
    renameSync(newFile, out);
  }
}

function alreadyThere(out: string): WriteRefusal {
  return new WriteRefusal(`${quote(out)} exists already: name another file, or add --force to replace it.`);
}
