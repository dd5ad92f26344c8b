import { readIndexRow } from '../map/index-row.ts';
import type { IndexColumns } from '../map/index-table.ts';
import { type Definitions, readInline } from '../map/markdown/inline.ts';
import { rowCells } from '../map/markdown/table.ts';
import { readPageLink } from '../map/page-link.ts';
import type { IndexRow, Page } from '../map/types.ts';
import { fillIn, HINTS } from './fill-in.ts';
import { fileTitle } from './page-head.ts';
import { escapedMarkdown, plainMarkdown } from './plain-markdown.ts';
import { linkTo } from './row-link.ts';

/** What a new row has to know of the table that it goes into. */
export interface TableShape {
  readonly columns: IndexColumns;
  /** Column of the link to the page. */
  readonly link: number;
  readonly definitions: Definitions;
}

const LINK_TITLE = /^(?:doc|document|page|file|link)s?$/i;

/**
 * Where a table has its links: where a row that leads to a page has one, else by the column's title, else with the name.
 *
 * @param example a row that leads to a page
 */
export function tableShape(
  header: string,
  columns: IndexColumns,
  example: { readonly row: IndexRow; readonly source: string } | undefined,
  definitions: Definitions,
): TableShape {
  const cells = example === undefined ? [] : rowCells(example.source, columns.count);
  const shown = cells.findIndex((source) => leadsTo(source, example?.row.page, definitions));
  const titles = rowCells(header, columns.count).map((title) => readInline(title).text);
  const titled = shown === -1 ? titles.findIndex((title) => LINK_TITLE.test(title)) : shown;
  return { columns, link: titled === -1 ? Math.max(0, columns.feature) : titled, definitions };
}

/**
 * The row of a page that has none: its title, its link and its trigger, or a place to fill one in. What would make
 * another row of it, such as a link in the trigger, is written out as plain text.
 */
export function newRow({ path, title = fileTitle(path), trigger }: Page, shape: TableShape): string {
  const asked = fillIn(HINTS.trigger);
  const attempts = [
    rowText(path, plainMarkdown(title), trigger ?? asked, shape),
    rowText(path, escapedMarkdown(title), escapedMarkdown(readInline(trigger ?? '').text) || asked, shape),
  ];
  const leads = (row: string) => {
    const read = readIndexRow(0, row, shape.columns, shape.definitions);
    return read.page === path && !read.placeholder;
  };
  return attempts.find(leads) ?? rowText(path, escapedMarkdown(path), asked, shape);
}

function rowText(path: string, name: string, trigger: string, { columns, link }: TableShape): string {
  const label = link === columns.feature || columns.feature === -1 ? name : plainMarkdown(path);
  const cells = Array.from({ length: columns.count }, (_, column) => {
    if (column === link) return `[${cell(label)}](${linkTo(path)})`;
    if (column === columns.feature) return cell(name);
    return column === columns.trigger ? cell(trigger) : '';
  });
  return `| ${cells.join(' | ')} |`;
}

/** Text as it may stand in a cell: in one line, its pipes escaped once. */
function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/\\*\|/g, '\\|');
}

function leadsTo(source: string, page: string | undefined, definitions: Definitions): boolean {
  const { destinations, text } = readInline(source, definitions);
  return [...destinations, ...text.split(' ')].some(
    (destination) => readPageLink(destination)?.page === page,
  );
}
