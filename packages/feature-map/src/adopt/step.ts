import type { FeatureMap, IndexRow, Page } from '../map/types.ts';
import type { Renames } from '../regen/row-target.ts';
import { type IndexOutlook, indexOutlook } from './index-outlook.ts';
import type { PlanItem } from './plan-item.ts';

/** What an item adds to the finding that it comes from. */
export type Step = Pick<PlanItem, 'kind'> & Partial<Pick<PlanItem, 'remedy' | 'insert' | 'divides'>>;

/** Nothing follows from the files. */
export const JUDGMENT: Step = { kind: 'judgment' };

/** A map, looked up in the ways that steps need. */
export interface StepContext {
  readonly map: FeatureMap;
  readonly pages: ReadonlyMap<string, Page>;
  /** By 1-based line in the index. */
  readonly rowAt: ReadonlyMap<number, IndexRow>;
  /** The first row of each page. */
  readonly rowOf: ReadonlyMap<string | undefined, IndexRow>;
  readonly outlook: IndexOutlook;
}

export function stepContext(map: FeatureMap, renames: Renames): StepContext {
  const rows = map.table?.rows ?? [];
  return {
    map,
    pages: new Map(map.pages.map((page) => [page.path, page])),
    rowAt: new Map(rows.map((row) => [row.line + 1, row])),
    rowOf: new Map(rows.toReversed().map((row) => [row.page, row])),
    outlook: indexOutlook(map, renames),
  };
}
