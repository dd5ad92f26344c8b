import { checkIndex } from './check-index.ts';
import { checkPages } from './check-pages.ts';
import { type Finding, renderFindings, sortFindings } from './findings.ts';
import type { FeatureMap } from './types.ts';

export interface CheckResult {
  /** Whether index and pages agree: no drift. Advice does not count. */
  clean: boolean;
  findings: Finding[];
  /** The findings for a reader. */
  text: string;
}

/**
 * Compares the index of a map with its pages and looks at how the pages are built. Reads no file.
 *
 * @param maxSectionBytes size from which a section is too big to be handed out whole
 */
export function checkMap(map: FeatureMap, { maxSectionBytes }: { maxSectionBytes: number }): CheckResult {
  const findings = sortFindings([...checkIndex(map), ...checkPages(map, maxSectionBytes)]);
  return {
    clean: findings.every(({ severity }) => severity !== 'drift'),
    findings,
    text: renderFindings(findings, map.pages.length, map.table?.rows.length ?? 0),
  };
}
