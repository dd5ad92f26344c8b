import type { StoredChange } from '../../formats/format.ts';
import type { BranchFinding } from '../session/target.ts';

/** What a person is told of the reasons of one change. */
export interface ChangeFindings {
  /** Findings that are named at this change. */
  readonly told: readonly BranchFinding[];
  /** Places of the changes at which its other findings are named. */
  readonly from: readonly string[];
}

export const NO_FINDINGS: ChangeFindings = { told: [], from: [] };

/** A plan hands on the findings that it was made with, and those have places. */
function placed({ findings }: StoredChange): readonly BranchFinding[] {
  return findings as readonly BranchFinding[];
}

/**
 * Shares the findings among changes, so that each is named once: at the change of the place that it is about, or, where
 * nothing changes there, at the first change that it leads to.
 *
 * @returns what is told of each change, in their order
 */
export function findingsByPlace(changes: readonly StoredChange[]): ChangeFindings[] {
  const homes = new Map<string, number>();
  for (const [at, change] of changes.entries()) {
    const { place } = change;
    for (const finding of placed(change)) {
      const key = keyOf(finding);
      const home = homes.get(key);
      const isBetter = finding.place === place && changes[home ?? at]?.place !== place;
      if (home === undefined || isBetter) homes.set(key, at);
    }
  }
  return changes.map((change, at) => {
    const told = new Map<string, BranchFinding>();
    const from = new Set<string>();
    for (const finding of placed(change)) {
      const key = keyOf(finding);
      const home = homes.get(key) ?? at;
      if (home === at) told.set(key, finding);
      else from.add(changes[home]?.place ?? finding.place);
    }
    return { told: [...told.values()], from: [...from] };
  });
}

function keyOf({ rule, place, contentIndex, what, remedy }: BranchFinding): string {
  return JSON.stringify([rule, place, contentIndex, what, remedy]);
}
