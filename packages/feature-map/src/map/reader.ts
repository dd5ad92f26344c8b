import path from 'node:path';
import { compare } from './compare.ts';
import { parseIndexTable } from './index-table.ts';
import { diskFiles, type MapFiles } from './map-files.ts';
import { MAP_LIMITS, type MapLimits } from './map-limits.ts';
import { codeOf, type ListedPage, listPages } from './map-listing.ts';
import { realPart } from './map-part.ts';
import { parsePage } from './page.ts';
import { type Content, PageCache } from './page-cache.ts';
import { INDEX_FILE, MAP_FOLDER } from './page-link.ts';
import type { FeatureMap, IndexTable, Page, Unreadable } from './types.ts';

export interface MapStore {
  /**
   * The map as it is now: one reading of each folder and one `stat` of each page, and a page is read only when it
   * changed. Where nothing changed it is the same object as before, and a page that did not change is the same
   * object within a new map, so both serve as cache keys. Does not throw: what cannot be read is in `unreadable`.
   */
  load(): FeatureMap;
}

/**
 * Opens the map of a project. Nothing is read before the first `load`, and never anything outside `docs/features`,
 * save an index that is a link to another file of the project.
 *
 * @param root absolute path of the folder that holds `docs/features`
 */
export function openMap(root: string, files: MapFiles = diskFiles, limits: MapLimits = MAP_LIMITS): MapStore {
  return new DiskMap(root, files, limits);
}

const LEADS_OUT = 'is a link that leads out of the project';

class DiskMap implements MapStore {
  readonly #root: string;
  readonly #files: MapFiles;
  readonly #limits: MapLimits;
  readonly #cache: PageCache;
  #pages = new Map<string, { content: Content; page: Page }>();
  #index: { content: Content; table: IndexTable | undefined } | undefined;
  #last: FeatureMap | undefined;

  constructor(root: string, files: MapFiles, limits: MapLimits) {
    this.#root = root;
    this.#files = files;
    this.#limits = limits;
    this.#cache = new PageCache(files);
  }

  load(): FeatureMap {
    const map = this.#read();
    this.#cache.sweep();
    if (this.#last === undefined || !isSameMap(this.#last, map)) this.#last = map;
    return this.#last;
  }

  #read(): FeatureMap {
    const map: FeatureMap = { root: this.#root, index: '', table: undefined, pages: [], unreadable: [] };
    const folder = this.#realFolder(map);
    if (folder === undefined) return map;
    const listing = listPages(folder, this.#files, this.#limits);
    map.unreadable = listing.unreadable;
    this.#readIndex(map);
    this.#readPages(map, listing.pages);
    map.unreadable.sort((a, b) => compare(a.page, b.page));
    return map;
  }

  /** Real path of the map's folder. A link in its place may lead elsewhere in the project, but not out of it. */
  #realFolder(map: FeatureMap): string | undefined {
    try {
      map.root = this.#files.realPath(this.#root);
      const folder = realPart(map.root, MAP_FOLDER, this.#files.realPath);
      if (folder === undefined) map.unreadable.push({ page: '', reason: LEADS_OUT });
      return folder;
    } catch (error) {
      map.unreadable.push({ page: '', reason: `cannot be found (${codeOf(error)})` });
    }
    return undefined;
  }

  #readIndex(map: FeatureMap): void {
    const content = this.#readIndexFile(map.root);
    // The listing has links of the index judged as those of a page, which may lead nowhere out of the map.
    map.unreadable = map.unreadable.filter(({ page }) => page !== INDEX_FILE);
    if (this.#index?.content !== content) {
      this.#index = { content, table: 'text' in content ? parseIndexTable(content.text) : undefined };
    }
    map.table = this.#index.table;
    if ('text' in content) map.index = content.text;
    else map.unreadable.push({ page: INDEX_FILE, reason: content.reason });
  }

  #readIndexFile(root: string): Content {
    const { indexBytes } = this.#limits;
    try {
      const file = realPart(root, path.join(MAP_FOLDER, INDEX_FILE), this.#files.realPath);
      if (file === undefined) return { reason: LEADS_OUT };
      const content = this.#cache.read(file, indexBytes, (size) => tooLarge(size, indexBytes));
      return content ?? { reason: 'does not exist' };
    } catch (error) {
      const code = codeOf(error);
      return { reason: code === 'ENOENT' ? 'does not exist' : `cannot be found (${code})` };
    }
  }

  #readPages(map: FeatureMap, listed: readonly ListedPage[]): void {
    const { pageBytes, mapBytes } = this.#limits;
    const known = this.#pages;
    this.#pages = new Map();
    let total = 0;
    for (const { page: name, file } of listed) {
      if (name === INDEX_FILE) continue;
      const content = this.#cache.read(file, pageBytes, (size) => {
        const reason = tooLarge(size, pageBytes);
        if (reason !== undefined) return reason;
        total += size;
        return total > mapBytes ? `is beyond the first ${mapBytes} bytes of the map` : undefined;
      });
      if (content === undefined) continue;
      if ('reason' in content) {
        map.unreadable.push({ page: name, reason: content.reason });
        continue;
      }
      const before = known.get(name);
      const page = before?.content === content ? before.page : parsePage(name, content.text);
      this.#pages.set(name, { content, page });
      map.pages.push(page);
    }
  }
}

function tooLarge(size: number, limit: number): string | undefined {
  return size > limit ? `has ${size} bytes, more than the ${limit} that are read` : undefined;
}

function isSameMap(a: FeatureMap, b: FeatureMap): boolean {
  return (
    a.root === b.root &&
    a.index === b.index &&
    a.pages.length === b.pages.length &&
    a.pages.every((page, index) => page === b.pages[index]) &&
    a.unreadable.length === b.unreadable.length &&
    a.unreadable.every((entry, index) => isSameEntry(entry, b.unreadable[index]))
  );
}

function isSameEntry(a: Unreadable, b: Unreadable | undefined): boolean {
  return a.page === b?.page && a.reason === b.reason;
}
