import type { Branch, Remark, StoredSession } from '../../formats/format.ts';
import type { RuleId } from '../../history/rules.ts';
import type { TargetApi } from '../../history/target.ts';
import { judgeBranch, type TargetChoice, targetsOf } from './target.ts';

/** `blocked`: the next request from the session's active end would be refused. `repairable`: what was found is not in its way. */
type SessionStatus = 'healthy' | 'repairable' | 'blocked';

/** What a session's file holds that a provider refuses, with the place of each. */
export interface Judgement {
  readonly status: SessionStatus;
  /** What the active end was judged for. */
  readonly target: TargetApi | 'any' | 'unknown';
  readonly findings: readonly PlacedFinding[];
  readonly remarks: readonly Remark[];
}

export interface PlacedFinding {
  readonly rule: RuleId;
  /** Where in the file, for people. */
  readonly place: string;
  readonly what: string;
  readonly remedy: string;
  /** The APIs that refuse it; none where the API of the session is not known. */
  readonly apis: readonly TargetApi[];
  /** Whether it is in the way of the next request. */
  readonly active: boolean;
}

/**
 * Judges every end of a session; what several ends share is named once.
 *
 * @param targets the APIs for a branch, where they are not to follow from the choice
 */
export function judgeSession(
  session: StoredSession,
  choice: TargetChoice,
  targets = (branch: Branch) => targetsOf(branch, choice),
): Judgement {
  const found = new Map<string, PlacedFinding>();
  for (const branch of session.branches) {
    for (const finding of judgeBranch(branch, targets(branch)).findings) {
      const { rule, place, what, remedy, apis, contentIndex } = finding;
      const active = branch.isActive && stopsRequest(rule, branch);
      const key = JSON.stringify([rule, place, contentIndex, what]);
      const before = found.get(key);
      if (before === undefined || (active && !before.active)) {
        found.set(key, { rule, place, what, remedy, apis, active });
      }
    }
  }
  const findings = [...found.values()];
  return {
    status: statusOf(findings),
    target: targetName(session, choice),
    findings,
    remarks: session.remarks,
  };
}

/** How often each rule was met, the most frequent first. */
export function countByRule(findings: readonly { readonly rule: RuleId }[]): [RuleId, number][] {
  const counts = new Map<RuleId, number>();
  for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}

/** A stop reason is no part of a request, as long as no empty list of calls goes with it. */
function stopsRequest(rule: RuleId, { facts }: Branch): boolean {
  return rule !== 'stop-without-call' || facts.sendsCallLists;
}

function statusOf(findings: readonly PlacedFinding[]): SessionStatus {
  if (findings.length === 0) return 'healthy';
  return findings.some(({ active }) => active) ? 'blocked' : 'repairable';
}

function targetName(session: StoredSession, choice: TargetChoice): Judgement['target'] {
  if (choice === 'any') return 'any';
  const active = session.branches.find(({ isActive }) => isActive);
  return (active && targetsOf(active, choice)[0]) ?? (choice === 'last' ? 'unknown' : choice);
}
