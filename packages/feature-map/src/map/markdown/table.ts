import { Backticks } from './backticks.ts';

/** Rows of pipe tables (https://github.github.com/gfm/#tables-extension-). */

const BACKTICK = 96;
const PIPE = 124;
const BACKSLASH = 92;
const DELIMITER = /^:?-+:?$/;

/** Number of columns of a table's delimiter row (`| --- | :-: |`), 0 where the line is none. */
export function delimiterColumns(line: string): number {
  if (!/^[-:| \t]+$/.test(line) || !line.includes('|')) return 0;
  const cells = split(line, false);
  return cells.every((cell) => DELIMITER.test(cell)) ? cells.length : 0;
}

/**
 * Cells of a row, trimmed, `\|` as the pipe it stands for. Pipes at both ends are optional. A pipe within a code
 * span separates nothing, unless the row has its `columns` cells only when such pipes do: then a stray pair of
 * backticks is no code.
 */
export function rowCells(line: string, columns: number): string[] {
  const cells = split(line, true);
  if (cells.length >= columns) return cells;
  const plain = split(line, false);
  return plain.length === columns ? plain : cells;
}

function split(line: string, codeHolds: boolean): string[] {
  const row = line.trim();
  const backticks = codeHolds ? new Backticks(row) : undefined;
  const cells: string[] = [];
  let start = row.charCodeAt(0) === PIPE ? 1 : 0;
  let offset = start;
  while (offset < row.length) {
    const code = row.charCodeAt(offset);
    if (code === PIPE) {
      cells.push(cellBetween(row, start, offset));
      start = offset + 1;
    } else if (code === BACKSLASH) {
      offset++;
    } else if (code === BACKTICK && backticks !== undefined) {
      const length = backticks.runLength(offset);
      const closer = backticks.closer(offset, length);
      offset += closer === -1 ? length - 1 : closer + length - offset - 1;
    }
    offset++;
  }
  if (start < row.length || cells.length === 0) cells.push(cellBetween(row, start, row.length));
  return cells;
}

function cellBetween(row: string, start: number, end: number): string {
  return row.slice(start, end).replaceAll('\\|', '|').trim();
}
