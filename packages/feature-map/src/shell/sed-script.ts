import { delimitedEnd } from './delimited.ts';

const BETWEEN = /[\s;]*/y;
const BLANKS = /\s*/y;
/** An address that is no regular expression: a line, `$`, `first~step`, and what a range ends by. */
const PLACE = /\d+(?:~\d+)?|\$|[+~]\d+/y;
const REGEX_FLAGS = /[IM]*/y;
const NEGATION = /[\s!]*/y;
/** Commands without arguments, and those with a number or a label; `#` is a comment. */
const COMMAND = /[={}pPdDnNhHgGxz]|[qQlL] *\d*|[btT:] *\w*|#[^\n]*/y;
const FLAGS = /[gpiIM0-9]*/y;
const END = /\s*(?:[;\n}]|$)/y;

/**
 * Whether a sed script only prints, edits and counts. Those that write files (`w`, also as a flag of `s`), read
 * them (`r`), run commands (`e`) or add text are none, and neither is what is not understood.
 */
export function isHarmlessSed(script: string): boolean {
  let at = 0;
  skip(BETWEEN);
  while (at < script.length) {
    if (!addresses() || !command()) return false;
    skip(BETWEEN);
  }
  return true;

  /** None, one, or two with a comma. */
  function addresses(): boolean {
    const first = address();
    if (first === 'none') return true;
    if (first === 'open') return false;
    skip(BLANKS);
    if (script.charAt(at) === ',') {
      at += 1;
      skip(BLANKS);
      if (address() !== 'one') return false;
    }
    skip(NEGATION);
    return true;
  }

  function address(): 'none' | 'one' | 'open' {
    const isRegex = script.charAt(at) === '/' || script.charAt(at) === '\\';
    if (!isRegex) return skip(PLACE) ? 'one' : 'none';
    if (script.charAt(at) === '\\') at += 1;
    if (!delimited(true)) return 'open';
    skip(REGEX_FLAGS);
    return 'one';
  }

  function command(): boolean {
    const name = script.charAt(at);
    if (name === 's' || name === 'y') {
      at += 1;
      if (!delimited(name === 's')) return false;
      at -= 1;
      if (!delimited(false)) return false;
      if (name === 's') skip(FLAGS);
    } else if (!skip(COMMAND)) {
      return false;
    }
    if (name === '{' || name === '}') return true;
    END.lastIndex = at;
    return END.test(script);
  }

  function delimited(isRegex: boolean): boolean {
    const end = delimitedEnd(script, at, isRegex);
    if (end !== -1) at = end;
    return end !== -1;
  }

  /** Whether there was something to skip. */
  function skip(what: RegExp): boolean {
    what.lastIndex = at;
    const found = what.exec(script)?.[0] ?? '';
    at += found.length;
    return found !== '';
  }
}
