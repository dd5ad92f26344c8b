import { readInline } from '../map/markdown/inline.ts';
import { isExternal } from '../map/page-link.ts';
import type { IndexRow, Page } from '../map/types.ts';

/** What became of pages, by their old path; both paths relative to the map's folder. */
export type Renames = ReadonlyMap<string, string>;

/** The pages that no row leads to, and which of them a row means whose own page is gone. */
export class FreePages {
  readonly #free = new Map<string, Page>();
  readonly #byName = new Groups();
  readonly #byTitle = new Groups();
  readonly #byBoth = new Groups();
  readonly #renames: Renames;

  constructor(pages: readonly Page[], renames: Renames) {
    this.#renames = renames;
    for (const page of pages) {
      const { name, title } = keysOf(page.path, page.title);
      this.#free.set(page.path, page);
      this.#byName.add(name, page);
      this.#byTitle.add(title, page);
      this.#byBoth.add(`${name}\n${title}`, page);
    }
  }

  /** Those that are left, in their order. */
  get left(): Page[] {
    return [...this.#free.values()];
  }

  /** Says that a row leads to a page from here on. */
  take(page: Page): void {
    const { name, title } = keysOf(page.path, page.title);
    this.#free.delete(page.path);
    this.#byName.remove(name, page);
    this.#byTitle.remove(title, page);
    this.#byBoth.remove(`${name}\n${title}`, page);
  }

  /**
   * The page that a row with a broken link means: what git says became of it, else the only page with the file's
   * name; where there are several or none, the one whose title is the row's name. `undefined` where none fits alone.
   */
  find({ link, page, feature }: IndexRow): Page | undefined {
    if (link === undefined || isExternal(link)) return undefined;
    const { name, title } = keysOf(link, feature);
    const narrowed = this.#byName.has(name)
      ? this.#byBoth.only(`${name}\n${title}`)
      : this.#byTitle.only(title);
    return this.renamed(page) ?? this.#byName.only(name) ?? narrowed;
  }

  /** The page that a page became, as git says it. */
  renamed(page: string | undefined): Page | undefined {
    const seen = new Set<string>();
    let path = page;
    while (path !== undefined && !seen.has(path)) {
      seen.add(path);
      const found = this.#free.get(path);
      if (found !== undefined) return found;
      path = this.#renames.get(path);
    }
    return undefined;
  }
}

/** Pages by what they have in common. */
class Groups {
  readonly #groups = new Map<string, Set<Page>>();

  add(key: string, page: Page): void {
    const group = this.#groups.get(key) ?? new Set();
    this.#groups.set(key, group.add(page));
  }

  remove(key: string, page: Page): void {
    const group = this.#groups.get(key);
    group?.delete(page);
    if (group?.size === 0) this.#groups.delete(key);
  }

  has(key: string): boolean {
    return this.#groups.has(key);
  }

  /** The page of a group of one. */
  only(key: string): Page | undefined {
    const [first, ...others] = this.#groups.get(key)?.values().take(2) ?? [];
    return others.length === 0 ? first : undefined;
  }
}

/** By what pages are told: the file's name and the title, case and markup left out. */
function keysOf(path: string, title: string | undefined): { name: string; title: string } {
  return { name: path.replace(/^.*\//, '').toLowerCase(), title: readInline(title ?? '').text.toLowerCase() };
}
