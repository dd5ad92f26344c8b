import type { RewritePlan, SessionInput, StoredChange } from '../format.ts';
import { rewriteJson } from '../json/rewrite.ts';
import type { PiEntry } from './columns.ts';
import { placeOfLine } from './entry.ts';
import type { PiFile } from './file.ts';
import type { ChangedEntry } from './plan.ts';
import type { WholeEntries } from './whole.ts';

const SLICE_SIZE = 1024 * 1024;

/**
 * The plan for a file in which some entries change: all other bytes, line ends and what is no entry included, are
 * written as they are.
 *
 * @param changes in the order of the file
 */
export async function writePiFile(
  input: SessionInput,
  file: PiFile,
  wholes: WholeEntries,
  changes: readonly (readonly [PiEntry, ChangedEntry])[],
): Promise<RewritePlan> {
  const stored: StoredChange[] = [];
  for (const [entry, { value, findings }] of changes) {
    stored.push({
      place: placeOfLine(file.lineOf(entry)),
      before: await wholes.stored(entry),
      after: value,
      findings,
    });
  }
  return {
    changes: stored,
    write: async (sink) => {
      const copy = async (from: number, to: number) => {
        for (let at = from; at < to; at += SLICE_SIZE)
          await sink(await input.range(at, Math.min(at + SLICE_SIZE, to)));
      };
      let at = 0;
      for (const [entry, { value, base }] of changes) {
        const { offset, length } = file.placeOf(entry);
        await copy(at, offset);
        await sink(rewriteJson(await wholes.bytesOf(base), await wholes.stored(base), value));
        at = offset + length;
      }
      await copy(at, input.size);
    },
  };
}
