import { findFillIns, type Rendered } from '../init/render.ts';
import { parseIndexTable } from '../map/index-table.ts';
import type { FeatureMap } from '../map/types.ts';
import { planIndex } from '../regen/index-plan.ts';

/** A rendered index for a map that has none, with a row for each page in place of the one that waits for the first. */
export function indexWithRows(rendered: Rendered, map: FeatureMap): Rendered {
  const index = rendered.text;
  const scaffold = { ...map, index, table: parseIndexTable(index), unreadable: [] };
  const { text } = planIndex(scaffold, map.pages, new Map());
  return { ...rendered, text, fillIns: findFillIns(text) };
}
