import type { Finding } from '../map/findings.ts';
import type { FeatureMap, IndexRow, Page } from '../map/types.ts';
import type { PlanItem } from './plan-item.ts';
import { rowTargets } from './row-target.ts';

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
  /** Pages that rows mean which lead to none. */
  readonly targets: ReadonlyMap<IndexRow, Page>;
  /** The same pages, by themselves. */
  readonly meant: ReadonlySet<Page>;
}

/** @param findings what the checker says of the map */
export function stepContext(map: FeatureMap, findings: readonly Finding[]): StepContext {
  const rows = map.table?.rows ?? [];
  const rowAt = new Map(rows.map((row) => [row.line + 1, row]));
  const lost = findings.filter(
    ({ rule }) => rule === 'index/broken-link' || rule === 'index/row-without-link',
  );
  const lostRows = lost.flatMap(({ line }) => rowAt.get(line) ?? []);
  const targets = rowTargets(map, lostRows);
  return {
    map,
    pages: new Map(map.pages.map((page) => [page.path, page])),
    rowAt,
    rowOf: new Map(rows.toReversed().map((row) => [row.page, row])),
    targets,
    meant: new Set(targets.values()),
  };
}
