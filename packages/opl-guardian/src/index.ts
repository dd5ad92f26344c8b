import { type AssistantMessage, appendAssistantMessageDiagnostic } from '@earendil-works/pi-ai';
import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';
import { writeEvidence } from './evidence.ts';
import { guardAssistantMessage } from './guardian.ts';
import { healHistory } from './history/heal-history.ts';
import { PI_FACTS } from './history/host-facts.ts';
import { targetOf } from './history/target.ts';
import { HistoryReports } from './history-reports.ts';
import { buildIncidentRecord, type IncidentSession } from './incident-record.ts';
import type { MessageLike } from './message.ts';
import { faultWarning, incidentWarning } from './notes.ts';
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
      warn(ctx, () => faultWarning(error));
      return undefined;
    }
  });

  pi.on('context_with_system', (event, ctx) => {
    try {
      const options = { target: targetOf(ctx.model?.api), facts: PI_FACTS };
      const healed = healHistory<MessageLike>(event.messages, options);
      if (healed.messages === event.messages) return undefined;
      warn(ctx, () => history.report(healed, sessionOf(ctx), ctx.hasUI));
      return { messages: [...healed.messages] as typeof event.messages };
    } catch (error) {
      warn(ctx, () => faultWarning(error));
      return undefined;
    }
  });
}

function guardNewMessage(message: AssistantMessage, ctx: ExtensionContext): AssistantMessage | undefined {
  const found = guardAssistantMessage(message);
  if (found === undefined) return undefined;
  const evidence = writeEvidence(() => buildIncidentRecord(message, sessionOf(ctx), found.removedToolCalls));
  const guarded = evidence.written ? found : (guardAssistantMessage(message, evidence) ?? found);
  appendAssistantMessageDiagnostic(guarded.message, {
    type: DIAGNOSTIC_TYPE,
    timestamp: Date.now(),
    details: { ...diagnosticDetails(message, guarded, evidence) },
  });
  if (message.stopReason !== 'aborted') {
    warn(ctx, () => incidentWarning(guarded.removedToolCalls.length, guarded.keptToolCalls, evidence));
  }
  return guarded.message;
}

function sessionOf(ctx: ExtensionContext): IncidentSession {
  return { sessionId: ctx.sessionManager.getSessionId(), cwd: ctx.cwd };
}

/** Telling somebody must never become a fault of its own: what was guarded or healed stays so. */
function warn(ctx: ExtensionContext, text: () => string | undefined): void {
  try {
    const message = text();
    if (message !== undefined && ctx.hasUI) ctx.ui.notify(message, 'warning');
  } catch {
    // The session is being torn down; the evidence and the note in the message remain.
  }
}
