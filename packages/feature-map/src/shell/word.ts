/** One word of a command line, as the program gets it, with what the shell would still do to it. */
export interface Word {
  /** The text without its quotes; a variable stands in it as it is written. */
  readonly text: string;
  /** Units of `text` in front of the first quote, escape or variable: what can be syntax is in there. */
  readonly bare: number;
  /** Where `text` has its first wildcard or brace that the shell expands; -1 where there is none. */
  readonly wild: number;
  /** `quoted` variables stay one word, `open` ones can become any number of words. */
  readonly variable: 'none' | 'quoted' | 'open';
}

/** Whether the word stands there exactly as its text says: no quotes, nothing that the shell expands. */
export function isSyntax(word: Word): boolean {
  return word.bare === word.text.length && word.wild === -1;
}

/** Whether the word's text is known before the line runs, whatever the shell makes of its wildcards. */
export function isKnown(word: Word): boolean {
  return word.variable === 'none';
}

/** The length of `NAME=` or `NAME+=` at the word's start, 0 for a word that assigns nothing. */
export function assignment(word: Word): number {
  const length = /^[A-Za-z_]\w*\+?=/.exec(word.text)?.[0].length ?? 0;
  return length <= word.bare ? length : 0;
}

/** The word without its first units, as when an option's value is cut off its name. */
export function after(word: Word, units: number): Word {
  return {
    text: word.text.slice(units),
    bare: Math.max(0, word.bare - units),
    wild: word.wild === -1 ? -1 : Math.max(0, word.wild - units),
    variable: word.variable,
  };
}

/**
 * The path that a word leads to: for a glob the fixed leading path, behind which all of its matches lie.
 *
 * @param home what `~` stands for.
 * @returns `undefined` for a path that cannot be told. An empty word is a path that leads nowhere, `''`.
 */
export function pathOf(word: Word, home: string | undefined): string | undefined {
  if (!isKnown(word)) return undefined;
  const path = word.wild === -1 ? word.text : fixedPrefix(word.text, word.wild);
  if (!path.startsWith('~') || word.bare === 0) return path;
  const user = /^[^/]*/.exec(path)?.[0] ?? '';
  return user === '~' && home !== undefined ? `${home}${path.slice(1)}` : undefined;
}

function fixedPrefix(text: string, wild: number): string {
  const cut = text.lastIndexOf('/', wild) + 1;
  // Behind a wildcard, `..` leads to where no prefix tells.
  if (cut === 0 || /(?:^|\/)\.\.(?:\/|$)/.test(text.slice(cut))) return text.startsWith('/') ? '/' : '.';
  return text.slice(0, cut);
}
