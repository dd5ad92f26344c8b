import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export type Half = 'dev' | 'heldout';

export const KINDS = ['identifier', 'topic', 'paraphrase', 'orientation', 'miss'] as const;
export type Kind = (typeof KINDS)[number];

/** A place in a map that answers a question in full: a `##` section, or one `###` part of it. */
export interface Answer {
  /** Path relative to `docs/features`. */
  page: string;
  /** The section's name, with ` 2` behind the second of one name. */
  section: string;
  /** The part's name, where one part is the whole answer. */
  sub?: string;
}

export interface Question {
  id: string;
  half: Half;
  kind: Kind;
  /** What an agent passes as `topic`. */
  question: string;
  /** Any of them answers in full; empty exactly for a question that the map cannot answer. */
  answers: Answer[];
}

export interface QuestionSet {
  /** `lendery` for `questions-lendery.json`. */
  name: string;
  /** Root of the mapped project, relative to the repository's. */
  map: string;
  /** Paths below that root which are no source, e.g. the map itself. */
  skip: string[];
  questions: Question[];
}

export class QuestionSetError extends Error {}

const HERE = import.meta.dirname;
export const REPOSITORY = join(HERE, '..', '..');

/** Paths of all question sets beside this file, sorted. */
export function questionSetFiles(): string[] {
  return readdirSync(HERE)
    .filter((name) => /^questions-.+\.json$/.test(name))
    .sort()
    .map((name) => join(HERE, name));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isAnswer(value: unknown): value is Answer {
  return (
    isRecord(value) &&
    typeof value.page === 'string' &&
    typeof value.section === 'string' &&
    (value.sub === undefined || typeof value.sub === 'string')
  );
}

function problem(value: unknown): string | undefined {
  if (!isRecord(value)) return 'is not an object';
  if (typeof value.id !== 'string' || value.id === '') return 'needs an id';
  if (value.half !== 'dev' && value.half !== 'heldout') return 'needs half "dev" or "heldout"';
  if (!KINDS.some((kind) => kind === value.kind)) return `needs a kind of ${KINDS.join(', ')}`;
  if (typeof value.question !== 'string' || value.question.trim() === '') return 'needs a question';
  if (!Array.isArray(value.answers) || !value.answers.every(isAnswer))
    return 'needs answers of page and section';
  if ((value.kind === 'miss') !== (value.answers.length === 0)) return 'has answers exactly if it is no miss';
  return undefined;
}

/**
 * Reads one set of questions.
 * @param file - path of a `questions-<project>.json`
 * @throws {QuestionSetError} that names the file, the entry and what is wrong with it
 */
export function loadQuestionSet(file: string): QuestionSet {
  const raw: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isRecord(raw) || typeof raw.map !== 'string' || !Array.isArray(raw.questions)) {
    throw new QuestionSetError(`${file}: wants { map, skip, questions }`);
  }
  const seen = new Set<string>();
  for (const [index, entry] of raw.questions.entries()) {
    const id = isRecord(entry) ? String(entry.id) : '';
    const wrong = problem(entry) ?? (seen.has(id) ? 'has the id of another one' : undefined);
    if (wrong !== undefined) throw new QuestionSetError(`${file}: question ${index} (${id}) ${wrong}`);
    seen.add(id);
  }
  const skip = Array.isArray(raw.skip) ? raw.skip.filter((path) => typeof path === 'string') : [];
  return {
    name: basename(file).replace(/^questions-(.+)\.json$/, '$1'),
    map: raw.map,
    skip,
    questions: raw.questions as Question[],
  };
}
