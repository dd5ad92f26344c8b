import { lstatSync, statSync } from 'node:fs';
import path from 'node:path';
import { UnreadableSession } from '../../formats/format.ts';
import { LINE_FEED } from '../../formats/json/bytes.ts';
import { MAX_RECORD_BYTES } from '../../incident-record.ts';
import { EVIDENCE_FILE } from '../../notes.ts';
import { CannotRun } from '../cannot-run.ts';
import { codeOf, reasonOf } from '../file-error.ts';
import { openSessionFile } from '../session/session-file.ts';
import { quote } from '../visible-text.ts';

/** Where evidence was looked for, and where it lies. */
export interface EvidencePlace {
  /** Absolute paths. */
  readonly lookedAt: readonly string[];
  readonly found: string | undefined;
}

/**
 * Finds the evidence of a project.
 *
 * A project may be hostile: what is not named by the user himself may not be a symbolic link, which the guard never
 * writes through either.
 *
 * @param named absolute path of the file itself, of its folder, or of the project's folder
 * @throws CannotRun where the path is not there or cannot be looked at
 */
export function findEvidence(named: string): EvidencePlace {
  if (!isFolder(named)) return { lookedAt: [named], found: named };
  const [folder = '', name = ''] = EVIDENCE_FILE.split('/');
  const below = [path.join(named, folder), path.join(named, folder, name)];
  const chains = path.basename(named) === folder ? [[path.join(named, name)], below] : [below];
  const found = chains.find((chain) => chain.every(isThere));
  return { lookedAt: chains.map((chain) => chain.at(-1) ?? ''), found: found?.at(-1) };
}

function isFolder(named: string): boolean {
  try {
    return statSync(named).isDirectory();
  } catch (error) {
    throw new CannotRun(`${quote(named)} cannot be looked at: ${reasonOf(error)}`);
  }
}

function isThere(file: string): boolean {
  try {
    if (!lstatSync(file).isSymbolicLink()) return true;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return false;
    throw new CannotRun(`${quote(file)} cannot be looked at: ${reasonOf(error)}`);
  }
  throw new CannotRun(
    `${quote(file)} is a symbolic link, and the guard never writes through one. If it is yours, name the file that it leads to.`,
  );
}

/** A line of the evidence, numbered from 1; `text` is missing for a line that is longer than any record. */
export interface EvidenceLine {
  readonly number: number;
  readonly text: string | undefined;
}

/**
 * The lines of a file that are not blank, in memory that grows with the longest record only.
 *
 * @throws CannotRun where the file cannot be read
 */
export async function* evidenceLines(file: string): AsyncGenerator<EvidenceLine> {
  const open = opened(file);
  try {
    let number = 0;
    let pieces: Buffer[] = [];
    let length = 0;
    const take = (piece: Uint8Array) => {
      length += piece.length;
      if (length <= MAX_RECORD_BYTES) pieces.push(Buffer.from(piece));
    };
    const line = (): EvidenceLine => {
      number++;
      const text = length > MAX_RECORD_BYTES ? undefined : Buffer.concat(pieces).toString();
      pieces = [];
      length = 0;
      return { number, text };
    };
    for await (const chunk of open.chunks()) {
      let start = 0;
      for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
        take(chunk.subarray(start, end));
        start = end + 1;
        const next = line();
        if (next.text?.trim() !== '') yield next;
      }
      take(chunk.subarray(start));
    }
    const last = line();
    if (last.text?.trim() !== '') yield last;
  } catch (error) {
    throw asCannotRun(error, file);
  } finally {
    open.close();
  }
}

function opened(file: string): ReturnType<typeof openSessionFile> {
  try {
    return openSessionFile(file);
  } catch (error) {
    throw asCannotRun(error, file);
  }
}

function asCannotRun(error: unknown, file: string): unknown {
  if (!(error instanceof UnreadableSession)) return error;
  return new CannotRun(`${quote(file)} cannot be read: ${error.message}`, { cause: error });
}
