import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { quote, visible } from '../visible-text.ts';
import { hostProcesses } from './host-process.ts';
import { WriteRefusal } from './write-refusal.ts';

/** A session that was written to within this time may be in use. */
const RECENT_MS = 5 * 60 * 1000;

export interface LiveCheck {
  /** Real path of the session's file. */
  readonly file: string;
  /** Where the session worked. */
  readonly cwd: string | undefined;
  readonly evenIfRecent: boolean;
  readonly evenIfRunning: boolean;
}

/**
 * Refuses to touch a session that somebody may be working on.
 *
 * @throws {WriteRefusal} names what was seen, and the option that passes over it
 */
export function refuseLiveSession(check: LiveCheck, now = Date.now()): void {
  if (!check.evenIfRecent) refuseRecent(check.file, now);
  if (!check.evenIfRunning) refuseRunning(check);
}

function refuseRecent(file: string, now: number): void {
  const age = now - statSync(file).mtimeMs;
  if (age >= RECENT_MS) return;
  const when = age < 0 ? 'in the future, by this clock' : `${Math.floor(age / 1000)} seconds ago`;
  throw new WriteRefusal(
    `${quote(file)} was written to ${when}, so a host may have it open. Nothing was changed.\n` +
      'Close the session in its host, then wait five minutes or add --even-if-recent.',
  );
}

function refuseRunning({ file, cwd }: LiveCheck): void {
  const [found, ...more] = hostProcesses(placeOf(file, cwd)) ?? [];
  if (found === undefined) return;
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
  throw new WriteRefusal(
    `process ${found.pid} (${visible(found.name)}) ${visible(found.why)}${others}, so it may write to ${quote(file)}. ` +
      'Nothing was changed.\nClose it, or add --even-if-running when it has another session open.',
  );
}

function placeOf(file: string, cwd: string | undefined): { file: string; folders: string[] } {
  return { file, folders: [path.dirname(file), ...(cwd === undefined ? [] : [realFolder(cwd)])] };
}

/** A folder that is gone keeps its name: nobody works in it. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return path.resolve(folder);
  }
}
