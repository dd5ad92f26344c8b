/** How well each section answers a topic. */
import type { IndexedSection, MapIndex } from './rank-index.ts';
import type { SectionKind } from './rank-kinds.ts';
import { saturated, WordMatches } from './rank-match.ts';
import { counts, type Topic, type TopicWord } from './rank-topic.ts';
import {
  ASKED,
  COVERAGE_SHARE,
  DERIVED_WEIGHT,
  ELSEWHERE_COVERAGE,
  KIND,
  PHRASE_KIND,
  PHRASE_LENGTH,
  SECOND_NAME,
  TEXT,
  UNKNOWN_NAME,
} from './rank-weights.ts';

export interface ScoredSection {
  /** Index into {@link MapIndex.sections}. */
  section: number;
  score: number;
  /** Share of the topic's words, by rarity, that the section has: 0 to 1. Words that are everywhere are no share. */
  coverage: number;
  /** How many of the topic's words that is. */
  words: number;
  /** Whether a word of the topic names the section or its page. */
  named: boolean;
}

/** The sections that have a word of the topic, best first; at equal score the smaller one, then in the map's order. */
export function scoreSections(index: MapIndex, topic: Topic): ScoredSection[] {
  const sums = new Sums(index);
  const matches = new WordMatches(index);
  for (const word of topic.words) {
    matches.read(word);
    if (matches.found || counts(word)) sums.add(word, matches);
  }
  const preferences = isPhrase(topic) ? PHRASE_KIND : KIND;
  return sums.results((kind) => kindFactor(kind, preferences[kind], topic)).sort(byScore(index));
}

/** Whether a topic describes behaviour: several words, no identifier, and no kind asked for but an explanation. */
function isPhrase({ words, length, asks }: Topic): boolean {
  const identifies = words.some(({ role }) => role === 'identifier');
  const asksElse = [...asks.keys()].some((kind) => kind !== 'mechanism');
  return length >= PHRASE_LENGTH && !identifies && !asksElse;
}

function kindFactor(kind: SectionKind, preference: number, topic: Topic): number {
  const asked = topic.asks.get(kind);
  return asked ? Math.max(1, preference) * ASKED[asked] : preference;
}

function byScore(index: MapIndex): (a: ScoredSection, b: ScoredSection) => number {
  const size = (section: IndexedSection | undefined) =>
    section ? section.section.end - section.section.start : 0;
  return (a, b) =>
    b.score - a.score ||
    size(index.sections[a.section]) - size(index.sections[b.section]) ||
    a.section - b.section;
}

class Sums {
  private readonly index: MapIndex;
  private readonly value: Float64Array;
  private readonly covered: Float64Array;
  private readonly words: Uint8Array;
  private readonly named: Uint8Array;
  private total = 0;

  constructor(index: MapIndex) {
    this.index = index;
    this.value = new Float64Array(index.sections.length);
    this.covered = new Float64Array(index.sections.length);
    this.words = new Uint8Array(index.sections.length);
    this.named = new Uint8Array(index.sections.length);
  }

  add(word: TopicWord, matches: WordMatches): void {
    const gain = matches.rarity * word.weight;
    if (counts(word)) this.total += matches.found || !/\p{Lu}/u.test(word.text) ? gain : UNKNOWN_NAME * gain;
    if (!matches.found) return;
    const { sections } = this.index;
    for (let s = 0; s < sections.length; s += 1) {
      const section = sections[s];
      if (!section) continue;
      const pageText = matches.pageText[section.page] ?? 0;
      const names = nameValue(matches.name[s] ?? 0, matches.pageName[section.page] ?? 0);
      if (names === 0 && pageText === 0) continue;
      const text = (matches.text[s] ?? 0) * (names > 0 ? TEXT.besideName : 1);
      const value = names + text + TEXT.page * saturated(pageText, TEXT.pageHalf);
      this.value[s] = (this.value[s] ?? 0) + gain * value;
      if (!counts(word) || matches.everywhere) continue;
      const nameForm = Math.max(matches.nameForm[s] ?? 0, matches.pageNameForm[section.page] ?? 0);
      const elsewhere = ELSEWHERE_COVERAGE * Math.min(1, pageText);
      const share = Math.max(nameForm, matches.textForm[s] ?? 0, elsewhere);
      this.covered[s] = (this.covered[s] ?? 0) + gain * share;
      this.words[s] = (this.words[s] ?? 0) + 1;
      if (nameForm >= DERIVED_WEIGHT) this.named[s] = 1;
    }
  }

  results(factor: (kind: SectionKind) => number): ScoredSection[] {
    const results: ScoredSection[] = [];
    for (const [section, { kind }] of this.index.sections.entries()) {
      const value = this.value[section] ?? 0;
      if (value === 0) continue;
      const coverage = this.total > 0 ? (this.covered[section] ?? 0) / this.total : 0;
      const score = value * factor(kind) * (1 - COVERAGE_SHARE + COVERAGE_SHARE * coverage);
      const words = this.words[section] ?? 0;
      results.push({ section, score, coverage, words, named: this.named[section] === 1 });
    }
    return results;
  }
}

function nameValue(section: number, page: number): number {
  return Math.max(section, page) + SECOND_NAME * Math.min(section, page);
}
