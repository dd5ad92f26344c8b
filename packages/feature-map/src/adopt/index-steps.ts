import type { Finding } from '../map/findings.ts';
import { INDEX_FILE } from '../map/page-link.ts';
import { quote } from '../quote.ts';
import { indexRowText, NEW_TABLE_HEAD, tableHead } from './index-row-text.ts';
import { JUDGMENT, type Step, type StepContext } from './step.ts';

/** A table with a row for each page. */
export function newTable({ map }: StepContext): Step {
  const { header, delimiter } = NEW_TABLE_HEAD;
  const lines = [header, delimiter, ...map.pages.map((page) => indexRowText(page))];
  return { kind: 'deterministic', remedy: 'Add this table to the index.', insert: lines.join('\n') };
}

/** The row of a page that has none, unless a row with a broken link is the page's. */
export function unlinkedPage({ page: path }: Finding, { map, pages, meant }: StepContext): Step | undefined {
  const page = pages.get(path);
  if (page === undefined || map.table === undefined) return JUDGMENT;
  if (meant.has(page)) return undefined;
  return {
    kind: 'deterministic',
    remedy: `Add this row to the table of ${INDEX_FILE}, behind line ${map.table.lastLine + 1}.`,
    insert: indexRowText(page, tableHead(map.index, map.table)),
  };
}

/** The page that a row means which leads to none. */
export function newTarget({ line }: Finding, { rowAt, targets }: StepContext): Step {
  const row = rowAt.get(line);
  const page = row === undefined ? undefined : targets.get(row);
  if (page === undefined) return JUDGMENT;
  const why = 'the one page without a row that its link or its name fits';
  return { kind: 'deterministic', remedy: `Link the row to ${quote(page.path)}, ${why}.` };
}

/** A second row of a page, which can go where it says nothing that the first does not. */
export function withoutSecondRow({ line }: Finding, { rowAt, rowOf }: StepContext): Step {
  const row = rowAt.get(line);
  const first = rowOf.get(row?.page);
  const same = row?.feature === first?.feature && row?.trigger === first?.trigger;
  return same
    ? { kind: 'deterministic', remedy: 'Delete it: the first row of the page says the same.' }
    : JUDGMENT;
}
