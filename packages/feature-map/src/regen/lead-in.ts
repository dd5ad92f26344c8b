import { readInline } from '../map/markdown/inline.ts';

/** Bold text at the head of a block, in either spelling; code spans in it are taken whole. */
const BOLD = /^(?:\*\*((?:\\.|`[^`]*`|[^\\`*])+)\*\*|__((?:\\.|`[^`]*`|[^\\`_]|_(?!_))+)__)/s;
const ITEM_MARKER = /^[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/;
/** What sets a name off from what it names, within the bold text or behind it; or nothing else stands on the line. */
const ENDS_INSIDE = /[.:?!]$/;
const ENDS_BEHIND = /^(?:[.:]|[ \t]+[—–-](?=\s)|[ \t]*(?:[\r\n]|$))/;

const MOST_CHARACTERS = 60;
/** Enough of a block for its lead-in, so that a huge one is not searched. */
const HEAD = 400;

/**
 * The short bold name that an author put in front of a paragraph or list item, as in `**Name.** Text`.
 *
 * @param source the block's markup
 * @returns the name's markup in one line, without the punctuation that ends it; `undefined` where there is none
 */
export function readLeadIn(source: string): string | undefined {
  const head = source.slice(0, HEAD).replace(ITEM_MARKER, '');
  const bold = BOLD.exec(head);
  if (bold === null) return undefined;
  const words = (bold[1] ?? bold[2] ?? '').replace(/\s+/g, ' ').trim();
  if (!ENDS_INSIDE.test(words) && !ENDS_BEHIND.test(head.slice(bold[0].length))) return undefined;
  const name = words.replace(/[.:\s]+$/, '');
  const shown = readInline(name).text;
  return /[\p{L}\p{N}]/u.test(shown) && Array.from(name).length <= MOST_CHARACTERS ? name : undefined;
}
