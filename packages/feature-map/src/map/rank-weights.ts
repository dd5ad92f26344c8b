/** What counts how much in ranking. A word's value in a section is a name match plus a bounded text match. */
import type { SectionKind } from './rank-kinds.ts';

/**
 * A word in a name. Each is worth more than the most that text can be worth (`TEXT.body + TEXT.code + TEXT.page`),
 * also after the factors of {@link KIND}, so no number of body matches outweighs a heading or a trigger.
 */
export const NAME = { heading: 3.6, part: 2.2, title: 2.8, feature: 2.6, trigger: 2.2, path: 2.2 } as const;

export const TEXT = {
  /** The most that a word in the section's text is worth, however often it stands there. */
  body: 1,
  /** The most that an identifier's code spans add to it. */
  code: 0.3,
  /** The most that a word anywhere in the page adds to each of its sections. */
  page: 0.25,
  /** A word in a code span counts for less than one in a sentence: paths repeat the page's own name. */
  codeCount: 0.6,
  /** Share of a text match that is left beside a name match of the same word. */
  besideName: 0.4,
  /** How fast repetitions stop to matter (k1 of BM25), and how much a long section is held against it (b). */
  saturation: 1.2,
  length: 0.3,
  /** Half of `code` and of `page` is reached at so many matches. */
  codeHalf: 0.6,
  pageHalf: 2,
} as const;

/** Share of a second name match (heading and page) of the same word. */
export const SECOND_NAME = 0.15;
/** A word in a page's names counts as that many sections when its rarity is judged. */
export const NAMED_PAGE_SECTIONS = 2;
/** Share of the score that depends on how much of the topic a section covers. */
export const COVERAGE_SHARE = 0.8;
/** Share of a word that stands elsewhere in the page only, when coverage is judged. */
export const ELSEWHERE_COVERAGE = 0.5;
/** A word in at least this share of the pages (and at least two) is everywhere. */
export const EVERYWHERE = 0.6;

/** Where it is and what pins it comes before how it works; a list of links answers nothing. */
export const KIND: Readonly<Record<SectionKind, number>> = {
  purpose: 1,
  other: 0.95,
  settings: 0.9,
  place: 0.88,
  mechanism: 0.86,
  tests: 0.82,
  links: 0.4,
};
/** A topic of more words asks for something special, so the preference among kinds is halved. */
export const LONG_TOPIC = 4;
/** The factor of a kind that the topic's wording asks for. */
export const ASKED = { strong: 1.4, weak: 1.15 } as const;

/**
 * The coverage that a section needs to count as an answer: least where a word of the topic names it or its page, most
 * where it has one word of several and that in its text alone.
 */
export const COVERED = { named: 0.145, text: 0.2, oneWord: 0.39 } as const;
/** A name (a word with a capital letter) that the map does not know cannot be a paraphrase; it counts that often. */
export const UNKNOWN_NAME = 2;
