import type { Violation } from '../types.ts';

/** One thing that an endpoint refuses. */
export interface WireRule {
  /** `<api>/<what is wrong>`. */
  readonly id: string;
  /** Where it was seen or is documented: `owner/repo/issues/n`, or the provider's reference by name. */
  readonly source: string;
  /** What a legal body holds. */
  readonly what: string;
}

/** Collects what is wrong; `Id` is the union of the ids in one rule table, so no other id can be reported. */
export type Report<Id extends string> = (rule: Id, path: string, message: string) => void;

/** Runs a check with a fresh report and gives what it reported, in order. */
export function collect<Id extends string>(check: (report: Report<Id>) => void): Violation[] {
  const violations: Violation[] = [];
  check((rule, path, message) => void violations.push({ rule, path, message }));
  return violations;
}
