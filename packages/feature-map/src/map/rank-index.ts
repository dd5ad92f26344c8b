/** The words of a whole map, ready to be looked up. */
import { kindOf, type SectionKind } from './rank-kinds.ts';
import { type SourceWords, unpack, wordsOfPage, wordsOfRows } from './rank-page.ts';
import type { FeatureMap, IndexRow, Page, Section } from './types.ts';

/** One word in one place of the map. */
export interface Posting {
  /** Index into {@link MapIndex.pages}. */
  page: number;
  /** Index into {@link MapIndex.sections}, or -1: the word belongs to the page as a whole. */
  section: number;
  /** `FIELD` flags. */
  fields: number;
  /** How often the word stands in code spans, and in other text. */
  code: number;
  body: number;
}

export interface IndexedSection {
  /** Index into {@link MapIndex.pages}. */
  page: number;
  section: Section;
  kind: SectionKind;
  /** In words. */
  length: number;
}

export interface MapIndex {
  pages: readonly Page[];
  sections: readonly IndexedSection[];
  /** Mean length of a section in words, at least 1. */
  meanLength: number;
  has(key: string): boolean;
  /** Calls `visit` with each posting of a key. It is the same object each time, so it must not be kept. */
  visit(key: string, visit: (posting: Readonly<Posting>) => void): void;
}

/** More rows that lead to one page say nothing new. */
const ROWS_PER_PAGE = 8;

const pageWords = new WeakMap<Page, SourceWords>();
const indexes = new WeakMap<FeatureMap, MapIndex>();

/** The index of a map, made once per map; pages that an earlier map had too are not read again. */
export function indexOf(map: FeatureMap): MapIndex {
  let index = indexes.get(map);
  if (!index) {
    index = buildIndex(map);
    indexes.set(map, index);
  }
  return index;
}

function buildIndex(map: FeatureMap): MapIndex {
  const { pages } = map;
  const rows = rowsByPage(map);
  const perPage = pages.map(knownWords);
  const sections = pages.flatMap((page, number) =>
    page.sections.map((section, i) => ({
      page: number,
      section,
      kind: kindOf(section.heading),
      length: perPage[number]?.lengths[i] ?? 0,
    })),
  );
  const words = sections.reduce((sum, { length }) => sum + length, 0);
  const sources = [...perPage, ...pages.map((page) => wordsOfRows(rows.get(page.path) ?? []))];
  const directory = directoryOf(sources);
  const firstSections = firstSectionNumbers(pages);
  return {
    pages,
    sections,
    meanLength: Math.max(1, words / Math.max(1, sections.length)),
    has: (key) => directory.has(key),
    visit(key, visit) {
      const places = directory.get(key) ?? [];
      for (let i = 0; i < places.length; i += 2) {
        const number = places[i] ?? 0;
        const page = number % pages.length;
        const source = sources[number];
        if (source) visitSource(source, places[i + 1] ?? 0, page, firstSections[page] ?? 0, visit);
      }
    },
  };
}

function visitSource(
  { starts, postings }: SourceWords,
  word: number,
  page: number,
  firstSection: number,
  visit: (posting: Readonly<Posting>) => void,
): void {
  const end = starts[word + 1] ?? 0;
  for (let at = starts[word] ?? 0; at < end; at += 2) {
    const slot = postings[at] ?? 0;
    const packed = postings[at + 1] ?? 0;
    visit({
      page,
      section: slot === 0 ? -1 : firstSection + slot - 1,
      fields: unpack.fields(packed),
      code: unpack.code(packed),
      body: unpack.body(packed),
    });
  }
}

function knownWords(page: Page): SourceWords {
  let words = pageWords.get(page);
  if (!words) {
    words = wordsOfPage(page);
    pageWords.set(page, words);
  }
  return words;
}

/** For each key, pairs: number of a source, and the key's number in it. */
function directoryOf(sources: readonly SourceWords[]): Map<string, number[]> {
  const directory = new Map<string, number[]>();
  for (const [number, { keys }] of sources.entries()) {
    for (const [i, key] of keys.entries()) {
      const places = directory.get(key);
      if (places) places.push(number, i);
      else directory.set(key, [number, i]);
    }
  }
  return directory;
}

function firstSectionNumbers(pages: readonly Page[]): number[] {
  let next = 0;
  return pages.map((page) => {
    const first = next;
    next += page.sections.length;
    return first;
  });
}

function rowsByPage(map: FeatureMap): Map<string, IndexRow[]> {
  const rows = new Map<string, IndexRow[]>();
  for (const row of map.table?.rows ?? []) {
    if (row.page === undefined) continue;
    const others = rows.get(row.page);
    if (!others) rows.set(row.page, [row]);
    else if (others.length < ROWS_PER_PAGE) others.push(row);
  }
  return rows;
}
