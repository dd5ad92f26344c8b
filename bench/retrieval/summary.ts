import type { Bytes, Outcome } from './outcome.ts';
import { KINDS } from './questions.ts';

/** Figures of one arm over a group of questions. Shares lie between 0 and 1. */
export interface Row {
  half: string;
  set: string;
  kind: string;
  arm: string;
  /** Questions that the map answers. */
  answerable: number;
  hit1: number;
  hit3: number;
  mrr: number;
  /** Share with an answer that stands whole among the first three sections. */
  whole3: number;
  /** Answerable questions that were told the map does not cover them. */
  wronglyTold: number;
  misses: number;
  /** Misses that were told so. */
  missesTold: number;
  /** Mean bytes over the answerable questions. */
  bytes: Bytes;
  /** Bytes of all replies divided by those of the alternative, over the answerable questions. */
  ofPages: number;
  ofHunt: number;
  ofIndex: number;
}

type Group = Pick<Row, 'half' | 'set' | 'kind' | 'arm'>;

const round = (value: number): number => Math.round(value * 1000) / 1000;

function total(outcomes: readonly Outcome[], pick: (outcome: Outcome) => number): number {
  return outcomes.reduce((sum, outcome) => sum + pick(outcome), 0);
}

function share(outcomes: readonly Outcome[], pick: (outcome: Outcome) => number): number {
  return outcomes.length === 0 ? 0 : round(total(outcomes, pick) / outcomes.length);
}

function summarise(group: Group, outcomes: readonly Outcome[]): Row {
  const answerable = outcomes.filter((outcome) => outcome.kind !== 'miss');
  const misses = outcomes.filter((outcome) => outcome.kind === 'miss');
  const mean = (key: keyof Bytes): number => Math.round(share(answerable, (outcome) => outcome.bytes[key]));
  const against = (key: keyof Bytes): number => {
    const other = total(answerable, (outcome) => outcome.bytes[key]);
    return other === 0 ? 0 : round(total(answerable, (outcome) => outcome.bytes.reply) / other);
  };
  return {
    ...group,
    answerable: answerable.length,
    hit1: share(answerable, ({ rank }) => (rank === 1 ? 1 : 0)),
    hit3: share(answerable, ({ rank }) => (rank !== undefined && rank <= 3 ? 1 : 0)),
    mrr: share(answerable, ({ rank }) => (rank === undefined ? 0 : 1 / rank)),
    whole3: share(answerable, ({ whole }) => (whole ? 1 : 0)),
    wronglyTold: answerable.filter(({ toldMiss }) => toldMiss).length,
    misses: misses.length,
    missesTold: misses.filter(({ toldMiss }) => toldMiss).length,
    bytes: { reply: mean('reply'), pages: mean('pages'), hunt: mean('hunt'), index: mean('index') },
    ofPages: against('pages'),
    ofHunt: against('hunt'),
    ofIndex: against('index'),
  };
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)];

/** One row for each half and arm: over all sets, over each set, and over each kind of question. */
export function rows(outcomes: readonly Outcome[]): Row[] {
  const result: Row[] = [];
  const sets = distinct(outcomes.map(({ set }) => set));
  const arms = distinct(outcomes.map(({ arm }) => arm));
  for (const half of distinct(outcomes.map((outcome) => outcome.half))) {
    const add = (set: string, kind: string): void => {
      for (const arm of arms) {
        const members = outcomes.filter(
          (outcome) =>
            outcome.half === half &&
            outcome.arm === arm &&
            (set === 'all' || outcome.set === set) &&
            (kind === 'all' || outcome.kind === kind),
        );
        if (members.length > 0) result.push(summarise({ half, set, kind, arm }, members));
      }
    };
    add('all', 'all');
    if (sets.length > 1) for (const set of sets) add(set, 'all');
    for (const kind of KINDS) add('all', kind);
  }
  return result;
}

/** Questions that an arm lost: no answer first, none whole among the first three, or a miss not told. */
export function losses(outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.filter((outcome) =>
    outcome.kind === 'miss' ? !outcome.toldMiss : outcome.rank !== 1 || !outcome.whole,
  );
}
