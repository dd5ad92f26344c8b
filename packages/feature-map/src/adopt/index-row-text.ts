import { escapeMarkdown, oneLine } from '../init/plain-text.ts';
import { fillIn } from '../init/render.ts';
import { parseIndexTable } from '../map/index-table.ts';
import { readInline } from '../map/markdown/inline.ts';
import { delimiterColumns, rowCells } from '../map/markdown/table.ts';
import type { IndexTable, Page } from '../map/types.ts';

/** The two lines that begin an index table. */
export interface TableHead {
  readonly header: string;
  readonly delimiter: string;
}

/** The head of a table that has none yet. */
export const NEW_TABLE_HEAD: TableHead = {
  header: '| Feature | Doc | Read when |',
  delimiter: '|---|---|---|',
};

/** The head of the map's table, as it stands in the index. */
export function tableHead(index: string, table: IndexTable): TableHead {
  const lines = index.split(/\r\n|[\r\n]/);
  return { header: lines[table.firstLine] ?? '', delimiter: lines[table.firstLine + 1] ?? '' };
}

/** What a row tells of a page. */
export type RowPage = Pick<Page, 'path' | 'title' | 'trigger'>;

const TITLE_LIMIT = 120;
const TRIGGER_LIMIT = 1000;
const PATH_LIMIT = 1000;
const TRIGGER_COLUMN = 'read when';
/** Titles of the column that links to the page, where there is one beside `Feature`. */
const LINK_COLUMNS = ['doc', 'docs', 'document', 'page', 'file', 'link', 'path'];

/**
 * A row for a page in a table of any columns: its title, a link to it, and its trigger with the markup that the page
 * gives it. Reading the row gives just these back; where the markup would stand in the way of that, the trigger is
 * plain text. A page without a title goes by its file name, a missing trigger is a place to fill in.
 */
export function indexRowText(page: RowPage, head: TableHead = NEW_TABLE_HEAD): string {
  const trigger = oneLine(page.trigger ?? '', TRIGGER_LIMIT);
  const shown = readInline(trigger).text;
  if (shown === '') return rowWith(page, head, fillIn('the tasks it helps with'));
  const asWritten = rowWith(page, head, escapePipes(trigger));
  return readsBack(asWritten, page, shown, head)
    ? asWritten
    : rowWith(page, head, plain(shown, TRIGGER_LIMIT));
}

function rowWith(page: RowPage, { header, delimiter }: TableHead, trigger: string): string {
  const titles = rowCells(header, delimiterColumns(delimiter)).map(columnName);
  const cells = titles.map((title) => (title === TRIGGER_COLUMN ? trigger : ''));
  const feature = titles.includes('feature')
    ? titles.indexOf('feature')
    : titles.findIndex((title) => title !== TRIGGER_COLUMN);
  const doc = titles.findIndex((title) => LINK_COLUMNS.includes(title));
  const name = featureName(page);
  cells[Math.max(feature, 0)] = doc === -1 ? link(name, page.path) : name;
  if (doc !== -1) cells[doc] = link(plain(page.path, PATH_LIMIT), page.path);
  return `| ${cells.join(' | ')} |`;
}

function featureName({ path, title }: RowPage): string {
  const named = plain(title ?? '', TITLE_LIMIT);
  return named === '' ? plain(path.replace(/^.*\/|\.[^.]*$/g, ''), TITLE_LIMIT) : named;
}

function link(name: string, path: string): string {
  return `[${name}](${path.toWellFormed().replace(UNSAFE, percentEncode)})`;
}

/** What could end a link's destination, divide a cell, be taken for an escape or a scheme, or cannot be seen. */
const UNSAFE = /[^\w\-./@+,=\u0080-\u{10ffff}]|[\s\p{C}]/gu;

function percentEncode(character: string): string {
  return encodeURIComponent(character).replace(/^[!-~]$/, (ascii) => `%${ascii.charCodeAt(0).toString(16)}`);
}

function plain(text: string, limit: number): string {
  return escapeMarkdown(oneLine(text, limit));
}

/** Whether a row leads to the page, waits for none, and shows the trigger that it was made with. */
function readsBack(row: string, page: RowPage, shown: string, { header, delimiter }: TableHead): boolean {
  const table = parseIndexTable(`${header}\n${delimiter}\n${row}\n`);
  const read = table?.rows[0];
  if (read?.page !== page.path || read.placeholder || table?.rows.length !== 1) return false;
  return read.trigger === undefined || readInline(read.trigger).text === shown;
}

function columnName(cell: string): string {
  return readInline(cell).text.replace(/\s*:$/, '').toLowerCase();
}

/** Escapes the pipes that are not. In a cell, the backslash is taken off again before the cell is read. */
function escapePipes(markdown: string): string {
  return markdown.replace(/(\\*)\|/g, (whole, slashes: string) =>
    slashes.length % 2 === 1 ? whole : `${slashes}\\|`,
  );
}
