import { withoutFront } from '../map/front-matter.ts';
import { type Block, readBlocks } from './page-blocks.ts';

/** The top-level blocks of a page, without its front matter. */
export function pageBlocks(text: string): Block[] {
  return readBlocks(withoutFront(text));
}
