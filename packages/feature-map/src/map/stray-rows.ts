import { withoutFront } from './front-matter.ts';
import { readIndexRow } from './index-row.ts';
import { findTables, linesBetween } from './index-table.ts';
import { scanBlocks } from './markdown/blocks.ts';
import type { IndexRow, IndexTable } from './types.ts';

/**
 * Rows that link to a page of the map and stand outside its table: in another table, or behind the line that ended
 * it. A line with a pipe counts as one, outside code, comments, lists and quotes.
 *
 * @param index text of the index file
 * @returns the first row for each page
 */
export function strayRows(index: string, { firstLine, lastLine }: IndexTable): Map<string, IndexRow> {
  const { definitions } = findTables(index);
  const rows = new Map<string, IndexRow>();
  scanBlocks(withoutFront(index), {
    heading() {},
    paragraph(firstOfParagraph, start, end) {
      let line = firstOfParagraph - 1;
      for (const [from, to] of linesBetween(index, start, end)) {
        line++;
        const text = index.slice(from, to);
        if (!text.includes('|') || (line >= firstLine && line <= lastLine)) continue;
        const row = readIndexRow(line, text, { count: text.split('|').length, ...NO_COLUMNS }, definitions);
        if (row.page !== undefined && !rows.has(row.page)) rows.set(row.page, row);
      }
    },
  });
  return rows;
}

/** A row that stands outside a table has no header that would tell its columns apart. */
const NO_COLUMNS = { feature: -1, trigger: -1 };
