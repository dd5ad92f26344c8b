import { existingPages } from '../map/check-index.ts';
import { INDEX_FILE, isPageName } from '../map/page-link.ts';
import type { FeatureMap } from '../map/types.ts';
import { type FillIn, findFillIns } from './fill-in.ts';
import { pageBlocks } from './front-matter.ts';
import { planIndex } from './index-plan.ts';
import type { LeftAlone } from './left-alone.ts';
import { planPage } from './page-plan.ts';
import type { Renames } from './row-target.ts';
import type { DroppedRow } from './table-plan.ts';

/** A file of the map that gets a new text. */
export interface FilePlan {
  /** Path relative to the map's folder. */
  readonly page: string;
  /** The text that was read, which the plan holds for and no other. */
  readonly before: string;
  readonly text: string;
  /** What changes, each as a clause in the present tense. */
  readonly changes: readonly string[];
}

/** A place of a page that its author has to fill in. */
interface PageFillIn extends FillIn {
  readonly page: string;
}

export interface RegenPlan {
  /** The files that change, the index last. */
  readonly files: readonly FilePlan[];
  readonly dropped: readonly DroppedRow[];
  readonly left: readonly LeftAlone[];
  /** All places that are to be filled in once the plan is carried out, those that were there before too. */
  readonly fillIns: readonly PageFillIn[];
}

export interface RegenOptions {
  /** Bytes of a section. */
  readonly maxSectionBytes: number;
  /** See `lacksPages`. */
  readonly renames?: Renames;
  /** The one file that is meant, relative to the map's folder; all of them otherwise. */
  readonly only?: string | undefined;
}

/**
 * Plans a new shape for a map: the form of its pages, parts for sections that are too big, and an index that agrees
 * with them. No prose changes. Reads and writes no file; a plan of the map that comes of a plan is empty.
 */
export function planRegen(
  map: FeatureMap,
  { maxSectionBytes, renames = new Map(), only }: RegenOptions,
): RegenPlan {
  const names = rowNames(map);
  const plans = map.pages.map((page) => ({
    before: page.text,
    ...planPage(page, names.get(page.path), maxSectionBytes),
  }));
  const index = planIndex(
    map,
    plans.map(({ page }) => page),
    renames,
  );
  const files = [
    ...plans.map(({ before, page, changes }) => ({ page: page.path, before, text: page.text, changes })),
    { page: INDEX_FILE, before: map.index, text: index.text, changes: index.changes },
  ];
  const isMeant = ({ page }: { page: string }) => only === undefined || page === only;
  return {
    files: files.filter((file) => isMeant(file) && file.text !== file.before),
    dropped: index.dropped.filter(() => isMeant({ page: INDEX_FILE })),
    left: [...plans.flatMap(({ left }) => left), ...unread(map), ...index.left].filter(isMeant),
    fillIns: files.filter(isMeant).flatMap(({ page, text }) => {
      return findFillIns(text, pageBlocks(text)).map((place) => ({ page, ...place }));
    }),
  };
}

/** Whether a row of the index leads to a page that is gone, so that it is worth asking git what became of it. */
export function lacksPages(map: FeatureMap): boolean {
  const exists = existingPages(map);
  return (
    map.table?.rows.some(({ page, placeholder }) => page !== undefined && !placeholder && !exists(page)) ===
    true
  );
}

/** What rows call their pages. */
function rowNames({ table }: FeatureMap): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { page, feature } of table?.rows ?? []) {
    if (page !== undefined && !names.has(page) && !isPageName(feature)) names.set(page, feature);
  }
  return names;
}

function unread({ unreadable }: FeatureMap): LeftAlone[] {
  return unreadable
    .filter(({ page }) => page !== INDEX_FILE && page !== '')
    .map(({ page, reason }) => ({ page, line: 1, message: `The page ${reason}.` }));
}
