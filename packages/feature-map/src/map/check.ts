import { checkStale } from '../stale/check-stale.ts';
import type { ProjectFacts } from '../stale/project-facts.ts';
import { checkIndex } from './check-index.ts';
import { checkPages } from './check-pages.ts';
import { type Finding, renderFindings, sortFindings } from './findings.ts';
import type { FeatureMap } from './types.ts';

export interface CheckOptions {
  /** Size from which a section is too big to be handed out whole. */
  maxSectionBytes: number;
  /** What is known of the project that the map describes; without it nothing is said of what pages name. */
  project?: ProjectFacts;
}

export interface CheckResult {
  /** Whether index, pages and project agree: no drift. Advice does not count. */
  clean: boolean;
  findings: Finding[];
  /** Findings on what pages name that an exemption took out; absent where no project was looked at. */
  exempted?: number;
  /** What could not be known of the project, as sentences; absent where no project was looked at. */
  notes?: string[];
  /** The findings for a reader. */
  text: string;
}

/**
 * Compares the index of a map with its pages, what the pages name with the project, and looks at how the pages are
 * built. Reads nothing itself: of the project it asks `project`.
 */
export function checkMap(map: FeatureMap, { maxSectionBytes, project }: CheckOptions): CheckResult {
  const stale = project && checkStale(map, project);
  const findings = sortFindings([
    ...checkIndex(map),
    ...checkPages(map, maxSectionBytes),
    ...(stale?.findings ?? []),
  ]);
  return {
    clean: findings.every(({ severity }) => severity !== 'drift'),
    findings,
    ...(stale && { exempted: stale.exempted, notes: stale.notes }),
    text: renderFindings(findings, map.pages.length, map.table?.rows.length ?? 0, stale),
  };
}
