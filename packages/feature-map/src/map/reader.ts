import path from 'node:path';
import { compare } from './compare.ts';
import { parseIndexTable } from './index-table.ts';
import { diskFiles, type MapFiles } from './map-files.ts';
import { MAP_LIMITS, type MapLimits } from './map-limits.ts';
import { codeOf, isBelow, type ListedPage, listPages } from './map-listing.ts';
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
 * Opens the map of a project. Nothing is read before the first `load`, and never anything outside `docs/features`.
 *
 * @param root absolute path of the folder that holds `docs/features`
 */
export function openMap(root: string, files: MapFiles = diskFiles, limits: MapLimits = MAP_LIMITS): MapStore {
  return new DiskMap(root, files, limits);
}

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
    this.#readIndex(map, listing.pages);
    this.#readPages(map, listing.pages);
    map.unreadable.sort((a, b) => compare(a.page, b.page));
    return map;
  }

  /** Real path of the map's folder. A link in its place may lead elsewhere in the project, but not out of it. */
  #realFolder(map: FeatureMap): string | undefined {
    try {
      map.root = this.#files.realPath(this.#root);
      const folder = this.#files.realPath(path.join(map.root, MAP_FOLDER));
      if (isBelow(folder, map.root)) return folder;
      map.unreadable.push({ page: '', reason: 'is a link that leads out of the project' });
    } catch (error) {
      map.unreadable.push({ page: '', reason: `cannot be found (${codeOf(error)})` });
    }
    return undefined;
  }

  #readIndex(map: FeatureMap, listed: readonly ListedPage[]): void {
    const file = listed.find(({ page }) => page === INDEX_FILE)?.file;
    const content = file === undefined ? undefined : this.#readIndexFile(file);
    if (content === undefined) {
      const named = map.unreadable.some(({ page }) => page === INDEX_FILE);
      if (!named) map.unreadable.push({ page: INDEX_FILE, reason: 'does not exist' });
      return;
    }
    if (this.#index?.content !== content) {
      this.#index = { content, table: 'text' in content ? parseIndexTable(content.text) : undefined };
    }
    map.table = this.#index.table;
    if ('text' in content) map.index = content.text;
    else map.unreadable.push({ page: INDEX_FILE, reason: content.reason });
  }

  #readIndexFile(file: string): Content | undefined {
    const { indexBytes } = this.#limits;
    return this.#cache.read(file, indexBytes, (size) => tooLarge(size, indexBytes));
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
