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
const FILE_ENDING = /\.\p{L}[\p{L}\p{N}]*$/u;
/** `sha256` in `toSha256Hex`, `OAuth2` in `OAuth2Client`, `k8s` in `k8sClient`. */
const NUMBERED = /\p{Lu}*\p{Ll}*\p{N}+\p{Ll}*/gu;
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
  /** Keys of identifiers inside the whole: `rank-match` and `BM25` in `rank-match.BM25Index.ts`. */
  inner: string[];
}

/**
 * The word keys of a text, in order: for each chunk its parts, and behind them, when there are several, the joined
 * chunk (`findMapRoot` gives `find`, `map`, `root`, `findmaproot`) and the identifiers inside it (`sha256.ts` gives
 * `sha256`). A lone ASCII letter is no word.
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

function keysOf({ parts, joined, inner }: Chunk): readonly string[] {
  return joined === undefined ? parts : [...parts, joined, ...inner];
}

function splitChunk(chunk: string): Chunk {
  const pieces = chunk.split(BORDER).filter((piece) => piece !== '');
  const parts = pieces.flatMap((piece) => pieceWords(fold(piece)));
  const joined = pieces.length > 1 ? joinedKey([chunk]) : undefined;
  return { chunk, parts, joined, inner: joined === undefined ? [] : innerKeys(chunk, joined) };
}

/**
 * The chunk without its file ending, its segments between punctuation, and letters with the digits behind them, as far
 * as each has several pieces.
 */
function innerKeys(chunk: string, whole: string): string[] {
  if (chunk.length > KEY_LENGTH) return [];
  const wholes = [
    chunk.replace(FILE_ENDING, ''),
    ...chunk.split('.'),
    ...chunk.split(/[_.-]+/),
    ...(chunk.match(NUMBERED) ?? []),
  ];
  const keys = new Set(wholes.filter((part) => BORDER.test(part)).map((part) => joinedKey([part])));
  keys.delete(whole);
  return [...keys];
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

/** One vowel between consonants: such a verb doubles its last letter, so `stripped` is of `strip`, `striped` is not. */
const CLOSED_SYLLABLE = /^(?:qu|[^aeiouy])*[aeiouy][^aeiouwxy]$/;
/** Other words that without their final e are words of another meaning, and how their verb forms begin. */
const KEEPS_E =
  /^(?:(?:loc|ration|mor|fin)ale|envelope|humane|secrete|suite|forte|(?:p|c)aste|(?:ba|brea|clo)the)$/;
const VERB_WITH_E = /^(?:past|bath|breath|cloth)$/;
const PLURAL_IN_SES = /^(?:bus|gas)es$/;

/**
 * Folds plurals and the endings of verb forms of a lower-case English word: `pages` and `page`, `denies`, `denied` and
 * `deny`, `caching` and `cache` get one key each. A stem that would become very short is left alone, so `setting` stays
 * apart from `set` and `string` is no form of `str`; a final e that tells two words apart stays (`plane`, `plan`). Keys
 * are for comparison, not for display.
 */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  let base = withoutVerbEnding(withoutPlural(word));
  if (base.length > 4 && /([^aeiou])\1$/.test(base)) base = base.slice(0, -1);
  if (base.length < 4) return base;
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}i`;
  if (!base.endsWith('e') || KEEPS_E.test(base)) return base;
  const bare = base.slice(0, -1);
  return CLOSED_SYLLABLE.test(bare) ? base : bare;
}

/** A root as it is written in front of no ending: with the e that `CLOSED_SYLLABLE` shows to be missing. */
export function withFinalE(root: string): string {
  return CLOSED_SYLLABLE.test(root) ? `${root}e` : root;
}

function withoutPlural(word: string): string {
  if (PLURAL_IN_US_OR_IS.test(word)) return word.slice(0, -1);
  if (word.length > 4) {
    if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
    if (/(?:s|x|z|ch|sh)es$/.test(word)) {
      const base = word.slice(0, -2);
      return PLURAL_IN_SES.test(word) ? base : withFinalE(base);
    }
    if (/.{3}sis$/.test(word)) return word.slice(0, -2);
  }
  return word.endsWith('s') && !SINGULAR_IN_S.test(word) ? word.slice(0, -1) : word;
}

function withoutVerbEnding(word: string): string {
  const base = /^(.*[aeiouy].*)(?:ing|ed)$/.exec(word)?.[1];
  if (base === undefined || word.endsWith('eed')) return word;
  if (/([bdgmnprt])\1$/.test(base)) return base.length > 4 ? base.slice(0, -1) : word;
  if (VERB_WITH_E.test(base)) return `${base}e`;
  // Three letters are enough where an e was dropped: `named`, `coding`.
  const root = withFinalE(base);
  return root.length > 3 ? root : word;
}
