import { styleText } from 'node:util';

/** A stream for output: what of a terminal is known where it is one. */
export type Output = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

type Format = Parameters<typeof styleText>[0];

/** Dresses text for a stream: in colours on a terminal, bare elsewhere. */
export type Style = (format: Format, text: string) => string;

/**
 * The style of a stream. `NO_COLOR`, `FORCE_COLOR` and what the terminal can do are respected, as `styleText` of
 * Node does.
 */
export function styleOf(stream: Output): Style {
  return (format, text) => styleText(format, text, { stream });
}

/** Rows as lines: each column as wide as its widest cell, two spaces between them, nothing behind the last. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, widthOf(cell));
  }
  return rows.map((row) =>
    row
      .map((cell, at) => padded(cell, widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A text with spaces behind it up to a width in letters; colours in it take none. */
export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

function widthOf(text: string): number {
  return [...text.replace(/\u001b\[[\d;]*m/g, '')].length;
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/**
 * A bar of up to `width` letters for a share of a whole.
 *
 * @param share from 0 to 1; what is outside counts as the nearer end
 */
export function bar(share: number, width: number): string {
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * width * 8);
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}

/** How long a piece of work may take without a word, and how often the bar is drawn anew, in milliseconds. */
const QUIET_MS = 500;
const DRAW_MS = 100;
const BAR_WIDTH = 24;

/** Shows on a terminal how far a piece of work has come; elsewhere it does nothing. */
export interface Progress {
  /** @param share from 0 to 1, of the whole work */
  at(share: number, label: string): void;
  /** Takes the bar away, so that a line can be written. It comes back at the next change. */
  hide(): void;
}

/**
 * @param stream where the bar is drawn, on one line
 * @param now the time in milliseconds
 */
export function progressOn(stream: Output, now: () => number = () => performance.now()): Progress {
  if (stream.isTTY !== true) return { at: () => {}, hide: () => {} };
  const begun = now();
  let drawn = Number.NEGATIVE_INFINITY;
  let isShown = false;
  return {
    at(share, label) {
      const time = now();
      if (time - begun < QUIET_MS || time - drawn < DRAW_MS) return;
      drawn = time;
      isShown = true;
      const percent = `${Math.floor(share * 100)} %`.padStart(5);
      const line = `${padded(bar(share, BAR_WIDTH), BAR_WIDTH)} ${percent}  ${label}`;
      stream.write(`\r\u001b[K${[...line].slice(0, (stream.columns || 80) - 1).join('')}`);
    },
    hide() {
      if (!isShown) return;
      isShown = false;
      drawn = Number.NEGATIVE_INFINITY;
      stream.write('\r\u001b[K');
    },
  };
}
