import { quote } from '../quote.ts';
import { type Finding, finding } from './findings.ts';
import { INDEX_FILE } from './page-link.ts';
import { strayRows } from './stray-rows.ts';
import type { FeatureMap, IndexRow, IndexTable, Page } from './types.ts';

/** Where the index and the pages of a map disagree. */
export function checkIndex(map: FeatureMap): Finding[] {
  const unread = map.unreadable.find(({ page }) => page === INDEX_FILE || page === '');
  if (unread !== undefined) {
    const message = `The index ${unread.reason}.`;
    return [finding('index/unreadable', { page: INDEX_FILE, line: 1, message })];
  }
  if (map.table === undefined) return map.pages.length === 0 ? [] : [noTable(map.pages.length)];
  return [...checkRows(map, map.table), ...checkLinks(map, map.table)];
}

function noTable(pages: number): Finding {
  const message = `The map has ${pages} ${pages === 1 ? 'page' : 'pages'}, and its index has no table of them.`;
  return finding('index/no-table', { page: INDEX_FILE, line: 1, message });
}

function checkRows(map: FeatureMap, table: IndexTable): Finding[] {
  const exists = existingPages(map);
  const elsewhere = new Map(map.pages.map(({ path }) => [fileName(path), path]));
  const firstRows = new Map<string, IndexRow>();
  const findings: Finding[] = [];
  for (const row of table.rows) {
    if (row.placeholder) continue;
    const { link, page } = row;
    if (link === undefined) {
      findings.push(rowFinding('index/row-without-link', row, 'links to no page'));
    } else if (page === undefined) {
      findings.push(
        rowFinding('index/link-leaves-map', row, `links to ${quote(link)}, which is outside the map`),
      );
    } else if (!exists(page)) {
      const near = elsewhere.get(fileName(page));
      const remedy = near === undefined ? undefined : `Link to ${quote(near)}, if that is the page it means.`;
      findings.push(
        rowFinding('index/broken-link', row, `links to ${quote(page)}, which does not exist`, remedy),
      );
    } else {
      const first = firstRows.get(page);
      if (first === undefined) firstRows.set(page, row);
      else {
        const where = `links to ${quote(page)}, as the row in line ${first.line + 1} does`;
        findings.push(rowFinding('index/duplicate-row', row, where));
      }
    }
  }
  return findings;
}

/** Tells which pages exist: those that were listed; in a folder that could not be listed, any page may. */
export function existingPages({ pages, unreadable }: FeatureMap): (page: string) => boolean {
  const listed = new Set([...pages.map(({ path }) => path), ...unreadable.map(({ page }) => page)]);
  return (page) => {
    const folders = page.split('/').slice(0, -1);
    return listed.has(page) || folders.some((_, index) => listed.has(folders.slice(0, index + 1).join('/')));
  };
}

/** Pages without a row. Of a table that is not read to its end nobody knows, so that is what it reports then. */
function checkLinks(map: FeatureMap, table: IndexTable): Finding[] {
  const { rows, firstLine, lastLine } = table;
  const lines = lastLine - firstLine - 1;
  if (rows.length < lines) {
    const message = `The table has ${lines} rows, and the first ${rows.length} of them are read.`;
    return [finding('index/too-long', { page: INDEX_FILE, line: firstLine + rows.length + 3, message })];
  }
  const linked = new Set(rows.map(({ page }) => page));
  const pages = map.pages.filter(({ path }) => !linked.has(path));
  if (pages.length === 0) return [];
  const strays = strayRows(map.index, table);
  return pages.map((page) => unlinked(page, strays.get(page.path), firstLine));
}

function unlinked({ path, title }: Page, stray: IndexRow | undefined, firstLine: number): Finding {
  const name = title === undefined ? 'The page' : `The page ${quote(title)}`;
  const found = { page: path, line: 1 };
  if (stray === undefined) {
    return finding('index/unlinked-page', { ...found, message: `${name} has no row in the index.` });
  }
  return finding('index/unlinked-page', {
    ...found,
    message: `${name} has no row that counts: its row in line ${stray.line + 1} of the index stands outside the map's table.`,
    remedy: `Move that row into the table that begins in line ${firstLine + 1}, without a line between that has no \`|\`.`,
  });
}

function rowFinding(
  rule: 'index/row-without-link' | 'index/link-leaves-map' | 'index/broken-link' | 'index/duplicate-row',
  row: IndexRow,
  what: string,
  remedy?: string,
): Finding {
  const message = `The row ${quote(row.feature)} ${what}.`;
  return finding(rule, {
    page: INDEX_FILE,
    line: row.line + 1,
    message,
    ...(remedy === undefined ? {} : { remedy }),
  });
}

function fileName(path: string): string {
  return path.replace(/^.*\//, '').toLowerCase();
}
