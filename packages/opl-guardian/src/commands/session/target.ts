import type { Branch } from '../../formats/format.ts';
import type { Finding } from '../../history/finding.ts';
import { type HealedHistory, healHistory } from '../../history/heal-history.ts';
import { TARGET_APIS, type TargetApi } from '../../history/target.ts';
import type { MessageLike } from '../../message.ts';
import { UsageError } from '../cannot-run.ts';
import { quote } from '../visible-text.ts';

/** An API; all of them; or, for each branch, the one that its last assistant message was made with. */
export type TargetChoice = TargetApi | 'any' | 'last';

/** The option `--target` of the commands that judge a history. */
export const TARGET_OPTION = {
  kind: 'value',
  value: 'api',
  about: `${TARGET_APIS.join(', ')},\nor any: what at least one of them refuses;\ndefault: the API of the session's last assistant message`,
} as const;

/** @throws {UsageError} for a name that is no target */
export function targetChoice(given: string | undefined): TargetChoice {
  if (given === undefined) return 'last';
  const choice = [...TARGET_APIS, 'any' as const].find((name) => name === given);
  if (choice === undefined) {
    throw new UsageError(
      `--target takes an API, and ${quote(given)} is none; there are ${TARGET_APIS.join(', ')}, any`,
    );
  }
  return choice;
}

export interface BranchFinding extends Finding<MessageLike> {
  /** Where in the file, for people. */
  readonly place: string;
  /** The APIs that refuse it; none where the API of the session is not known. */
  readonly apis: readonly TargetApi[];
}

export interface JudgedBranch extends HealedHistory<MessageLike> {
  readonly findings: readonly BranchFinding[];
}

/** The APIs that a branch is judged for; `undefined` stands for one whose rules are not known. */
export function targetsOf(branch: Branch, choice: TargetChoice): readonly (TargetApi | undefined)[] {
  if (choice === 'any') return TARGET_APIS;
  return [choice === 'last' ? branch.lastApi : choice];
}

/**
 * Heals a branch for one or more APIs. The history becomes one that all of them take, and each finding is named once,
 * with the APIs that refuse it.
 */
export function judgeBranch(branch: Branch, targets: readonly (TargetApi | undefined)[]): JudgedBranch {
  const { facts } = branch;
  const found = new Map<string, BranchFinding>();
  let { messages } = branch;
  const healed: JudgedBranch['healed'][number][] = [];
  for (const target of targets) {
    const own = healHistory(branch.messages, { target, facts });
    for (const finding of own.findings) {
      addFinding(found, { ...finding, place: branch.placeOf(finding.message) }, target);
    }
    healed.push(...own.healed);
    messages =
      messages === branch.messages ? own.messages : healHistory(messages, { target, facts }).messages;
  }
  const findings = [...found.values()].sort((one, other) => one.at - other.at);
  return { messages, findings, healed };
}

function addFinding(
  found: Map<string, BranchFinding>,
  finding: Omit<BranchFinding, 'apis'>,
  target: TargetApi | undefined,
): void {
  const { rule, at, contentIndex, what } = finding;
  const key = JSON.stringify([rule, at, contentIndex, what]);
  const before = found.get(key);
  const apis = [...new Set([...(before?.apis ?? []), ...(target === undefined ? [] : [target])])];
  found.set(key, { ...(before ?? finding), apis });
}

/** What a session was judged for, as a person reads it. */
export function targetText(target: TargetApi | 'any' | 'unknown'): string {
  if (target === 'any') return 'any API';
  return target === 'unknown' ? 'unknown API' : target;
}

/** What {@link targetText} means where the session does not say its API. */
export const UNKNOWN_TARGET =
  'unknown API: the session was not made with one whose rules are known, so only what every API refuses counts';

/** The APIs of a finding as a person reads them. */
export function apisText(apis: readonly TargetApi[]): string {
  return apis.length === TARGET_APIS.length ? 'every API' : apis.join(', ');
}
