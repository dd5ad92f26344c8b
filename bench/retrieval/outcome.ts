import type { FeatureMap } from '../../packages/feature-map/src/map/types.ts';
import { answerText, type Place, samePlace } from './passage.ts';
import type { Half, Kind, Question } from './questions.ts';

/** What an arm answers: its text and the sections in it, in the order in which they stand there. */
export interface Reply {
  text: string;
  shown: readonly Place[];
}

/** Bytes of a reply and of what an agent would have read instead. */
export interface Bytes {
  reply: number;
  /** The whole pages from which the reply took something. */
  pages: number;
  /** A grep for each content word, and the matching files. */
  hunt: number;
  /** The index alone. */
  index: number;
}

/** How one arm did on one question. */
export interface Outcome {
  set: string;
  id: string;
  half: Half;
  kind: Kind;
  arm: string;
  question: string;
  /** Place of the first answering section in the reply, from 1; `undefined` where none is there. */
  rank: number | undefined;
  /** Whether an answer among the first three sections stands in the reply with all of its text. */
  whole: boolean;
  /** Whether the reply shows no section, which says that the map does not cover the topic. */
  toldMiss: boolean;
  /** The sections shown, as `page § section`. */
  shown: string[];
  bytes: Bytes;
}

const FIRST = 3;

const size = (text: string): number => Buffer.byteLength(text, 'utf8');

/** Judges a reply to one question. */
export function judge(
  map: FeatureMap,
  set: string,
  arm: string,
  question: Question,
  reply: Reply,
  hunt: number,
): Outcome {
  const at = reply.shown.findIndex((place) => question.answers.some((answer) => samePlace(place, answer)));
  const first = reply.shown.slice(0, FIRST);
  const whole = question.answers.some(
    (answer) =>
      first.some((place) => samePlace(place, answer)) && reply.text.includes(answerText(map, answer)),
  );
  const drawnOn = new Set(reply.shown.map((place) => place.page));
  const pages = map.pages.filter((page) => drawnOn.has(page.path));
  return {
    set,
    id: question.id,
    half: question.half,
    kind: question.kind,
    arm,
    question: question.question,
    rank: at === -1 ? undefined : at + 1,
    whole,
    toldMiss: reply.shown.length === 0,
    shown: reply.shown.map((place) => `${place.page} § ${place.section}`),
    bytes: {
      reply: size(reply.text),
      pages: pages.reduce((sum, page) => sum + size(page.text), 0),
      hunt,
      index: size(map.index),
    },
  };
}
