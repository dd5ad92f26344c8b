import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openMap } from '../../packages/feature-map/src/map/reader.ts';
import { ARMS } from './arms.ts';
import { huntBytes } from './host-tools.ts';
import { judge, type Outcome } from './outcome.ts';
import { type Half, loadQuestionSet, type QuestionSet, questionSetFiles, REPOSITORY } from './questions.ts';
import { lossList, table } from './report.ts';
import { readSourceTree } from './source-tree.ts';
import { losses, type Row, rows } from './summary.ts';

export interface RetrievalOptions {
  /** Which halves of the questions are asked. */
  halves: readonly Half[];
  /** Paths of question sets; default all beside this file. */
  sets?: readonly string[];
}

export interface RetrievalResult {
  sets: { name: string; pages: number; questions: number }[];
  rows: Row[];
  losses: Outcome[];
}

function ask(set: QuestionSet, halves: readonly Half[]): { pages: number; outcomes: Outcome[] } {
  const root = join(REPOSITORY, set.map);
  const map = openMap(root).load();
  const tree = readSourceTree(root, set.skip);
  const questions = set.questions.filter((question) => halves.includes(question.half));
  const hunts = new Map(questions.map(({ id, question }) => [id, huntBytes(tree, question)]));
  const outcomes = Object.entries(ARMS).flatMap(([arm, open]) => {
    const answer = open(map);
    return questions.map((question) =>
      judge(map, set.name, arm, question, answer(question.question), hunts.get(question.id) ?? 0),
    );
  });
  return { pages: map.pages.length, outcomes };
}

/**
 * Asks every question of the chosen halves of every arm.
 * @throws {Error} when a set is malformed or names a page, section or part that its map does not have
 */
export function runRetrieval(options: RetrievalOptions): RetrievalResult {
  const sets = (options.sets ?? questionSetFiles()).map(loadQuestionSet);
  const asked = sets.map((set) => ({ set, ...ask(set, options.halves) }));
  const outcomes = asked.flatMap((entry) => entry.outcomes);
  return {
    sets: asked.map(({ set, pages, outcomes: own }) => ({
      name: set.name,
      pages,
      questions: new Set(own.map(({ id }) => id)).size,
    })),
    rows: rows(outcomes),
    losses: losses(outcomes),
  };
}

function isHalf(value: string): value is Half {
  return value === 'dev' || value === 'heldout';
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { half: { type: 'string', multiple: true, default: ['dev'] }, json: { type: 'string' } },
  });
  const halves = values.half.filter(isHalf);
  if (halves.length !== values.half.length) throw new Error('--half is dev or heldout');
  const result = runRetrieval({ halves });
  console.log(`${table(result.rows)}\n\nLosses:\n${lossList(result.losses)}`);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(result, undefined, 2)}\n`);
}
