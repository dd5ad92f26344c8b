/** What counts how much in ranking. A word's value in a section is a name match plus a bounded text match. */
import type { SectionKind } from './rank-kinds.ts';

/**
 * A word in a name. Each is worth more than the most that text can be worth (`TEXT.body + TEXT.code`, and what
 * `TEXT.page` adds to both), so no number of body matches outweighs a heading or a trigger; and hardly more, so that a
 * page named by one word of a topic does not push out the section that has all of them.
 */
export const NAME = { heading: 2.9, part: 1.8, title: 2.3, feature: 2.1, trigger: 1.8, path: 1.8 } as const;

export const TEXT = {
  /** The most that a word in the section's text is worth, however often it stands there. */
  body: 1,
  /** The most that an identifier's code spans add to it. */
  code: 0.3,
  /** The most that a word anywhere in the page adds to each of its sections. */
  page: 0.25,
  /** A word in a code span counts for less than one in a sentence: paths repeat the page's own name. */
  codeCount: 0.2,
  /** Share of a text match that is left beside a name match of the same word: it tells the page's sections apart. */
  besideName: 0.6,
  /** How fast repetitions stop to matter (k1 of BM25), and how much a long section is held against it (b). */
  saturation: 1.2,
  length: 0.4,
  /** Half of `code` and of `page` is reached at so many matches. */
  codeHalf: 0.6,
  pageHalf: 2,
} as const;

/** What else a word may be called counts for a part, so that it never beats the word itself. */
export const DERIVED_WEIGHT = 0.6;
export const SYNONYM_WEIGHT = 0.4;

/** Share of a second name match (heading and page) of the same word. */
export const SECOND_NAME = 0.3;
/** Share of the score that depends on how much of the topic a section covers; the rest orders what covers nothing. */
export const COVERAGE_SHARE = 0.95;
/** Share of a word that stands elsewhere in the page only, when coverage is judged. */
export const ELSEWHERE_COVERAGE = 0.2;
/**
 * A word in at least this share of the pages is everywhere; on a map of few pages, one in all of them; on a map of
 * fewer than `TELLING_PAGES`, none. An identifier in code spans never is: nobody writes one for the sake of grammar.
 */
export const EVERYWHERE = 0.6;
export const FEW_PAGES = 5;
export const TELLING_PAGES = 3;

/**
 * Where it is and what pins it comes before how it works, by so little that evidence in the text decides first; names
 * of tests repeat the words of everything else; a list of links answers nothing.
 */
export const KIND: Readonly<Record<SectionKind, number>> = {
  purpose: 1,
  other: 0.95,
  mechanism: 0.93,
  settings: 0.93,
  place: 0.94,
  tests: 0.94,
  links: 0.4,
};
/**
 * Several words make a phrase, which tells how something behaves: the preference among kinds is slight then, since the
 * words themselves say more.
 */
export const PHRASE_KIND: Readonly<Record<SectionKind, number>> = {
  purpose: 1.05,
  other: 1,
  mechanism: 0.99,
  settings: 0.95,
  place: 1,
  tests: 1,
  links: 0.4,
};
export const PHRASE_LENGTH = 3;
/** The factor of a kind that the topic's wording asks for. */
export const ASKED = { strong: 1.7, weak: 1.15 } as const;

/**
 * The coverage that a section needs to count as an answer: least where a word of the topic names it or its page, most
 * where it has one word of several and that in its text alone.
 */
export const COVERED = { named: 0.26, text: 0.38, oneWord: 0.43 } as const;
/** A name (a word with a capital letter) that the map does not know cannot be a paraphrase; it counts that often. */
export const UNKNOWN_NAME = 2;
