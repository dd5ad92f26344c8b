import { existingPages } from '../map/check-index.ts';
import { readIndexRow } from '../map/index-row.ts';
import type { IndexColumns } from '../map/index-table.ts';
import type { Definitions } from '../map/markdown/inline.ts';
import { INDEX_FILE } from '../map/page-link.ts';
import type { FeatureMap, IndexRow, IndexTable, Page } from '../map/types.ts';
import { quote } from '../quote.ts';
import type { IndexPlan } from './index-plan.ts';
import type { LeftAlone } from './left-alone.ts';
import { joinLines, type Line, splitLines } from './lines.ts';
import { repointedRows } from './row-link.ts';
import { newRow, tableShape } from './row-new.ts';
import { FreePages, type Renames } from './row-target.ts';

/** A row that is taken out, since it leads to no page of the map. */
export interface DroppedRow {
  /** 1-based, in the index as it was read. */
  readonly line: number;
  readonly row: string;
}

/** The map's table, and what its rows are read by. */
interface MapTable {
  readonly table: IndexTable;
  readonly columns: IndexColumns;
  readonly definitions: Definitions;
}

/** What a plan of the rows works on: the map, its table and the pages as they are going to be. */
export interface RowsInput extends MapTable {
  readonly map: FeatureMap;
  readonly pages: readonly Page[];
  readonly renames: Renames;
}

/** Decides what becomes of each row of the map's table, and adds the rows that are missing at its end. */
export function planRows(input: RowsInput): IndexPlan {
  return new RowsPlan(input).plan();
}

class RowsPlan {
  readonly #input: RowsInput;
  readonly #lines: readonly Line[];
  readonly #exists: (page: string) => boolean;
  readonly #found: readonly IndexRow[];
  readonly #free: FreePages;
  readonly #seen = new Set<string>();
  readonly #changes: string[] = [];
  readonly #dropped: DroppedRow[] = [];
  readonly #left: LeftAlone[] = [];

  constructor(input: RowsInput) {
    const { map, table, pages, renames } = input;
    this.#input = input;
    this.#lines = splitLines(map.index);
    this.#exists = existingPages(map);
    this.#found = table.rows.filter(({ page }) => page !== undefined && this.#exists(page));
    const linked = new Set(this.#found.map(({ page }) => page));
    this.#free = new FreePages(
      pages.filter(({ path }) => !linked.has(path)),
      renames,
    );
  }

  plan(): IndexPlan {
    const { table } = this.#input;
    const rows = new Map(table.rows.map((row) => [row.line, row]));
    const lines = this.#lines.flatMap((line, number) => {
      const row = rows.get(number);
      const text = row === undefined ? line.text : this.#rowAfter(row, line.text);
      const kept = text === undefined ? [] : [{ ...line, text }];
      return number === table.lastLine ? [...kept, ...this.#newRows(line.ending)] : kept;
    });
    const text = joinLines(lines, this.#lines.at(-1)?.ending !== '');
    return { text, changes: this.#changes, dropped: this.#dropped, left: this.#left };
  }

  /** A row as it is going to be, `undefined` where it is taken out. */
  #rowAfter(row: IndexRow, source: string): string | undefined {
    const { link, page } = row;
    if (page !== undefined && this.#exists(page)) {
      if (this.#seen.has(page))
        this.#leave(row, `leads to ${quote(page)}, as one above does. Keep one of them.`);
      this.#seen.add(page);
      return source;
    }
    // A scaffold's row waits for the first page, and any other without a link says what its author wants to say.
    if (row.placeholder ? this.#input.pages.length === 0 : link === undefined) return source;
    const repointed = this.#repointed(row, source);
    if (repointed !== undefined) return repointed;
    if (link !== undefined && page === undefined) {
      this.#leave(row, `leads to ${quote(link)}, outside the map. Link to a page of the map.`);
      return source;
    }
    if (isHidden(page)) {
      this.#leave(
        row,
        `leads to ${quote(page ?? '')}, and hidden pages are not read. Rename the page or take the row out.`,
      );
      return source;
    }
    this.#dropped.push({ line: row.line + 1, row: source });
    return undefined;
  }

  #repointed(row: IndexRow, source: string): string | undefined {
    const { columns, definitions } = this.#input;
    // Whether a hidden page is gone nobody looks, so that only its new name is a reason to lead elsewhere.
    const target = isHidden(row.page) ? this.#free.renamed(row.page) : this.#free.find(row);
    if (row.link === undefined || target === undefined) return undefined;
    for (const text of repointedRows(source, row.link, target.path, definitions)) {
      if (readIndexRow(row.line, text, columns, definitions).page !== target.path) continue;
      this.#free.take(target);
      this.#changes.push(
        `points the row ${quote(row.feature)} to ${quote(target.path)}, not ${quote(row.link)}`,
      );
      return text;
    }
    return undefined;
  }

  #newRows(ending: string): Line[] {
    const { table, columns, definitions } = this.#input;
    const header = this.#lines[table.firstLine]?.text ?? '';
    const [model] = this.#found;
    const example = model && { row: model, source: this.#lines[model.line]?.text ?? '' };
    const shape = tableShape(header, columns, example, definitions);
    return this.#free.left.map((page) => {
      const text = newRow(page, shape);
      this.#changes.push(`adds the row ${text}`);
      return { text, ending };
    });
  }

  #leave({ feature, line }: IndexRow, what: string): void {
    this.#left.push({ page: INDEX_FILE, line: line + 1, message: `The row ${quote(feature)} ${what}` });
  }
}

/** Whether a page has a name, or is in a folder with one, that no listing of the map reads. */
function isHidden(page: string | undefined): boolean {
  return page?.split('/').some((name) => name.startsWith('.')) === true;
}
