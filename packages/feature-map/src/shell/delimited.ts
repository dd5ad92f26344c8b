/** How a bracket expression begins: a `]` in front belongs into it. */
const BRACKET = /\[\^?\]?/y;
/** What goes on in one: characters, and named classes. */
const IN_BRACKETS = /[^\][]+|\[:[a-z]+:\]/y;

/**
 * Finds the end of a text between two equal signs, in a script of sed or awk. A backslash escapes, and between
 * brackets a sign ends no regular expression (POSIX, Regular Expressions in sed).
 *
 * @param at where the first sign stands.
 * @returns the index behind the second sign, or -1 where there is none.
 */
export function delimitedEnd(script: string, at: number, isRegex: boolean): number {
  const sign = script.charAt(at);
  if (sign === '' || sign === '\\' || sign === '\n') return -1;
  let end = at + 1;
  while (end < script.length && script.charAt(end) !== sign) {
    if (isRegex && script.charAt(end) === '[') {
      end = bracketsEnd(script, end);
      if (end === -1) return -1;
    } else {
      end += script.charAt(end) === '\\' ? 2 : 1;
    }
  }
  return end < script.length ? end + 1 : -1;
}

/** The index behind the bracket expression that begins at `at`, or -1. */
function bracketsEnd(script: string, at: number): number {
  BRACKET.lastIndex = at;
  BRACKET.test(script);
  IN_BRACKETS.lastIndex = BRACKET.lastIndex;
  let end: number;
  do end = IN_BRACKETS.lastIndex;
  while (IN_BRACKETS.test(script));
  return script.charAt(end) === ']' ? end + 1 : -1;
}
