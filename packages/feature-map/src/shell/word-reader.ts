import { isList, readVariable } from './variable.ts';
import type { Word } from './word.ts';

export interface ReadWord {
  readonly word: Word;
  /** Where the line goes on. */
  readonly end: number;
}

const PLAIN = /[^\s'"\\$`;&|()<>*?[{]+/y;
/** Behind an open brace or bracket, more characters matter. */
const PLAIN_INSIDE = /[^\s'"\\$`;&|()<>*?[{},.\]]+/y;
const IN_DOUBLE_QUOTES = /[^"\\$`]+/y;
const IN_ANSI_QUOTES = /[^'\\]+/y;
/** What ends a word: blanks and the characters of operators. A carriage return is a letter to Bash. */
const ENDS = new Set([' ', '\t', '\n', ';', '&', '|', '(', ')', '<', '>']);
const ANSI_ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};

/**
 * Reads one word of a command line by Bash's quoting rules (Bash manual, 3.1.2 and 3.5).
 *
 * @param at where the word begins; there is one.
 * @returns `undefined` for a word with an open quote or with a command in it.
 */
export function readWord(line: string, at: number): ReadWord | undefined {
  let text = '';
  let bare = -1;
  let wild = -1;
  let brace = -1;
  let bracket = -1;
  let splits = false;
  let variable: Word['variable'] = 'none';
  let index = at;

  while (index < line.length && !ENDS.has(line.charAt(index))) {
    const char = line.charAt(index);
    if (char === "'") {
      const close = line.indexOf("'", index + 1);
      if (close === -1) return undefined;
      quoted(line.slice(index + 1, close));
      index = close + 1;
    } else if (char === '"') {
      if (!readDoubleQuotes()) return undefined;
    } else if (char === '\\') {
      if (index + 1 === line.length) return undefined;
      if (line.charAt(index + 1) !== '\n') quoted(line.charAt(index + 1));
      index += 2;
    } else if (char === '`') {
      return undefined;
    } else if (char === '$' && line.charAt(index + 1) === "'") {
      if (!readAnsiQuotes()) return undefined;
    } else if (char === '$' && line.charAt(index + 1) === '"') {
      index += 1;
    } else if (char === '$') {
      if (!readDollar('open')) return undefined;
    } else {
      index = readUnquoted(char);
    }
  }
  return { word: { text, bare: bare === -1 ? text.length : bare, wild, variable }, end: index };

  function quoted(piece: string): void {
    if (bare === -1) bare = text.length;
    text += piece;
  }

  /** One character that can be syntax, or a run of those that cannot. */
  function readUnquoted(char: string): number {
    if (char === '*' || char === '?') wildFrom(text.length);
    else if (char === '[' && bracket === -1) bracket = text.length;
    else if (char === ']' && bracket !== -1) wildFrom(bracket);
    else if (char === '{' && brace === -1) brace = text.length;
    else if (char === ',' || (char === '.' && line.charAt(index + 1) === '.')) splits ||= brace !== -1;
    else if (char === '}' && splits) wildFrom(brace);
    const plain = brace === -1 && bracket === -1 ? PLAIN : PLAIN_INSIDE;
    plain.lastIndex = index;
    const run = plain.exec(line)?.[0] ?? char;
    text += run;
    return index + run.length;
  }

  function wildFrom(from: number): void {
    if (wild === -1 || from < wild) wild = from;
  }

  function readDollar(kind: 'quoted' | 'open'): boolean {
    const found = readVariable(line, index);
    if (found === undefined) return false;
    if (found !== '$') {
      if (kind === 'open' || isList(found)) variable = 'open';
      else if (variable === 'none') variable = kind;
      quoted('');
    }
    text += found;
    index += found.length;
    return true;
  }

  function readDoubleQuotes(): boolean {
    quoted('');
    index += 1;
    while (index < line.length) {
      const char = line.charAt(index);
      if (char === '"') {
        index += 1;
        return true;
      }
      if (char === '`') return false;
      if (char === '$') {
        if (!readDollar('quoted')) return false;
      } else if (char === '\\') {
        const next = line.charAt(index + 1);
        if (next !== '\n') text += '$`"\\'.includes(next) ? next : `\\${next}`;
        index += 2;
      } else {
        index = readRun(IN_DOUBLE_QUOTES, index);
      }
    }
    return false;
  }

  /** `$'...'`: an escape that is not of one letter leaves the word unknown, like a variable. */
  function readAnsiQuotes(): boolean {
    quoted('');
    index += 2;
    while (index < line.length) {
      const char = line.charAt(index);
      if (char === "'") {
        index += 1;
        return true;
      }
      if (char === '\\') {
        const next = line.charAt(index + 1);
        const meant = ANSI_ESCAPES[next];
        if (meant === undefined && variable === 'none') variable = 'quoted';
        text += meant ?? `\\${next}`;
        index += 2;
      } else {
        index = readRun(IN_ANSI_QUOTES, index);
      }
    }
    return false;
  }

  function readRun(run: RegExp, from: number): number {
    run.lastIndex = from;
    const found = run.exec(line)?.[0] ?? '';
    text += found;
    return from + found.length;
  }
}
