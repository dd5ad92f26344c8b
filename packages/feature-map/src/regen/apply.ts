import { MAP_FOLDER } from '../map/page-link.ts';
import { type MapWriter, versionOf } from '../write/map-writer.ts';
import type { FilePlan } from './plan.ts';

/** What became of a planned file: nothing yet, or it was written, or it was refused with a reason. */
export interface FileResult extends FilePlan {
  readonly state: 'planned' | 'written' | 'refused';
  /** A clause that continues "`page` ". */
  readonly reason?: string;
}

/**
 * Writes planned files, in their order. Each is written for the text that the plan was made of: a file that changed
 * meanwhile is left alone. Does not reject.
 */
export async function applyPlan(files: readonly FilePlan[], writer: MapWriter): Promise<FileResult[]> {
  const results: FileResult[] = [];
  for (const file of files) {
    const reason = await writer.write(`${MAP_FOLDER}/${file.page}`, versionOf(file.before), file.text);
    results.push(
      reason === undefined ? { ...file, state: 'written' } : { ...file, state: 'refused', reason },
    );
  }
  return results;
}
