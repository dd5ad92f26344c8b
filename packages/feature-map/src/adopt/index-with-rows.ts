import { findFillIns, type Rendered } from '../init/render.ts';
import { PLACEHOLDER_COMMENT } from '../map/index-row.ts';
import { indexRowText, type RowPage } from './index-row-text.ts';

/** A rendered index with the rows of pages that exist, in place of the row that waits for the first one. */
export function indexWithRows(rendered: Rendered, pages: readonly RowPage[]): Rendered {
  if (pages.length === 0) return rendered;
  const rows = pages.map((page) => indexRowText(page));
  const lines = rendered.text
    .split('\n')
    .flatMap((line) => (line.includes(PLACEHOLDER_COMMENT) ? rows : [line]));
  const text = lines.join('\n');
  return { ...rendered, text, fillIns: findFillIns(text) };
}
