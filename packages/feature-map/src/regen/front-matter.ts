import { parsePage } from '../map/page.ts';
import type { Page } from '../map/types.ts';
import { textStart } from './insert.ts';
import { type Block, readBlocks } from './page-blocks.ts';

/**
 * Metadata in front of a page, YAML between `---` lines or TOML between `+++` lines, which site generators take off
 * before they read the page as Markdown. What stands in it is theirs: only the lines around it count.
 */
const FRONT_MATTER =
  /^(?:---[ \t]*(?=[\r\n])[\s\S]*?(?<=[\r\n])(?:---|\.\.\.)|\+\+\+[ \t]*(?=[\r\n])[\s\S]*?(?<=[\r\n])\+\+\+)[ \t]*(?:\r\n|[\r\n]|$)/;

/** Offset at which a page begins behind its byte order mark and its front matter. */
export function frontEnd(text: string): number {
  const start = textStart(text);
  return start + (FRONT_MATTER.exec(text.slice(start))?.[0].length ?? 0);
}

/** A page's text with blank lines in place of its front matter, so that every offset and line stays. */
export function withoutFront(text: string): string {
  const start = textStart(text);
  const end = frontEnd(text);
  return text.slice(0, start) + text.slice(start, end).replace(/[^\r\n]/g, ' ') + text.slice(end);
}

/** The top-level blocks of a page, without its front matter. */
export function pageBlocks(text: string): Block[] {
  return readBlocks(withoutFront(text));
}

/** A page as it is without its front matter, where the map may see a heading or a fence; the text stays whole. */
export function readBehindFront(page: Page): Page {
  const { path, text } = page;
  return frontEnd(text) === textStart(text) ? page : { ...parsePage(path, withoutFront(text)), text };
}
