/** What stands in a title for something that only a run of the tests knows. */
export const HOLE = '\u0000';

/** A string of a source text, strings that are joined to it included. */
export interface Literal {
  /** Its text, escapes resolved, with `HOLE` for what is put in. */
  readonly text: string;
  /** Offset of its first quote. */
  readonly start: number;
}

/** What may stand between two strings that make one: a plus, a line ending, an expression between two pluses. */
const JOINT = /^\s*(?:\+\s*(?:[\w.$]+(?:\([\w.$, ]*\))?\s*\+\s*)?|\\?\n\s*|\.\s*)?$/;
const ESCAPE = /\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})|(\r?\n)|([\s\S]))/gi;
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
/** Placeholders of parametrised titles: printf's, names behind a dollar sign, expressions in braces or parentheses. */
const PLACEHOLDER =
  /%(?:\d+\$)?[-+#0]?\d*(?:\.\d+)?[a-zA-Z#]|[#$]?\{[^{}\n]*\}|\$\w+(?:\.\w+)*|\\\([^()\n]*\)/g;
/** A variable that is joined to a string's end, or in front of it. */
const JOINED_BEHIND = /^\s*(?:(?:\+|\.\.)\s*[\w$([]|\.\s*\$|\.concat\(|,\s*[\w$.]+\s*\]\s*\.join\()/;
const JOINED_BEFORE = /(?:[\w$)\]]\s*(?:\+|\.\.)|\$\w+\s*\.|\[\s*[\w$.]+\s*,)\s*$/;

/** The strings of a source text, in order. No language is parsed: an apostrophe in a comment can hide its line. */
export function stringLiterals(code: string): Literal[] {
  const literals: { text: string; start: number; end: number }[] = [];
  for (const [start, end] of stringRanges(code)) {
    const text = contentOf(code.slice(start, end));
    const last = literals.at(-1);
    const between = last === undefined ? 'x' : code.slice(last.end, start);
    if (last !== undefined && between.length < LONGEST_JOINT && JOINT.test(between)) {
      last.text += (/\w/.test(between) ? HOLE : '') + text;
      last.end = end;
    } else literals.push({ text, start, end });
  }
  return literals.map(({ text, start, end }) => {
    const before = JOINED_BEFORE.test(code.slice(Math.max(0, start - LONGEST_JOINT), start)) ? HOLE : '';
    const behind = JOINED_BEHIND.test(code.slice(end, end + LONGEST_JOINT)) ? HOLE : '';
    return { text: before + text + behind, start };
  });
}

/** Start and end of each string, its quotes included, in time linear in the text. */
function* stringRanges(code: string): Generator<[number, number]> {
  /** Offset up to which a kind of quote closes nothing. */
  const unclosed: Record<string, number> = {};
  const quotes = /["'`]/g;
  for (let match = quotes.exec(code); match !== null; match = quotes.exec(code)) {
    const [quote] = match;
    if (match.index < (unclosed[quote] ?? 0)) continue;
    const end = stringEnd(code, match.index, quote);
    if (end < 0) unclosed[quote] = -end;
    else {
      yield [match.index, end];
      quotes.lastIndex = end;
    }
  }
}

/** Offset behind a string's closing quote; below zero where none closes it: how far it was looked for. */
function stringEnd(code: string, start: number, quote: string): number {
  for (let at = start + 1; at < code.length; at++) {
    const character = code.charAt(at);
    if (character === '\\') at++;
    else if (character === quote) return at + 1;
    else if (character === '\n' && quote !== '`') return -at;
  }
  return -code.length;
}

const LONGEST_JOINT = 120;

function contentOf(written: string): string {
  const inner = written.slice(1, -1);
  const filled = written.startsWith('`') ? withoutExpressions(inner) : inner;
  return filled.replace(PLACEHOLDER, HOLE).replace(ESCAPE, resolveEscape).replace(/\s+/g, ' ');
}

function resolveEscape(
  _: string,
  point?: string,
  four?: string,
  two?: string,
  ending?: string,
  other = '',
): string {
  const code = point ?? four ?? two;
  if (code !== undefined) return codePoint(Number.parseInt(code, 16));
  return ending === undefined ? (ESCAPED[other] ?? other) : '';
}

function codePoint(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** A template string's text with holes for its expressions. */
function withoutExpressions(template: string): string {
  let text = '';
  let depth = 0;
  for (let at = 0; at < template.length; at++) {
    const character = template.charAt(at);
    if (depth === 0 && character === '$' && template.charAt(at + 1) === '{') {
      text += HOLE;
      depth = 1;
      at++;
    } else if (depth > 0) depth += character === '{' ? 1 : character === '}' ? -1 : 0;
    else text += character;
  }
  return text;
}
