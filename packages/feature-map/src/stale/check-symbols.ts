import { quote } from '../quote.ts';
import type { NameClaim } from './claims.ts';
import { extensionOf, isDataFile, isTestFile, kindOfName } from './extensions.ts';
import { type FileTree, stemOf } from './file-tree.ts';
import { mayMake } from './made-names.ts';
import { isKeyPath, nestedKeys } from './nested-keys.ts';
import type { Occurrences } from './occurrences.ts';
import { ownersOf } from './owners.ts';
import type { ProjectTexts } from './project-texts.ts';
import { hasWholeType, wasSymbol } from './symbol-evidence.ts';
import { symbolSegments } from './symbol-name.ts';
import { lettersOf } from './test-titles.ts';
import { listOf, type Open, type Verdict } from './verdict.ts';
import { isWellKnown } from './well-known.ts';
import { hasWord } from './whole-word.ts';

/** Looks for symbols in the files that they are listed with, each segment of a name as a whole word. */
export class SymbolJudge {
  readonly #texts: ProjectTexts;
  readonly #tree: FileTree;

  constructor(texts: ProjectTexts, tree: FileTree) {
    this.#texts = texts;
    this.#tree = tree;
  }

  judge(claim: NameClaim): Verdict | Open {
    const segments = symbolSegments(claim.text);
    const files = ownersOf(claim);
    if (segments === undefined || files === undefined) return 'unknown';
    let inComments = false;
    for (const file of files) {
      const code = this.#texts.code(file);
      if (code === undefined) return 'unknown';
      if (holdsSymbol(file, code, segments)) return 'holds';
      inComments ||= holdsSymbol(file, this.#texts.text(file) ?? '', segments);
    }
    if (claim.spokenOf) return 'unknown';
    if (files.some((file) => isComponent(file, segments)) || isSpokenOf(claim.text, segments))
      return 'unknown';
    if (isFileName(segments) || this.#tree.find(claim.text, '') !== undefined) return 'unknown';
    if (inComments) {
      return {
        severity: 'advice',
        message: `${quote(claim.text)} is left in ${listOf(files)} in comments only.`,
      };
    }
    if (hasKeys(segments, files, this.#texts) === false) return 'unknown';
    return { names: segments, judge: (occurrences) => this.#search(claim, segments, files, occurrences) };
  }

  /** The verdict on a symbol that its files do not have. */
  #search(
    claim: NameClaim,
    segments: readonly string[],
    files: readonly string[],
    occurrences: Occurrences,
  ): Verdict {
    const elsewhere = placesOf(segments, occurrences).filter((file) => !files.includes(file));
    for (const file of files) {
      const sources = [...(this.#texts.code(file) ?? '').matchAll(PASSES_ON)].map((match) =>
        match.slice(1).join(''),
      );
      if (sources.length === 0) continue;
      if (elsewhere.length > 0 || sources.some((source) => !OWN_MODULE.test(source))) return 'unknown';
    }
    if (!this.#isGone(claim, segments, files, occurrences)) return 'unknown';
    const message = `${quote(claim.text)} does not occur in ${listOf(files)}.`;
    if (elsewhere.length === 0) return { message };
    return {
      message,
      remedy: `List it with its file, if that is one of these where it occurs: ${listOf(elsewhere)}.`,
    };
  }

  /** Whether something tells that the name was a symbol of these files, and is not only spoken of. */
  #isGone(
    { text }: NameClaim,
    segments: readonly string[],
    files: readonly string[],
    occurrences: Occurrences,
  ): boolean {
    if (segments.length > 1 && files.every((file) => isDataFile(file))) return true;
    const codes = files.map((file) => this.#texts.code(file) ?? '');
    const qualifiers = segments.slice(0, -1);
    const last = segments.at(-1) ?? '';
    const type = qualifiers.at(-1);
    if (type !== undefined && codes.some((code) => hasWholeType(code, type) && !mayMake(code, last)))
      return true;
    const others = qualifiers.filter((name) => !files.some((file) => isOwnName(file, name)));
    const missing = others.find((name) => !codes.some((code) => hasWord(code, name)));
    if (
      missing === undefined &&
      (others.length > 0 || (type !== undefined && codes.some((code) => hasWord(code, type))))
    )
      return false;
    const name = missing ?? last;
    const elsewhere = placesOf([name], occurrences).filter((file) => !files.includes(file));
    if (elsewhere.length === 0 && files.some((file) => IMPLICIT.test(file))) return false;
    return wasSymbol(name, missing ?? text, codes, elsewhere, occurrences);
  }
}

/** Files in which names of frameworks stand that no file declares or imports, so that a page may mean one. */
const IMPLICIT = /\.(?:astro|erb|exs?|rake|rb|svelte|vue)$/;

/** Whether the first key of a dotted name is one of a data file; `undefined` where the files are of another kind. */
function hasKeys(
  segments: readonly string[],
  files: readonly string[],
  texts: ProjectTexts,
): boolean | undefined {
  const lists = files.map((file) => nestedKeys(file, texts.code(file) ?? ''));
  if (segments.length < 2 || lists.includes(undefined)) return undefined;
  const keys = lists.flatMap((list) => list ?? []).flatMap(({ path }) => path);
  return keys.includes(segments[0] ?? '') && !keys.includes('extends');
}

/** A file that is the thing itself: `Button.vue`, `user-card.tsx`, `Button/index.ts`. */
function isComponent(file: string, segments: readonly string[]): boolean {
  const [name = '', ...others] = segments;
  const around = file.split('/').slice(-2).map(stemOf);
  return others.length === 0 && around.some((part) => lettersOf(part) === lettersOf(name));
}

/** A word of a language or a tag of documentation. */
function isSpokenOf(text: string, segments: readonly string[]): boolean {
  return text.startsWith('@') || (segments.length === 1 && isWellKnown(segments[0] ?? ''));
}

const PASSES_ON =
  /\bexport\s*\*\s*(?:as\s+\w+\s+)?from\s*['"]([^'"]+)|\bfrom\s+([\w.]+)\s+import\s+\*|\bpub\s+use\s+([\w:]+)::\*/g;
const OWN_MODULE = /^(?:\.|crate\b|self\b|super\b)/;

function holdsSymbol(file: string, text: string, segments: readonly string[]): boolean {
  const keys = segments.length > 1 ? nestedKeys(file, text) : undefined;
  if (keys !== undefined) {
    const last = segments.at(-1);
    const merged =
      keys.some(({ path }) => path.includes('<<')) && keys.some(({ path }) => path.at(-1) === last);
    return merged || isKeyPath(keys, segments);
  }
  const folded = extensionOf(file) === 'sql' ? text.toLowerCase() : text;
  return segments.every((segment, index) => {
    const name = folded === text ? segment : segment.toLowerCase();
    return hasWord(folded, name) || (index < segments.length - 1 && isOwnName(file, segment));
  });
}

const GLOBALS = new Set([
  'cls',
  'env',
  'exports',
  'globalThis',
  'module',
  'process',
  'self',
  'super',
  'this',
  'window',
]);

/** Whether a qualifier goes without saying: a global, the file itself or a folder around it as module or package. */
function isOwnName(file: string, qualifier: string): boolean {
  if (GLOBALS.has(qualifier)) return true;
  return file.split('/').some((part) => stemOf(part).toLowerCase() === qualifier.toLowerCase());
}

/** `response.json`, `ctx.fs`: a file's name by its form, so that it is not held against the page. */
function isFileName(segments: readonly string[]): boolean {
  return segments.length === 2 && kindOfName(segments.join('.')) !== 'none';
}

/** Files of code that hold every segment, those that seem to declare the last one first, tests last. */
function placesOf(segments: readonly string[], occurrences: Occurrences): string[] {
  const files = occurrences.ofAll(segments);
  const last = segments.at(-1) ?? '';
  const rank = (file: string) => (isTestFile(file) ? 2 : occurrences.declares(file, last) ? 0 : 1);
  return files.sort((a, b) => rank(a) - rank(b));
}
