import type { Finding } from '../map/findings.ts';
import { INDEX_FILE } from '../map/page-link.ts';
import { quote } from '../quote.ts';
import { JUDGMENT, type Step, type StepContext } from './step.ts';

/** A table with a row for each page. */
export function newTable({ outlook }: StepContext): Step {
  if (outlook.newTable === undefined) return JUDGMENT;
  return { kind: 'deterministic', remedy: 'Add this table to the index.', insert: outlook.newTable };
}

/** The row of a page that has none; nothing where a row that leads to no page is the page's. */
export function newRow({ page }: Finding, { map, outlook }: StepContext): Step | undefined {
  const insert = outlook.newRows.get(page);
  if (insert === undefined || map.table === undefined) {
    return outlook.meant.has(page) ? undefined : JUDGMENT;
  }
  const remedy = `Add this row to the table of ${INDEX_FILE}, behind line ${map.table.lastLine + 1}.`;
  return { kind: 'deterministic', remedy, insert };
}

/** The page that a row means which leads to none. */
export function newTarget({ line }: Finding, { rowAt, outlook }: StepContext): Step {
  const row = rowAt.get(line);
  const page = row === undefined ? undefined : outlook.targets.get(row);
  if (page === undefined) return JUDGMENT;
  const remedy = `Link the row to ${quote(page)}, the one page without a row that it can mean.`;
  return { kind: 'deterministic', remedy };
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
