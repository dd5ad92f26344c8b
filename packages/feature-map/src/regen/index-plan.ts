import { existingPages } from '../map/check-index.ts';
import { findTables } from '../map/index-table.ts';
import { INDEX_FILE } from '../map/page-link.ts';
import type { FeatureMap, IndexTable, Page } from '../map/types.ts';
import { insertBlocks } from './insert.ts';
import type { LeftAlone } from './left-alone.ts';
import { endsOpen } from './page-blocks.ts';
import { newRow, type TableShape } from './row-new.ts';
import type { Renames } from './row-target.ts';
import { type DroppedRow, planRows } from './table-plan.ts';

export interface IndexPlan {
  readonly text: string;
  /** What changes, each as a clause in the present tense. */
  readonly changes: readonly string[];
  readonly dropped: readonly DroppedRow[];
  readonly left: readonly LeftAlone[];
}

/** The table of an index that has none; the columns are those of the template. */
const NEW_HEADER = '| Feature | Doc | Read when |\n|---|---|---|';
const NEW_SHAPE: TableShape = {
  columns: { count: 3, feature: 0, trigger: 2 },
  link: 1,
  definitions: new Map(),
};
const HTML_TABLE = /<table\b/i;

/**
 * Makes the index and the pages agree: a row whose page exists stays as it is, one whose page is gone is pointed to the
 * page that it means or taken out, and every page gets a row. An index whose table is not that of the map stays as it
 * is. Applied to what it gave, it changes nothing.
 *
 * @param pages the pages of the map as they are going to be
 */
export function planIndex(map: FeatureMap, pages: readonly Page[], renames: Renames): IndexPlan {
  const { index, table, unreadable } = map;
  const unread = unreadable.find(({ page }) => page === INDEX_FILE || page === '');
  if (unread !== undefined) return unchanged(index, 1, `The index ${unread.reason}.`);
  if (table === undefined) return pages.length === 0 ? unchanged(index) : addTable(index, pages);
  const { candidates, definitions } = findTables(index);
  const columns = candidates.find(({ line }) => line === table.firstLine)?.columns;
  const line = table.firstLine + 1;
  if (columns === undefined || isForeign(map, table, columns.feature !== -1))
    return unchanged(index, line, FOREIGN);
  if (table.rows.length < table.lastLine - table.firstLine - 1) {
    return unchanged(
      index,
      line,
      `The table has more rows than the ${table.rows.length} that are read. Divide the map.`,
    );
  }
  return planRows({ map, table, columns, definitions, pages, renames });
}

const FOREIGN =
  'The table does not list the pages of the map, so it stays as it is. Put a table with the columns `Feature` and ' +
  '`Read when` in front of it.';

function addTable(index: string, pages: readonly Page[]): IndexPlan {
  const [table] = findTables(index).candidates;
  if (table !== undefined) return unchanged(index, table.line + 1, FOREIGN);
  if (HTML_TABLE.test(index)) return unchanged(index, 1, FOREIGN);
  if (endsOpen(index)) {
    return unchanged(
      index,
      1,
      'The index ends in a block that nothing closes, which would swallow a table. Close it.',
    );
  }
  const rows = pages.map((page) => newRow(page, NEW_SHAPE));
  const text = insertBlocks(index, [{ at: index.length, blocks: [[NEW_HEADER, ...rows].join('\n')] }]);
  return { text, changes: [`adds a table with ${rows.length} rows`], dropped: [], left: [] };
}

/**
 * Whether a table only looks like that of the map: no row leads to a page that exists, and its columns do not say that
 * one should.
 */
function isForeign(map: FeatureMap, { rows }: IndexTable, isNamed: boolean): boolean {
  const exists = existingPages(map);
  if (!isNamed) return !rows.some(({ page }) => page !== undefined && exists(page));
  const written = rows.filter(({ placeholder }) => !placeholder);
  return (
    written.length > 0 && written.every(({ link, trigger }) => link === undefined && trigger === undefined)
  );
}

function unchanged(text: string, line = 1, message = ''): IndexPlan {
  const left = message === '' ? [] : [{ page: INDEX_FILE, line, message }];
  return { text, changes: [], dropped: [], left };
}
