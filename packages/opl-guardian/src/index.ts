import { type AssistantMessage, appendAssistantMessageDiagnostic } from '@earendil-works/pi-ai';
import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';
import { type GuardedMessage, guardAssistantMessage } from './guardian.ts';
import { appendEvidence, readEvidence } from './incident-log.ts';
import {
  buildIncidentRecord,
  type IncidentRecord,
  incidentLine,
  type RecordedToolCall,
  toIsoTime,
} from './incident-record.ts';
import type { MessageLike } from './message.ts';
import {
  describeError,
  EVIDENCE_FILE,
  type EvidenceOutcome,
  faultWarning,
  historyWarning,
  incidentWarning,
} from './notes.ts';
import { type HealedTurn, healHistory } from './replay.ts';
import { DIAGNOSTIC_TYPE, diagnosticDetails } from './stored-diagnostic.ts';

/**
 * The Pi extension: malformed tool calls are taken out of each new assistant message before Pi stores or runs
 * it, and stored ones are made harmless in each request. Loading it is its whole interface.
 */
export default function oplGuardian(pi: ExtensionAPI): void {
  const history = new HistoryReports();

  pi.on('message_end', (event, ctx) => {
    try {
      if (event.message.role !== 'assistant') return undefined;
      const guarded = guardNewMessage(event.message, ctx);
      return guarded && { message: guarded };
    } catch (error) {
      warn(ctx, faultWarning(error));
      return undefined;
    }
  });

  pi.on('context_with_system', (event, ctx) => {
    try {
      const { messages, healed } = healHistory(event.messages);
      if (messages === event.messages) return undefined;
      history.report(healed, ctx);
      return { messages: [...messages] };
    } catch (error) {
      warn(ctx, faultWarning(error));
      return undefined;
    }
  });
}

function guardNewMessage(message: AssistantMessage, ctx: ExtensionContext): AssistantMessage | undefined {
  let guarded: GuardedMessage<AssistantMessage> | undefined = guardAssistantMessage(message);
  if (guarded === undefined) return undefined;
  const evidence = writeEvidence(buildIncidentRecord(message, sessionOf(ctx), guarded.removedToolCalls));
  if (!evidence.written) guarded = guardAssistantMessage(message, evidence) ?? guarded;
  appendAssistantMessageDiagnostic(guarded.message, {
    type: DIAGNOSTIC_TYPE,
    timestamp: Date.now(),
    details: { ...diagnosticDetails(message, guarded, evidence) },
  });
  if (message.stopReason !== 'aborted') {
    warn(ctx, incidentWarning(guarded.removedToolCalls.length, guarded.keptToolCalls, evidence));
  }
  return guarded.message;
}

/** Remembers which stored calls were recorded, and which sessions a person has been told of. */
class HistoryReports {
  readonly #recorded = new Map<string, Set<string>>();

  /** Records each stored call once per session, over restarts too, and warns once per session. */
  report(turns: readonly HealedTurn<MessageLike>[], ctx: ExtensionContext): void {
    if (turns.length === 0) return;
    const session = sessionOf(ctx);
    const isFirst = !this.#recorded.has(session.sessionId);
    const recorded = this.#recorded.get(session.sessionId) ?? recordedCalls(session);
    this.#recorded.set(session.sessionId, recorded);
    let evidence: EvidenceOutcome = { written: true, file: EVIDENCE_FILE };
    let found = 0;
    for (const { message, calls } of turns) {
      found += calls.length;
      const key = callsKey(toIsoTime(message.timestamp), calls);
      if (recorded.has(key)) continue;
      recorded.add(key);
      const outcome = writeEvidence(buildIncidentRecord(message, session, calls, 'stored_tool_call'));
      if (!outcome.written) evidence = outcome;
    }
    if (isFirst) warn(ctx, historyWarning(found, evidence));
  }
}

/** What earlier runs of this session have recorded. */
function recordedCalls(session: { sessionId: string; cwd: string }): Set<string> {
  const keys = new Set<string>();
  for (const record of readEvidence(session.cwd) as Partial<IncidentRecord>[]) {
    if (record.kind !== 'stored_tool_call' || record.sessionId !== session.sessionId) continue;
    keys.add(callsKey(record.timestamp, record.removedToolCalls));
  }
  return keys;
}

/** Tells the stored turns of one session apart, in memory and in the evidence file alike. */
function callsKey(timestamp: string | undefined, calls: unknown): string {
  const list = Array.isArray(calls) ? (calls as RecordedToolCall[]) : [];
  return JSON.stringify([
    timestamp,
    list.map((call) => [call.contentIndex, call.reason, call.toolCall?.name]),
  ]);
}

function writeEvidence(record: IncidentRecord): EvidenceOutcome {
  try {
    appendEvidence(record.cwd, incidentLine(record));
    return { written: true, file: EVIDENCE_FILE };
  } catch (error) {
    return { written: false, why: describeError(error) };
  }
}

function sessionOf(ctx: ExtensionContext): { sessionId: string; cwd: string } {
  return { sessionId: ctx.sessionManager.getSessionId(), cwd: ctx.cwd };
}

/** A warning must never become a fault of its own. */
function warn(ctx: ExtensionContext, message: string): void {
  try {
    if (ctx.hasUI) ctx.ui.notify(message, 'warning');
  } catch {
    // The session is being torn down; the evidence and the note in the message remain.
  }
}
