import type { FeatureMap, Part } from '../../packages/feature-map/src/map/types.ts';
import type { Answer } from './questions.ts';

/** Names a section of a page. */
export interface Place {
  page: string;
  section: string;
}

export function samePlace(a: Place, b: Place): boolean {
  return a.page === b.page && a.section === b.section;
}

/**
 * The text of the section or part that an answer names, without blank lines at its end.
 * @throws {Error} that names the page, section or part which the map does not have
 */
export function answerText(map: FeatureMap, answer: Answer): string {
  const page = map.pages.find((candidate) => candidate.path === answer.page);
  if (page === undefined) throw new Error(`the map has no page ${answer.page}`);
  const section = page.sections.find((candidate) => candidate.name === answer.section);
  if (section === undefined) throw new Error(`${answer.page} has no section "${answer.section}"`);
  const part: Part | undefined =
    answer.sub === undefined ? section : section.parts.find((candidate) => candidate.name === answer.sub);
  if (part === undefined) throw new Error(`${answer.page}, "${answer.section}" has no part "${answer.sub}"`);
  return page.text.slice(part.start, part.end).trimEnd();
}
