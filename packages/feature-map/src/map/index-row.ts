import type { IndexColumns } from './index-table.ts';
import { type Definitions, type Inline, readInline } from './markdown/inline.ts';
import { rowCells } from './markdown/table.ts';
import { isExternal, type PageLink, readPageLink } from './page-link.ts';
import type { IndexRow } from './types.ts';

/** What a scaffold writes into the row of an index that has no page yet; the checker lets such a row be. */
export const PLACEHOLDER_COMMENT = '<!-- feature-map: placeholder -->';
/** A link to a page whose path has spaces, which Markdown takes for plain text unless it stands in `<>`. */
const SPACED_LINK = /\]\(([^()<>"]+)(?:"[^"()]*")?\)/g;
const PLACEHOLDER = /<!--\s*feature-map:\s*placeholder\b/i;

/**
 * Reads one row of the index table.
 *
 * @param line 0-based line of the row
 * @param row its text
 */
export function readIndexRow(
  line: number,
  row: string,
  columns: IndexColumns,
  definitions: Definitions,
): IndexRow {
  const cells = rowCells(row, columns.count);
  const inlines = cells.map((cell) => readInline(cell, definitions));
  const found = findLink(inlines) ?? findBareLink(inlines, columns.trigger);
  const feature = columns.feature === -1 ? (found?.cell ?? 0) : columns.feature;
  return {
    line,
    feature: inlines[feature]?.text ?? '',
    trigger: columns.trigger === -1 ? undefined : readTriggerCell(cells, inlines, columns.trigger),
    link: found?.link,
    page: found?.page,
    placeholder: PLACEHOLDER.test(row),
  };
}

/** A trigger's markup; none where a reader sees nothing of it, such as a comment that asks for one. */
function readTriggerCell(cells: readonly string[], inlines: readonly Inline[], column: number): string {
  return inlines[column]?.text ? (cells[column] ?? '') : '';
}

type FoundLink = PageLink & { cell: number };

/** The row's first link to a markdown page; one to another site only where there is no other. */
function findLink(inlines: readonly Inline[]): FoundLink | undefined {
  let external: FoundLink | undefined;
  for (const [cell, { destinations }] of inlines.entries()) {
    for (const destination of destinations) {
      const link = readPageLink(destination);
      if (link === undefined) continue;
      if (!isExternal(destination)) return { ...link, cell };
      external ??= { ...link, cell };
    }
  }
  return external;
}

/**
 * A page that the row names without link markup: as a word, or as the code span that is all of a cell. A trigger
 * may mention any file, so its column is left out.
 */
function findBareLink(inlines: readonly Inline[], triggerColumn: number): FoundLink | undefined {
  for (const [cell, { text, prose }] of inlines.entries()) {
    if (cell === triggerColumn) continue;
    const words =
      prose === '' ? [text] : [...prose.matchAll(SPACED_LINK)].map(([, path = '']) => path.trim());
    if (prose !== '') words.push(...prose.split(/[\s<>()[\]"',;]+/));
    for (const word of words) {
      const link = readPageLink(word);
      if (link !== undefined) return { ...link, cell };
    }
  }
  return undefined;
}
