import type { Expected, MapWriter } from '../../src/write/map-writer.ts';
import { nodeWriter } from '../../src/write/node-writer.ts';

/** The writer to the disk, which remembers what it was asked to write, and can refuse. */
export interface ScratchWriter extends MapWriter {
  readonly asked: { file: string; expected: Expected }[];
}

/** @param refusals reason by file; such a file is not written */
export function scratchWriter(root: string, refusals: Readonly<Record<string, string>> = {}): ScratchWriter {
  const disk = nodeWriter(root);
  const asked: { file: string; expected: Expected }[] = [];
  return {
    asked,
    async write(file, expected, text) {
      asked.push({ file, expected });
      return refusals[file] ?? (await disk.write(file, expected, text));
    },
  };
}
