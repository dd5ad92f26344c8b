/** Ranking: which sections of a map answer a topic, and whether the map covers it at all. */
import { explainSections } from './rank-explain.ts';
import { indexOf, type MapIndex } from './rank-index.ts';
import { kindOf, type SectionKind } from './rank-kinds.ts';
import { type ScoredSection, scoreSections } from './rank-score.ts';
import { readTopic, type Topic } from './rank-topic.ts';
import { COVERED } from './rank-weights.ts';
import type { FeatureMap, Page, Section } from './types.ts';

export interface Hit {
  page: Page;
  section: Section;
  kind: SectionKind;
  score: number;
}

export interface Ranking {
  /** Every section that has a word of the topic, best first. */
  hits: Hit[];
  /** False when nothing matches, or only words that are everywhere, or too few of the topic's words. */
  covered: boolean;
  /** Words of the topic that no page has, in any form. */
  unknown: string[];
}

export interface RankedSection {
  page: string;
  section: string;
  score: number;
  /** For each word that was found: the word and where it stands. */
  why: string;
}

/** How many of the best sections decide whether a topic is covered. */
const DECISIVE = 3;

/** Ranks the sections of a map for a topic. The same map and topic always give the same ranking. */
export function rankSections(map: FeatureMap, topic: string): Ranking {
  const index = indexOf(map);
  const words = readTopic(topic, index.has);
  const scored = scoreSections(index, words);
  const hits = scored.flatMap(({ section: number, score }) => {
    const entry = index.sections[number];
    const page = entry && index.pages[entry.page];
    return page ? [{ page, section: entry.section, kind: entry.kind, score }] : [];
  });
  const covered = scored.slice(0, DECISIVE).some((section) => isAnswer(section, words));
  return { hits, covered, unknown: unknownWords(index, words) };
}

function isAnswer({ coverage, named, words }: ScoredSection, topic: Topic): boolean {
  if (named) return coverage >= COVERED.named;
  return coverage >= (words === 1 && topic.length > 1 ? COVERED.oneWord : COVERED.text);
}

/** Punctuation or case that prose does not have: such a word means one thing, not its pieces. */
const WRITTEN_AS_CODE = /[_.]|\p{Ll}\p{Lu}/u;

/**
 * An identifier is unknown when the whole of it is; another word of several keys (a compound with hyphens, a run of
 * Japanese) when none of them is known.
 */
function unknownWords(index: MapIndex, { words }: Topic): string[] {
  const known = new Map<string, boolean>();
  for (const { text, forms, role, weight } of words) {
    const piece = role !== 'identifier' && WRITTEN_AS_CODE.test(text);
    if (role === 'join' || weight < 1 || piece) continue;
    known.set(text, known.get(text) === true || forms.some(({ key }) => index.has(key)));
  }
  return [...known].flatMap(([text, found]) => (found ? [] : [text]));
}

/** The section that says what a page's feature does. */
export function purposeOf(page: Page): Section | undefined {
  return page.sections.find(({ heading }) => kindOf(heading) === 'purpose');
}

/**
 * The best sections for a topic, with reasons; for explanations and benchmarks.
 * @param limit how many sections.
 */
export function rankTopic(map: FeatureMap, topic: string, limit = 20): RankedSection[] {
  const index = indexOf(map);
  const words = readTopic(topic, index.has);
  const best = scoreSections(index, words).slice(0, limit);
  const reasons = explainSections(
    index,
    words,
    best.map(({ section }) => section),
  );
  return best.map(({ section: number, score }, i) => {
    const entry = index.sections[number];
    const page = entry && index.pages[entry.page];
    return { page: page?.path ?? '', section: entry?.section.name ?? '', score, why: reasons[i] ?? '' };
  });
}
