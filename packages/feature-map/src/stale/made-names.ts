/** What stands behind the first part of a name that is put together, or in front of its last part. */
const JOINS_BEHIND = ['##', '${', '#{', '{'];
const JOINS_BEFORE = ['##', '}', '&'];
const NOT_LETTER = /[^\p{L}\p{N}_]/u;

/**
 * Whether a text may put a name together out of parts, so that it has the name without holding it: token pasting,
 * templates, nested selectors, and prefixes such as `debug_` by which names are told.
 *
 * @param code text without comments
 */
export function mayMake(code: string, name: string): boolean {
  const text = code.toLowerCase();
  const word = name.toLowerCase();
  for (let at = 1; at < word.length; at++) {
    const [first, last] = [word.slice(0, at), word.slice(at)];
    if (JOINS_BEHIND.some((join) => hasPart(text, first + join, first))) return true;
    if (JOINS_BEFORE.some((join) => hasPart(text, join + last, last))) return true;
    if (/[_-]$/.test(first) && endsPart(text, first)) return true;
  }
  return pastes(code, name);
}

/** One letter says nothing. */
function hasPart(text: string, joined: string, part: string): boolean {
  return part.length > 1 && text.includes(joined);
}

/** Whether a prefix stands in the text with no letter behind it. */
function endsPart(text: string, prefix: string): boolean {
  if (prefix.length < 3) return false;
  for (let at = text.indexOf(prefix); at !== -1; at = text.indexOf(prefix, at + 1)) {
    const around = text.charAt(at - 1) + text.charAt(at + prefix.length);
    if (around.length === 2 && NOT_LETTER.test(around.charAt(0)) && NOT_LETTER.test(around.charAt(1)))
      return true;
  }
  return false;
}

/** Whether a macro in capitals gets a word of the name: `DEFINE_HANDLER(open)` for `handle_open`. */
function pastes(code: string, name: string): boolean {
  const words = new Set(name.split('_'));
  if (words.size < 2) return false;
  for (const [, given = ''] of code.matchAll(/\b[A-Z][A-Z\d_]+!?\(([^()\n]{1,200})\)/g)) {
    if (given.split(/\W+/).some((word) => words.has(word))) return true;
  }
  return false;
}
