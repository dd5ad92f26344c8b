import { MAP_FOLDER } from '../map/page-link.ts';
import type { FileResult } from './apply.ts';
import type { RegenPlan } from './plan.ts';

/** A plan and what became of it. */
export interface RegenOutcome extends Omit<RegenPlan, 'files'> {
  /** Real path of the project's root. */
  readonly root: string;
  /** Whether it was to be carried out. */
  readonly applied: boolean;
  readonly files: readonly FileResult[];
}

const UNPRINTABLE = /[\p{C}\u2028\u2029]/gu;

/** What a plan says, or what was written of it: what an author has to know at once comes first. */
export function outcomeText({ applied, files, dropped, left, fillIns }: RegenOutcome): string {
  const refused = files.filter(({ state }) => state === 'refused');
  const others = files.filter(({ state }) => state !== 'refused');
  return [
    headline(applied, files, others.length),
    ...refused.map(({ page, reason }) => `- ${printable(page)} ${reason}; it is left as it is`),
    ...list(
      `Rows ${applied ? 'taken' : 'to be taken'} out of the index, which lead to no page:`,
      dropped.map(({ line, row }) => `${line}: ${printable(row)}`),
    ),
    ...list(
      'Changes:',
      others.flatMap(({ page, changes }) =>
        changes.map((change) => `${printable(page)} ${printable(change)}`),
      ),
    ),
    ...list(
      'Left to the author:',
      left.map(({ page, line, message }) => `${printable(page)}:${line} ${message}`),
    ),
    ...list(
      'To be filled in:',
      fillIns.map(({ page, line, what }) => `${printable(page)}:${line} ${printable(what)}`),
    ),
  ].join('\n');
}

/** The new texts, one behind the other, each below a line that names its file. */
export function newTexts(files: readonly FileResult[]): string {
  return files.map(({ page, text }) => `=== ${MAP_FOLDER}/${printable(page)}\n${text}`).join('\n');
}

function headline(applied: boolean, files: readonly FileResult[], done: number): string {
  if (files.length === 0) return 'Nothing is to be changed.';
  if (applied) return `${done} of ${count(files.length)} written.`;
  return `${count(files.length)} to be changed; nothing is written yet. \`show\` gives the new texts, \`apply\` writes them.`;
}

function count(files: number): string {
  return files === 1 ? '1 file' : `${files} files`;
}

function list(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `- ${line}`)];
}

/** A name or row of a file may hold characters that would break a line or turn it around. */
function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
