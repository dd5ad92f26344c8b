import { isExemption, type SettingClaim } from './claims.ts';
import type { Row } from './judged-blocks.ts';
import { readTokens } from './tokens.ts';

const DEFAULT_COLUMN = /^defaults?(?: values?)?$/i;

/**
 * The key of a row and the default beside it, `undefined` where the table has no column `Default`, or the row does
 * not name exactly one key as a code span.
 */
export function readSettingRow({ header, cells }: Row): Pick<SettingClaim, 'text' | 'value'> | undefined {
  const column = header.findIndex((title) => DEFAULT_COLUMN.test(plainText(title)));
  if (column <= 0) return undefined;
  const keys = readTokens(cells[0] ?? '').filter(({ kind }) => kind === 'code');
  const [key] = keys;
  if (key === undefined || keys.length > 1) return undefined;
  return { text: key.text, value: plainText(cells[column] ?? '') };
}

/** Whether the row holds an exemption. */
export function isExemptRow({ cells }: Row): boolean {
  return cells.some((cell) =>
    readTokens(cell).some(({ kind, text }) => kind === 'comment' && isExemption(text)),
  );
}

/** The text of a cell without comments and the delimiters of code. */
function plainText(cell: string): string {
  const kept = readTokens(cell).filter(({ kind }) => kind !== 'comment');
  return kept
    .map(({ text }) => text)
    .join('')
    .trim();
}
