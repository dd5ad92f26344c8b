import { parseIndexTable } from '../map/index-table.ts';
import type { FeatureMap, IndexRow } from '../map/types.ts';
import { planIndex } from '../regen/index-plan.ts';
import { splitLines } from '../regen/lines.ts';
import type { Renames } from '../regen/row-target.ts';

/** What regeneration makes of an index: what follows from the files is what it does. */
export interface IndexOutlook {
  /** The page, by its path, of each row that leads to none as it stands. */
  readonly targets: ReadonlyMap<IndexRow, string>;
  /** The same pages. */
  readonly meant: ReadonlySet<string>;
  /** The row of each page that has none, by the page's path. */
  readonly newRows: ReadonlyMap<string, string>;
  /** The whole table, where the index has none. */
  readonly newTable: string | undefined;
}

export function indexOutlook(map: FeatureMap, renames: Renames): IndexOutlook {
  const { text, dropped } = planIndex(map, map.pages, renames);
  const lines = splitLines(text);
  const table = parseIndexTable(text);
  const gone = new Set(dropped.map(({ line }) => line - 1));
  const kept = map.table?.rows.filter(({ line }) => !gone.has(line)) ?? [];
  const rows = table?.rows ?? [];
  const textOf = (from: number, to = from) =>
    lines
      .slice(from, to + 1)
      .map((line) => line.text)
      .join('\n');
  const targets = kept.flatMap((row, at): [IndexRow, string][] => {
    const page = rows[at]?.page;
    return page === undefined || page === row.page ? [] : [[row, page]];
  });
  const added = rows.slice(kept.length).flatMap(({ page, line }): [string, string][] => {
    return page === undefined ? [] : [[page, textOf(line)]];
  });
  const isNew = map.table === undefined && table !== undefined;
  return {
    targets: new Map(targets),
    meant: new Set(targets.map(([, page]) => page)),
    newRows: new Map(added),
    newTable: isNew ? textOf(table.firstLine, table.lastLine) : undefined,
  };
}
