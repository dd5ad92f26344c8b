import { type Definitions, normalizeLabel } from '../map/markdown/inline.ts';
import { readResource, skipWhitespace } from '../map/markdown/link-parts.ts';
import { readPageLink } from '../map/page-link.ts';

/** Characters that mean something in a link, a table or a URL; a letter of any script stands for itself. */
const RESERVED = /[\x00-\x20%#?\\|<>()[\]"'`*_~&\x7f]/g;
const ESCAPE = /\\([!-/:-@[-`{-~])/g;
const REFERENCE = /\[([^[\]]*)\](?:\[([^[\]]*)\])?/g;
const WORD = /[^\s<>()[\]"',;|`]+/g;

/** A page's path as the destination of a link in the index. */
export function linkTo(page: string): string {
  const path = page.replace(RESERVED, (character) => {
    return character === '_'
      ? character
      : `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  });
  // A colon in the first segment would make a scheme of what stands before it.
  return /^[^/]*:/.test(path) ? `./${path}` : path;
}

/**
 * The ways to make a row lead to another page, the likeliest first: each replaces a destination that is written as
 * `link` says, whether in an inline link, a reference link or bare, and leaves the rest of the row as it is.
 *
 * @param link the row's link, as `readIndexRow` gives it
 */
export function* repointedRows(
  row: string,
  link: string,
  page: string,
  definitions: Definitions,
): Generator<string> {
  const target = linkTo(page);
  const leads = (destination: string) => readPageLink(destination.replace(ESCAPE, '$1'))?.link === link;
  for (let at = row.indexOf(']('); at !== -1; at = row.indexOf('](', at + 1)) {
    const destination = readResource(row, at + 1)?.destination;
    if (destination === undefined || !leads(destination)) continue;
    const from = skipWhitespace(row, at + 2, row.length);
    yield replaced(row, row.charAt(from) === '<' ? from + 1 : from, destination, target);
  }
  for (const match of row.matchAll(REFERENCE)) {
    const [all, text = '', label = ''] = match;
    const destination = definitions.get(normalizeLabel(label.trim() === '' ? text : label));
    if (destination === undefined || !leads(destination)) continue;
    yield `${row.slice(0, match.index)}[${text}](${target})${row.slice(match.index + all.length)}`;
  }
  for (const match of row.matchAll(WORD)) {
    if (leads(match[0])) yield replaced(row, match.index, match[0], target);
  }
}

/** Puts a path in the place of that of a destination, whose anchor stays. */
function replaced(row: string, at: number, destination: string, path: string): string {
  const length = destination.search(/[?#]/);
  return row.slice(0, at) + path + row.slice(at + (length === -1 ? destination.length : length));
}
