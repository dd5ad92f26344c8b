import { withoutFront } from './front-matter.ts';
import { readIndexRow } from './index-row.ts';
import { scanBlocks } from './markdown/blocks.ts';
import { readDefinition } from './markdown/definition.ts';
import { type Definitions, normalizeLabel, readInline } from './markdown/inline.ts';
import { delimiterColumns, rowCells } from './markdown/table.ts';
import type { IndexRow, IndexTable } from './types.ts';

/** Rows that are read of a table; what lies beyond is named by the checker. */
export const MAX_ROWS = 50_000;

/** Columns of an index table, by position; -1 where there is none. */
export interface IndexColumns {
  count: number;
  feature: number;
  trigger: number;
}

/** A table of a text, which need not be the map's. */
interface Candidate {
  columns: IndexColumns;
  /** 0-based line of the header. */
  line: number;
  /** Offsets of the first row and of the end of the paragraph that holds the table. */
  start: number;
  end: number;
}

/**
 * Finds the map's table in the index: the first one with a `Feature` column, else the first whose rows link to
 * pages of the map. Tables in code, comments, lists and quotes are none. Its rows go on from the delimiter row as
 * long as lines hold a pipe.
 *
 * @param index text of the index file
 * @returns `undefined` where no table is the map's
 */
export function parseIndexTable(index: string): IndexTable | undefined {
  const { candidates, definitions } = findTables(index);
  const named = candidates.find((candidate) => candidate.columns.feature !== -1);
  if (named !== undefined) return readTable(index, named, definitions);
  for (const candidate of candidates) {
    const table = readTable(index, candidate, definitions);
    if (table.rows.some((row) => row.page !== undefined)) return table;
  }
  return undefined;
}

/** Every table of the index that can be the map's, in order, and what links in it resolve against. */
export function findTables(index: string): { candidates: Candidate[]; definitions: Definitions } {
  const candidates: Candidate[] = [];
  const definitions = new Map<string, string>();
  scanBlocks(withoutFront(index), {
    heading() {},
    paragraph(line, start, end) {
      collectDefinitions(index, start, end, definitions);
      const candidate = findTable(index, line, start, end);
      if (candidate !== undefined) candidates.push(candidate);
    },
  });
  return { candidates, definitions };
}

/** The table within a paragraph whose lines hold a header and a delimiter row of as many cells. */
function findTable(text: string, firstLine: number, start: number, end: number): Candidate | undefined {
  let line = firstLine;
  let header = '';
  for (const [from, to] of linesBetween(text, start, end)) {
    const current = text.slice(from, to);
    const count = header.includes('|') ? delimiterColumns(current) : 0;
    const titles = count > 0 ? rowCells(header, count) : [];
    if (count > 0 && titles.length === count) {
      const names = titles.map((title) => readInline(title).text.replace(/\s*:$/, '').toLowerCase());
      const columns = { count, feature: names.indexOf('feature'), trigger: names.indexOf('read when') };
      return { columns, line: line - 1, start: afterEnding(text, to), end };
    }
    header = current;
    line++;
  }
  return undefined;
}

function readTable(text: string, table: Candidate, definitions: Definitions): IndexTable {
  const rows: IndexRow[] = [];
  let lastLine = table.line + 1;
  for (const [from, to] of linesBetween(text, table.start, table.end)) {
    const row = text.slice(from, to);
    if (!row.includes('|')) break;
    lastLine++;
    if (rows.length < MAX_ROWS) rows.push(readIndexRow(lastLine, row, table.columns, definitions));
  }
  return { rows, firstLine: table.line, lastLine };
}

function collectDefinitions(text: string, start: number, end: number, found: Map<string, string>): void {
  let definition = readDefinition(text, start, end);
  while (definition !== undefined) {
    const label = normalizeLabel(definition.label);
    if (!found.has(label)) found.set(label, definition.destination);
    definition = readDefinition(text, definition.end, end);
  }
}

/** Start and end of each line between two offsets, its ending left out. */
export function* linesBetween(text: string, start: number, end: number): Generator<[number, number]> {
  const ending = /\r\n|[\r\n]/g;
  for (let from = start; from < end; from = ending.lastIndex) {
    ending.lastIndex = from;
    const to = ending.exec(text)?.index ?? end;
    yield [from, Math.min(to, end)];
    if (to >= end) return;
  }
}

function afterEnding(text: string, offset: number): number {
  return text.startsWith('\r\n', offset) ? offset + 2 : offset + 1;
}
