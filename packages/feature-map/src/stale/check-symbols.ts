import { quote } from '../quote.ts';
import type { NameClaim } from './claims.ts';
import { extensionOf, isTestFile, kindOfName } from './extensions.ts';
import { type FileTree, stemOf } from './file-tree.ts';
import { isKeyPath, nestedKeys } from './nested-keys.ts';
import type { Occurrences } from './occurrences.ts';
import { ownersOf } from './owners.ts';
import type { ProjectTexts } from './project-texts.ts';
import { symbolSegments } from './symbol-name.ts';
import { listOf, type Open, type Verdict } from './verdict.ts';
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
    if (isFileName(segments) || this.#tree.find(claim.text, '') !== undefined) return 'unknown';
    if (inComments) {
      return {
        severity: 'advice',
        message: `${quote(claim.text)} is left in ${listOf(files)} in comments only.`,
      };
    }
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
    const message = `${quote(claim.text)} does not occur in ${listOf(files)}.`;
    if (elsewhere.length === 0) return { message };
    return {
      message,
      remedy: `List it with its file, if that is one of these where it occurs: ${listOf(elsewhere)}.`,
    };
  }
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
