import { codeOf } from '../map/map-listing.ts';
import type { MapWriter } from './map-writer.ts';
import { Refusal } from './refusal.ts';
import { type OnStep, replaceFile } from './replace-file.ts';
import { targetOf } from './target.ts';

/**
 * Writes to the local disk: a new file in the same folder, flushed, then renamed over the old one, whose mode it gets.
 *
 * @param root absolute path of the project
 * @param onStep called at each step of a write, for tests that stop there
 */
export function nodeWriter(root: string, onStep: OnStep = () => {}): MapWriter {
  return {
    async write(file, expected, text) {
      try {
        onStep('begun');
        await replaceFile(await targetOf(root, file), expected, Buffer.from(text, 'utf8'), onStep);
        onStep('done');
        return undefined;
      } catch (error) {
        return error instanceof Refusal ? error.message : `cannot be written (${reasonOf(error)})`;
      }
    },
  };
}

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

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const reason = REASONS[code];
  return reason === undefined ? code : `${code}: ${reason}`;
}
