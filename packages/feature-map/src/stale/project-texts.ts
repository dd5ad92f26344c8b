import { withoutComments } from './comments.ts';
import { FILE_LIMIT, type ProjectFacts } from './project-facts.ts';

/** Characters that a search through the project reads in all: a project that is larger is searched in part. */
const SEARCH_LIMIT = 64 * FILE_LIMIT;

/** The texts of a project's files. Each file is read once at most. */
export class ProjectTexts {
  readonly #facts: Pick<ProjectFacts, 'read'>;
  readonly #texts = new Map<string, string | undefined>();
  readonly #codes = new Map<string, string>();
  #searched = 0;

  constructor(facts: Pick<ProjectFacts, 'read'>) {
    this.#facts = facts;
  }

  /** The text of a file, `undefined` where it cannot be judged. */
  text(file: string): string | undefined {
    if (!this.#texts.has(file)) this.#texts.set(file, this.#facts.read(file));
    return this.#texts.get(file);
  }

  /** The text of a file without what is a comment for sure. */
  code(file: string): string | undefined {
    const text = this.text(file);
    if (text === undefined) return undefined;
    const code = this.#codes.get(file) ?? withoutComments(file, text);
    this.#codes.set(file, code);
    return code;
  }

  /**
   * Looks at files one after the other, and keeps the text of those that `wanted` is true for; the others are let go
   * and cannot be asked for again.
   *
   * @returns whether all of them were looked at
   */
  search(files: Iterable<string>, wanted: (file: string, text: string) => boolean): boolean {
    for (const file of files) {
      if (this.#searched > SEARCH_LIMIT) return false;
      const known = this.#texts.has(file);
      const text = known ? this.#texts.get(file) : this.#facts.read(file);
      this.#searched += known ? 0 : (text?.length ?? 0);
      const hit = text !== undefined && wanted(file, text);
      if (!known) this.#texts.set(file, hit ? text : undefined);
    }
    return true;
  }
}
