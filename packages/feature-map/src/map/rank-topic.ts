/** A topic as the ranker reads it: the words that count, what else each may be called, and what kind is asked for. */
import { type Form, formsOf } from './rank-forms.ts';
import { CUES, isCue, type SectionKind } from './rank-kinds.ts';
import { DERIVED_WEIGHT } from './rank-weights.ts';
import { type Chunk, chunksOf, joinedKey } from './words.ts';

export interface TopicWord {
  /** As the topic has it, for explanations. */
  text: string;
  /** Keys to look up; the first is the word itself with weight 1, the others say nearly the same. */
  forms: readonly Form[];
  /** How much the word counts, 0 to 1. */
  weight: number;
  /**
   * `word`: a plain word, or a piece of an identifier; `scrap`: a piece that is not missed where it is absent, since
   * it is short, or the whole is there;
   * `identifier`: the whole of an identifier or file name; `join`: words side by side that may be written as one,
   * which is welcome where it matches and not missed.
   */
  role: 'word' | 'scrap' | 'identifier' | 'join';
}

export interface Topic {
  words: readonly TopicWord[];
  /** How many of the words {@link counts}. */
  length: number;
  /** The kinds of section that the wording asks for. */
  asks: ReadonlyMap<SectionKind, 'strong' | 'weak'>;
}

/** A word that asks for a kind of section (`tests`, `where`) may also be part of the subject. */
const CUE_WEIGHT = 0.5;
/** Bounds on the work that one topic causes. */
const TOPIC_LENGTH = 2000;
const WORD_LIMIT = 48;
const JOIN_LIMIT = 4;
const SHORT_PIECE = 3;

/** Function words and the usual filling of questions. They count only in a topic that has nothing else. */
const STOP_WORDS = new Set(
  `a about actually after all already also am an and any anyone anything are as at away be became because been before
  being between both but by call called can cannot come comes could did do does doing done during each else ever every
  for from further get gets give given gives go goes going got had happen happened happening happens has have having
  he help her here hers him his i if in into is it its itself just keep keeps kept kind know let lets like made make
  makes making many may me mean means meant might mine more most much must my need needed needs never no nor not of
  often on once one only or other our out over own part place please quite really right same say says see seem seems
  shall she should so some somebody someone something somewhere still such sure take taken takes than that the their
  them then there these they thing things this those through thus to together too toward try turn under until up upon
  us use used uses using very want wants was way we well went were what whatever when where whether which while who
  whole whom whose why will with within without would yet you your yours how`.split(/\s+/),
);

/** Verbs and adverbs of asking for an explanation, whatever of: `why does it matter`, `explain how exactly it behaves`. */
const FILLERS = new Set(
  `basically behave behaved behaves behaving concern concerning concerns describe described describes exactly exist
  existed exists explain explained explains explanation important importantly matter mattered matters regard regarding
  relate related relates simply understand understanding understood work worked working works`.split(/\s+/),
);

/** Asks for a number, which says nothing about the subject. */
const MEASURE = /\bhow (?:many|much|often|long|big|large|far|old)\b/gi;

/** Whether a section is the worse for not having this word. */
export function counts({ role }: TopicWord): boolean {
  return role === 'word' || role === 'identifier';
}

/**
 * Reads a topic of any length; only its beginning counts.
 * @param has whether the map has a key.
 */
export function readTopic(topic: string, has: (key: string) => boolean): Topic {
  const chunks = chunksOf(topic.slice(0, TOPIC_LENGTH).replace(MEASURE, ' '));
  const content = chunks.filter((chunk) => !isStopWord(chunk));
  const words = new Map<string, TopicWord>();
  for (const word of [...plainWords(content.length > 0 ? content : chunks, has), ...joins(chunks)]) {
    const key = word.forms[0]?.key;
    if (key !== undefined && !words.has(key) && words.size < WORD_LIMIT) words.set(key, word);
  }
  const list = [...words].map(([own, word]) => ({
    ...word,
    // A word that the topic has as well stands for itself alone.
    forms: word.forms.filter(({ key }) => key === own || !words.has(key)),
  }));
  return { words: list, length: list.filter(counts).length, asks: asksOf(topic) };
}

function isStopWord({ chunk }: Chunk): boolean {
  const word = chunk.toLowerCase();
  return STOP_WORDS.has(word) || FILLERS.has(word);
}

function asksOf(topic: string): Map<SectionKind, 'strong' | 'weak'> {
  const asks = new Map<SectionKind, 'strong' | 'weak'>();
  for (const [pattern, kind, strength] of CUES) {
    if (pattern.test(topic) && asks.get(kind) !== 'strong') asks.set(kind, strength);
  }
  return asks;
}

function* plainWords(chunks: readonly Chunk[], has: (key: string) => boolean): Generator<TopicWord> {
  for (const { chunk, parts, joined, inner } of chunks) {
    const weight = isCue(chunk) ? CUE_WEIGHT : 1;
    for (const key of parts) {
      const short = key.length < SHORT_PIECE || /^\p{N}+$/u.test(key);
      const scrap = joined !== undefined && (short || (has(joined) && !has(key)));
      yield { text: chunk, forms: formsOf(key, has), weight, role: scrap ? 'scrap' : 'word' };
    }
    if (joined !== undefined) {
      // A file name may stand in the map without its ending, a member without its owner.
      const forms = inner.map((key) => ({ key, weight: DERIVED_WEIGHT }));
      yield { text: chunk, forms: [...formsOf(joined, has), ...forms], weight: 1, role: 'identifier' };
    }
  }
}

/** Stop words take part: `log out` may be written `logout`. */
function* joins(chunks: readonly Chunk[]): Generator<TopicWord> {
  for (let length = 2; length <= JOIN_LIMIT; length += 1) {
    for (let first = 0; first + length <= chunks.length; first += 1) {
      const run = chunks.slice(first, first + length);
      if (run.every(isStopWord)) continue;
      const words = run.map(({ chunk }) => chunk);
      yield {
        text: words.join(' '),
        forms: [{ key: joinedKey(words), weight: 1 }],
        weight: 1,
        role: 'join',
      };
    }
  }
}
