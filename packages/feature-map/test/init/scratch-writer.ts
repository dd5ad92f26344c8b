import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DocumentWriter } from '../../src/init/document-writer.ts';

/** A writer to the disk without the care of the real one, that remembers what it was asked and can refuse. */
export interface ScratchWriter extends DocumentWriter {
  readonly asked: { file: string; replace: boolean }[];
}

/** @param refusals reason by file; such a file is not written */
export function scratchWriter(root: string, refusals: Readonly<Record<string, string>> = {}): ScratchWriter {
  const asked: { file: string; replace: boolean }[] = [];
  return {
    asked,
    async write(file, text, replace) {
      asked.push({ file, replace });
      const reason = refusals[file];
      if (reason !== undefined) return reason;
      const path = join(root, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, { flag: replace ? 'w' : 'wx' });
      return undefined;
    },
  };
}
