import { holdsCode } from './extensions.ts';
import type { ProjectTexts } from './project-texts.ts';
import { hasWord } from './whole-word.ts';

const WORD = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/g;
const DECLARING = new Set(
  `class const def defn enum fn fun func function interface let local macro mod module object record static struct
  sub table trait type union val var view`.split(/\s+/),
);

/** Where in the code of a project names occur, found in one pass over all of it. */
export class Occurrences {
  readonly #candidates = new Map<string, string[]>();
  readonly #texts: ProjectTexts;
  /** Whether the whole project was looked through. */
  readonly complete: boolean;

  /**
   * @param files files of the project; documentation, data and lock files are passed over
   * @param names words, or texts of several, of which the longest are looked for
   */
  constructor(files: Iterable<string>, names: Iterable<string>, texts: ProjectTexts) {
    this.#texts = texts;
    for (const word of Iterator.from(names).flatMap(longestWords)) this.#candidates.set(word, []);
    const look = (file: string, text: string) => this.#look(file, text);
    this.complete = this.#candidates.size === 0 || texts.search(Iterator.from(files).filter(holdsCode), look);
  }

  /** Files whose code, comments apart, holds each of these names as a whole word; all were looked for. */
  ofAll(names: readonly string[]): string[] {
    const [rarest, ...others] = [...names].sort(
      (a, b) => this.candidates(a).length - this.candidates(b).length,
    );
    let files = rarest === undefined ? [] : this.#holding(rarest, this.candidates(rarest));
    for (const name of others) files = this.#holding(name, files);
    return files;
  }

  /** Files that may hold a name, since they hold its rarest word, in comments too. */
  candidates(name: string): readonly string[] {
    const lists = longestWords(name).map((word) => this.#candidates.get(word) ?? []);
    return lists.reduce((rarest, list) => (list.length < rarest.length ? list : rarest), lists[0] ?? []);
  }

  /** Whether a file seems to declare a name, by the word in front of it. */
  declares(file: string, name: string): boolean {
    const code = this.#texts.code(file) ?? '';
    for (let at = code.indexOf(name); at !== -1; at = code.indexOf(name, at + 1)) {
      const before = /([\w]+)[*\s]+$/.exec(code.slice(Math.max(0, at - 40), at))?.[1] ?? '';
      if (DECLARING.has(before.toLowerCase())) return true;
    }
    return false;
  }

  /** Whether a file seems to offer a name to others: a type, a function, or something that it exports. */
  offers(file: string, name: string): boolean {
    const word = name.replace(/[$-]/g, '\\$&');
    const offering = String.raw`\b(?:class|def|defn|enum|fn|func|function|interface|struct|trait|export|pub|public)\b`;
    return new RegExp(`${offering}[^\\n;={(]*(?<![\\w$])${word}(?![\\w$])`).test(
      this.#texts.code(file) ?? '',
    );
  }

  #holding(name: string, files: readonly string[]): string[] {
    return files.filter((file) => hasWord(this.#texts.code(file) ?? '', name));
  }

  #look(file: string, text: string): boolean {
    let hit = false;
    for (const word of text.match(WORD) ?? []) {
      const files = this.#candidates.get(word);
      if (files === undefined) continue;
      hit = true;
      if (files.at(-1) !== file) files.push(file);
    }
    return hit;
  }
}

/** The words of a name that are looked for: enough of them to tell it from others, longest first. */
function longestWords(name: string): string[] {
  const words = [...new Set(Array.from(name.matchAll(WORD), ([word]) => word))];
  return words.sort((a, b) => b.length - a.length).slice(0, WORDS_PER_NAME);
}

const WORDS_PER_NAME = 3;
