import path from 'node:path';
import { MAP_FOLDER } from '../map/page-link.ts';
import type { FeatureMap } from '../map/types.ts';
import type { MapWriter } from '../write/map-writer.ts';
import { applyPlan } from './apply.ts';
import { gitRenames } from './git-renames.ts';
import type { RegenOutcome } from './outcome-text.ts';
import { lacksPages, planRegen, type RegenOptions } from './plan.ts';
import type { Renames } from './row-target.ts';

/** Tells what became of pages; called at most once, and only where a row of the index leads to a page that is gone. */
export type AskRenames = (folder: string) => Renames;

/**
 * Plans a new shape for a map and, given a writer, writes it. Does not reject.
 *
 * @param writer nothing is written without one
 */
export async function runRegen(
  map: FeatureMap,
  options: Omit<RegenOptions, 'renames'>,
  writer: MapWriter | undefined,
  askRenames: AskRenames = gitRenames,
): Promise<RegenOutcome> {
  const renames = lacksPages(map) ? askRenames(path.join(map.root, MAP_FOLDER)) : undefined;
  const { root } = map;
  const { files, ...plan } = planRegen(map, renames === undefined ? options : { ...options, renames });
  if (writer !== undefined) return { root, ...plan, applied: true, files: await applyPlan(files, writer) };
  return { root, ...plan, applied: false, files: files.map((file) => ({ ...file, state: 'planned' })) };
}
