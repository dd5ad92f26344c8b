/**
 * Words of a text as ranking compares them: case, accents, plurals and light English endings folded, and
 * identifiers both taken apart and joined, so that `findMapRoot`, `find_map_root` and `find map root` share words.
 */

/** A run of letters and digits with the punctuation that holds an identifier or a file name together. */
const CHUNK = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[_.-]+[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;
/**
 * Borders inside a chunk: punctuation, `aB`, `ABc` (before `Bc`; the plural `ABs` is one piece), and between letters
 * and digits.
 */
const BORDER =
  /[_.-]+|(?<=[\p{Ll}\p{M}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}(?!s(?!\p{Ll}))\p{Ll})|(?<=[\p{L}\p{M}])(?=\p{N})|(?<=\p{N})(?=\p{L})/u;
/** Scripts written without spaces, or (Hangul) with particles attached: their words are pairs of characters. */
const PAIRED =
  /([\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+)/u;
const ASCII = /^[\x00-\x7f]*$/;
const COMBINING = /[\u0300-\u036f]/g;

/** Longer keys are cut: encoded data in a page must not fill the index. */
const KEY_LENGTH = 64;
const MEMO_SIZE = 50_000;
/** What each chunk gives, so that a large map splits each distinct one once; emptied when full. */
const memo = new Map<string, readonly string[]>();

/** One chunk of a text: its word keys, and the key of the whole where it has several. */
export interface Chunk {
  chunk: string;
  parts: string[];
  joined: string | undefined;
}

/**
 * The word keys of a text, in order: for each chunk its parts, and behind them, when there are several, the joined
 * chunk (`findMapRoot` gives `find`, `map`, `root`, `findmaproot`). A lone ASCII letter is no word.
 */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  eachWord(text, (word) => words.push(word));
  return words;
}

/** Calls `visit` with each key that {@link wordsOf} lists. */
export function eachWord(text: string, visit: (word: string) => void): void {
  for (const [chunk] of text.matchAll(CHUNK)) {
    for (const word of memo.get(chunk) ?? learn(chunk)) visit(word);
  }
}

/** The chunks of a text, for a caller that needs to know which keys belong together. */
export function chunksOf(text: string): Chunk[] {
  return Array.from(text.matchAll(CHUNK), ([chunk]) => splitChunk(chunk));
}

/** The key that an identifier made of these words has: `find`, `map`, `root` give the key of `findMapRoot`. */
export function joinedKey(words: readonly string[]): string {
  return keyOf(fold(words.join('')).replace(/[_.-]+/g, ''));
}

function learn(chunk: string): readonly string[] {
  if (chunk.length > KEY_LENGTH) return keysOf(splitChunk(chunk));
  if (memo.size >= MEMO_SIZE) memo.clear();
  // A copy, because a substring would keep the whole page's text in memory.
  const own = Buffer.from(chunk).toString();
  const keys = keysOf(splitChunk(own));
  memo.set(own, keys);
  return keys;
}

function keysOf({ parts, joined }: Chunk): readonly string[] {
  return joined === undefined ? parts : [...parts, joined];
}

function splitChunk(chunk: string): Chunk {
  const pieces = chunk.split(BORDER).filter((piece) => piece !== '');
  const parts = pieces.flatMap((piece) => pieceWords(fold(piece)));
  return { chunk, parts, joined: pieces.length > 1 ? joinedKey([chunk]) : undefined };
}

function pieceWords(piece: string): string[] {
  if (ASCII.test(piece)) return /^[a-z]$/.test(piece) ? [] : [keyOf(piece)];
  return piece.split(PAIRED).flatMap((run, i) => {
    if (run === '') return [];
    return i % 2 === 0 ? [keyOf(run)] : pairs(Array.from(run));
  });
}

function pairs(characters: string[]): string[] {
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

/** Lower case without accents; width and ligature variants become the plain form. */
function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(COMBINING, '').toLowerCase().normalize('NFC');
}

function keyOf(word: string): string {
  return stem(word.slice(0, KEY_LENGTH));
}

/** Words that end like a singular (`status`, `analysis`) and are plurals. */
const PLURAL_IN_US_OR_IS = /^(?:(?:sub)?menu|[cgnt]pu|guru|api|cli|kpi|pi|ui|uri|wiki)s$/;
const SINGULAR_IN_S = /(?:ss|us|is|ias|vas)$/;

/**
 * Folds plurals and the endings of verb forms of a lower-case English word: `pages` and `page`, `denies`, `denied` and
 * `deny`, `caching` and `cache` get one key each. A stem that would become very short is left alone, so `setting` stays
 * apart from `set` and `string` is no form of `str`. Keys are for comparison, not for display.
 */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  let base = withoutVerbEnding(withoutPlural(word));
  if (base.length > 4 && /([^aeiou])\1$/.test(base)) base = base.slice(0, -1);
  if (base.length < 4) return base;
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}i`;
  return base.endsWith('e') ? base.slice(0, -1) : base;
}

function withoutPlural(word: string): string {
  if (PLURAL_IN_US_OR_IS.test(word)) return word.slice(0, -1);
  if (word.length > 4) {
    if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
    if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
    if (/.{3}sis$/.test(word)) return word.slice(0, -2);
  }
  return word.endsWith('s') && !SINGULAR_IN_S.test(word) ? word.slice(0, -1) : word;
}

function withoutVerbEnding(word: string): string {
  const base = /^(.*[aeiouy].*)(?:ing|ed)$/.exec(word)?.[1];
  if (base === undefined || word.endsWith('eed')) return word;
  if (/([bdgmnprt])\1$/.test(base)) return base.length > 4 ? base.slice(0, -1) : word;
  // Three letters are enough where an e was dropped: `named`, `coding`.
  return base.length > 3 || /^[^aeiou][aeiou][^aeiouwxy]$/.test(base) ? base : word;
}
