/** Text from outside (a manifest, a heading, a file name) made fit to stand in a Markdown document. */

const BLANKS = /[\s\p{Cc}\p{Z}]+/gu;
/** Apart from the joiners, which words of some scripts and joined emoji need. */
const INVISIBLE = /(?![\s\u200c\u200d])(?!\p{Cc})\p{C}/gu;
/** Units looked at for each character asked for: enough for blanks and surrogates, and a bound on huge values. */
const UNITS = 8;

/**
 * One line without control characters, direction marks or other invisible ones; blanks are single spaces, none at
 * the ends. A longer text ends in `…`.
 *
 * @param limit characters (code points), 1 or more
 */
export function oneLine(text: string, limit: number): string {
  const head = text.trimStart().slice(0, UNITS * limit);
  const line = head.replace(INVISIBLE, '').replace(BLANKS, ' ').trim();
  const characters = Array.from(line);
  if (characters.length <= limit) return line;
  const kept = characters.slice(0, limit - 1).join('');
  return `${kept.trimEnd()}…`;
}

/** Markup within a line. An underscore, `&`, `!` or `#` is markup in some places only, and names are full of them. */
const INLINE = /[\\`*[\]<{}|~]|(?<=<)!|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)|(?<=\s)#/gu;
/** What begins a heading, a quote, a list or an underline at the head of a line. */
const MARKER = /^[#>+=-]/;
const NUMBER = /^(\d{1,9})([.)])/;

/**
 * A line of plain text as Markdown that reads as that text: nothing in it is markup, wherever in a line, a heading or
 * a table cell it stands, and no `{{name}}` is left that a program would expand.
 *
 * @param line as {@link oneLine} gives it
 */
export function escapeMarkdown(line: string): string {
  return line.replace(INLINE, '\\$&').replace(MARKER, '\\$&').replace(NUMBER, '$1\\$2');
}
