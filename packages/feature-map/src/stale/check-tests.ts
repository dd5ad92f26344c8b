import { quote } from '../quote.ts';
import type { NameClaim } from './claims.ts';
import { isTestFile } from './extensions.ts';
import { nameOf, stemOf } from './file-tree.ts';
import type { Occurrences } from './occurrences.ts';
import { ownersOf } from './owners.ts';
import type { ProjectTexts } from './project-texts.ts';
import { bareTitle, titleForm } from './test-name.ts';
import { lettersOf, TestTitles } from './test-titles.ts';
import { listOf, type Open, type Verdict } from './verdict.ts';

/** Looks for tests in the files that they are listed with. */
export class TestJudge {
  readonly #texts: ProjectTexts;
  readonly #lists: ReadonlyMap<NameClaim['owners'], readonly NameClaim[]>;
  readonly #titles = new Map<string, TestTitles>();
  readonly #letters = new Map<string, string>();

  /** @param claims all tests that are listed with files, since those of one list vouch for each other */
  constructor(texts: ProjectTexts, claims: readonly NameClaim[]) {
    this.#texts = texts;
    this.#lists = Map.groupBy(claims, ({ owners }) => owners);
  }

  judge(claim: NameClaim): Verdict | Open {
    const files = ownersOf(claim);
    if (files === undefined) return 'unknown';
    const name = bareTitle(claim.text);
    let anything = claim.spokenOf;
    for (const file of files) {
      const titles = this.#titlesOf(file);
      if (titles === undefined) return 'unknown';
      if (hasTest(titles, name, file)) return 'holds';
      anything ||= titles.anything || !(isTestFile(file) || HOLDS_TESTS.test(this.#texts.code(file) ?? ''));
      anything ||= name.includes('/') && titles.anySubtest;
    }
    if (anything || !this.#isEvident(claim, name, files)) return 'unknown';
    return { names: [name], judge: (occurrences) => this.#search(name, files, occurrences) };
  }

  /** Whether a name is a test's, by its form, or since it stands in a list with tests that are there. */
  #isEvident(claim: NameClaim, name: string, files: readonly string[]): boolean {
    const form = titleForm(name, files);
    if (form === 'none') return false;
    if (form === 'evident' && !claim.quoted) return true;
    const others = (this.#lists.get(claim.owners) ?? []).filter((other) => other !== claim);
    return others.slice(0, MOST_VOUCHERS).some((other) => {
      const title = bareTitle(other.text);
      return (
        titleForm(title, files) !== 'none' && files.some((file) => hasTest(this.#titlesOf(file), title, file))
      );
    });
  }

  /** The verdict on a test that its files do not have. */
  #search(text: string, files: readonly string[], occurrences: Occurrences): Verdict {
    const elsewhere = this.#placesOf(text, occurrences).filter((file) => !files.includes(file));
    if (elsewhere.some((file) => files.some((owner) => this.#brings(owner, file)))) return 'unknown';
    const message = `No test ${quote(text)} is in ${listOf(files)}.`;
    if (elsewhere.length === 0) return { message };
    return { message, remedy: `List it with its file, if that is one of these: ${listOf(elsewhere)}.` };
  }

  /** Files of code that hold a name: as a word, or as a string in whatever way it is written. */
  #placesOf(name: string, occurrences: Occurrences): readonly string[] {
    if (/^\w+$/.test(name)) return occurrences.ofAll([name]);
    const letters = lettersOf(name);
    return occurrences.candidates(name).filter((file) => this.#lettersIn(file).includes(letters));
  }

  #lettersIn(file: string): string {
    const letters = this.#letters.get(file) ?? lettersOf(this.#texts.code(file) ?? '');
    this.#letters.set(file, letters);
    return letters;
  }

  #titlesOf(file: string): TestTitles | undefined {
    const code = this.#texts.code(file);
    if (code === undefined) return undefined;
    const titles = this.#titles.get(file) ?? new TestTitles(code);
    this.#titles.set(file, titles);
    return titles;
  }

  /** Whether a test file brings in another file, whose tests are then its own. */
  #brings(file: string, other: string): boolean {
    const stem = stemOf(nameOf(other));
    const lines = (this.#texts.code(file) ?? '').split('\n').filter((line) => IMPORT.test(line));
    return lines.some((line) => line.includes(stem));
  }
}

const MOST_VOUCHERS = 50;

function hasTest(titles: TestTitles | undefined, name: string, file: string): boolean {
  return titles !== undefined && (titles.has(name) || titles.has(withoutModule(name, file)));
}

/** A test's name without the module that is the file itself: `frames::splits` of `frames.rs`. */
function withoutModule(name: string, file: string): string {
  const [module = '', ...path] = name.split('::');
  return path.length > 0 && file.split('/').some((part) => stemOf(part) === module) ? path.join('::') : name;
}

const IMPORT = /\b(?:from|import|include|load|mod|require|source|use)\b/;
const HOLDS_TESTS =
  /#\[(?:\w+::)*test\b|@Test\b|\bdef test_|\bfunc Test[A-Z]|\b(?:it|test|describe)\(\s*['"`]|\bTEST(?:_F|_P)?\(/;
