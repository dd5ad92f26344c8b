import { isSyntax, type Word } from './word.ts';
import { readWord } from './word-reader.ts';

/** What ends a command, groups commands or redirects them. */
type Operator = 'end' | '\n' | ';' | '&&' | '||' | '|' | '(' | ')' | '<' | '<<<' | '<&' | '>' | '>&';

/** `undefined`: from here on the line is not understood. */
export type Token = Word | Operator | undefined;

/** Operators, the longest first, and what each of them comes to; `undefined` for those that are not understood. */
const OPERATORS: readonly (readonly [string, Operator | undefined])[] = [
  ['&>>', '>'],
  ['<<<', '<<<'],
  ['&&', '&&'],
  ['||', '||'],
  ['|&', '|'],
  ['&>', '>'],
  ['>>', '>'],
  ['>|', '>'],
  ['>&', '>&'],
  ['<&', '<&'],
  [';;', undefined],
  [';&', undefined],
  ['<<', undefined],
  ['<>', undefined],
  ['<(', undefined],
  ['>(', undefined],
  ['((', undefined],
  [';', ';'],
  ['&', undefined],
  ['|', '|'],
  ['(', '('],
  [')', ')'],
  ['<', '<'],
  ['>', '>'],
  ['\n', '\n'],
];
const BY_FIRST = Map.groupBy(OPERATORS, ([sign]) => sign.charAt(0));
const BLANKS = /[ \t]+/y;
const JOINED_LINES = /\\\n/y;
const COMMENT = /#[^\n]*/y;

/**
 * Cuts a command line into words and operators, one with each call; at its end it gives `'end'` for ever.
 * Blanks, comments and the numbers of redirected streams are left out. Background commands, here-documents,
 * process substitution and arithmetic are not understood.
 */
export function lexer(line: string): () => Token {
  let at = 0;
  return next;

  function next(): Token {
    while (skip(BLANKS) || skip(JOINED_LINES));
    if (line.charAt(at) === '#') skip(COMMENT);
    if (at >= line.length) return 'end';
    const found = BY_FIRST.get(line.charAt(at))?.find(([sign]) => line.startsWith(sign, at));
    if (found !== undefined) {
      at += found[0].length;
      return found[1];
    }
    const read = readWord(line, at);
    if (read === undefined) return undefined;
    at = read.end;
    const isStream = /^\d+$/.test(read.word.text) && isSyntax(read.word) && /[<>]/.test(line.charAt(at));
    return isStream ? next() : read.word;
  }

  function skip(what: RegExp): boolean {
    what.lastIndex = at;
    const found = what.test(line);
    if (found) at = what.lastIndex;
    return found;
  }
}
