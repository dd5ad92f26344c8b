import { writeEvidence } from './evidence.ts';
import type { HealedHistory } from './history/heal-history.ts';
import type { RuleId } from './history/rules.ts';
import { readEvidence } from './incident-log.ts';
import {
  buildIncidentRecord,
  type IncidentRecord,
  type IncidentSession,
  type RecordedToolCall,
  toIsoTime,
} from './incident-record.ts';
import type { MessageLike } from './message.ts';
import { EVIDENCE_FILE, type EvidenceOutcome, historyWarning, legalHistoryWarning } from './notes.ts';
import { shortHash } from './short-hash.ts';

/** What is known of a session's stored calls, in this process and from the evidence of earlier ones. */
interface KnownHistory {
  recorded: Set<string>;
  /** Whether a person was warned of malformed calls. */
  isTold: boolean;
  /** The other rules that a person was told of; in this process, since nothing is recorded of them. */
  toldRules: Set<RuleId>;
}

/** Of blank ids and names the evidence tells; a stop reason is never sent. */
const TOLD_OTHERWISE: ReadonlySet<RuleId> = new Set(['blank-id', 'blank-name', 'stop-without-call']);

/** Sees to it that a stored call is recorded once per session, and that a person hears of it once per session. */
export class HistoryReports {
  readonly #known = new Map<string, KnownHistory>();

  /**
   * Called for each request that had to be healed.
   *
   * @param history what was healed
   * @param session whose history it is
   * @param hasUI whether there is somebody to warn
   * @returns the warning to show, the first time that there is one
   */
  report(
    { healed: turns, findings }: Pick<HealedHistory<MessageLike>, 'healed' | 'findings'>,
    session: IncidentSession,
    hasUI: boolean,
  ): string | undefined {
    if (findings.length === 0) return undefined;
    const known = this.#known.get(session.sessionId) ?? knownFromEvidence(session);
    this.#known.set(session.sessionId, known);
    let evidence: EvidenceOutcome = { written: true, file: EVIDENCE_FILE };
    const keys = new TurnKeys();
    for (const { message, calls } of turns) {
      const turn = keys.next(message, calls);
      if (known.recorded.has(turn)) continue;
      const outcome = writeEvidence(() => ({
        ...buildIncidentRecord(message, session, calls, 'stored_tool_call'),
        turn,
        notified: hasUI,
      }));
      if (outcome.written) known.recorded.add(turn);
      else evidence = outcome;
    }
    if (!hasUI) return undefined;
    const warnings: string[] = [];
    if (turns.length > 0 && !known.isTold) {
      known.isTold = true;
      const found = turns.reduce((sum, turn) => sum + turn.calls.length, 0);
      warnings.push(historyWarning(found, evidence));
    }
    const others = findings.filter(({ rule }) => !TOLD_OTHERWISE.has(rule) && !known.toldRules.has(rule));
    if (others.length > 0) {
      for (const { rule } of others) known.toldRules.add(rule);
      warnings.push(legalHistoryWarning(Map.groupBy(others, ({ rule }) => rule)));
    }
    return warnings.length === 0 ? undefined : warnings.join(' ');
  }
}

function knownFromEvidence(session: IncidentSession): KnownHistory {
  const known: KnownHistory = { recorded: new Set(), isTold: false, toldRules: new Set() };
  const records = session.cwd === undefined ? [] : readEvidence(session.cwd);
  for (const record of records as Partial<IncidentRecord>[]) {
    if (record.kind !== 'stored_tool_call' || record.sessionId !== session.sessionId) continue;
    if (typeof record.turn === 'string') known.recorded.add(record.turn);
    known.isTold ||= record.notified === true;
  }
  return known;
}

/** Names the stored turns of one session, the same at every request and in every process. */
class TurnKeys {
  readonly #seen = new Map<string, number>();

  /** Turns that look the same are numbered in their order. */
  next(message: MessageLike, calls: readonly RecordedToolCall[]): string {
    const parts = calls.map(({ contentIndex, reason, toolCall }) => [
      contentIndex,
      reason,
      named(toolCall.name),
    ]);
    const key = shortHash(JSON.stringify([toIsoTime(message.timestamp) ?? '', parts]));
    const count = (this.#seen.get(key) ?? 0) + 1;
    this.#seen.set(key, count);
    return count === 1 ? key : `${key}_${count}`;
  }
}

function named(name: unknown): string {
  return typeof name === 'string' ? name : typeof name;
}
