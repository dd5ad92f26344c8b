import { codeOf } from '../map/map-listing.ts';
import { type Expected, versionOf } from './map-writer.ts';

/** Why a file is not written, as a clause that continues "`file` ". */
export class Refusal extends Error {}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'larger than a file may be',
  ELOOP: 'a link leads back to itself',
  ENOTDIR: 'a folder above it is a file',
};

/** The clause for whatever a write ended with: a refusal, or an error of the file system. */
export function refusalOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  const code = codeOf(error);
  const reason = REASONS[code];
  return `cannot be written (${reason === undefined ? code : `${code}: ${reason}`})`;
}

/**
 * Compares what is at a path with what a writer has to find there.
 *
 * @param content `undefined` where there is no file
 * @throws Refusal where it is something else
 */
export function refuseUnexpected(content: Uint8Array | undefined, expected: Expected): void {
  if (expected === 'any') return;
  if (content === undefined && expected !== 'absent') throw new Refusal('is gone since it was read');
  if (content !== undefined && expected === 'absent') throw new Refusal(EXISTS);
  if (content !== undefined && versionOf(content) !== expected) throw new Refusal(CHANGED);
}

export const EXISTS = 'exists already';
export const CHANGED = 'changed since it was read';
