import { readInline } from '../map/markdown/inline.ts';

const MARKUP = /[\\`*_[\]<>&|]/g;
/** `#`s behind a space close a heading. */
const CLOSING = /(^|\s)(#+)$/;

/** A line of plain text as inline Markdown that reads as that text; escaped only where it has to be. */
export function plainMarkdown(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return readInline(line).text === line ? withoutClosing(line) : escapedMarkdown(line);
}

/** The same with all escaped that can be markup anywhere in a line. */
export function escapedMarkdown(text: string): string {
  return withoutClosing(text.replace(MARKUP, '\\$&'));
}

/** A heading's markup with `#`s at its end that do not close it. */
export function withoutClosing(line: string): string {
  return line.replace(CLOSING, '$1\\$2');
}
