/** Letters that the terminal would obey, that hide, or that turn the direction of the line. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;
const ALL_UNSEEN = new RegExp(UNSEEN, 'gu');

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Text of a file that may be hostile, as it may be shown: one line, in which control, format and direction
 * characters and lone surrogates stand as escapes.
 */
export function visible(text: string): string {
  return text.replace(ALL_UNSEEN, (letter) => NAMED[letter] ?? escaped(letter));
}

/** A value as JSON in which whatever a terminal would obey is escaped; line breaks of the indentation stay. */
export function visibleJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).split('\n').map(visible).join('\n');
}

function escaped(letter: string): string {
  return Array.from({ length: letter.length }, (_, at) => {
    return `\\u${letter.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');
}

/**
 * A text that says how much of it is left out, where it is longer than `most` letters (UTF-16 units). Head and tail
 * stay; a pair of surrogates is not torn.
 */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = text.slice(0, Math.ceil(most * 0.7)).replace(/[\ud800-\udbff]$/, '');
  const tail = text.slice(text.length - Math.floor(most * 0.3)).replace(/^[\udc00-\udfff]/, '');
  return `${head}…(${text.length - head.length - tail.length} more)…${tail}`;
}

/** A text in double quotes for use in a message: visible, and at most about 160 letters. */
export function quote(text: string): string {
  return `"${visible(shortened(text, 160)).replaceAll('"', '\\"')}"`;
}

/** Clauses that come from a file's judgement as one sentence: visible, each at most about 400 letters. */
export function sentence(...clauses: readonly string[]): string {
  return `${clauses.map((clause) => visible(shortened(clause, 400)).replace(/\.$/, '')).join('; ')}.`;
}
