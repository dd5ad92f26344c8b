import { textStart } from './insert.ts';
import { type Block, endsOpen, readBlocks } from './page-blocks.ts';

/** Metadata between `---` lines, which site generators take off a page before they read it as Markdown. */
const FRONT_MATTER =
  /^---[ \t]*(?:\r\n|[\r\n])[\w-]+[ \t]*:[\s\S]*?[\r\n](?:---|\.\.\.)[ \t]*(?:\r\n|[\r\n]|$)/;

/** Offset at which a page begins behind its byte order mark and its front matter. */
export function frontEnd(text: string): number {
  const start = textStart(text);
  const end = start + (FRONT_MATTER.exec(text.slice(start))?.[0].length ?? 0);
  // Read as Markdown, as the map reads it, it must not reach into the page.
  return endsOpen(text.slice(start, end)) ? start : end;
}

/** The top-level blocks of a page, without its front matter. */
export function pageBlocks(text: string): Block[] {
  const end = frontEnd(text);
  return readBlocks(text).filter(({ start }) => start >= end);
}
