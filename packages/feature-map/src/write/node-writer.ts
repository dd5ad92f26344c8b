import type { MapWriter } from './map-writer.ts';
import { refusalOf } from './refusal.ts';
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
        return refusalOf(error);
      }
    },
  };
}
