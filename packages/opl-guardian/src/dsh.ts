import type { Context } from '@deepseek-ai/cordis';
import type { GenerateOptions, Message } from '@deepseek-ai/dsh-llm';
import type { Session } from '@deepseek-ai/dsh-session';
import { receivedBlock } from './dsh/block.ts';
import { healMessages } from './dsh/history.ts';
import { isLoopRequest, withMessages } from './dsh/request.ts';
import type { ResponseIncident } from './dsh/settle.ts';
import { guardStream } from './dsh/stream.ts';
import { writeEvidence } from './evidence.ts';
import { HistoryReports } from './history-reports.ts';
import { buildIncidentRecord, type IncidentSession, type RecordedToolCall } from './incident-record.ts';
import { type EvidenceOutcome, faultWarning, incidentWarning } from './notes.ts';

export const name = 'opl-guardian';
export const inject = ['llm', 'sessions'];

/** A request of an agent loop; `session` is missing when the host does not know it any more. */
interface LoopRequest {
  options: GenerateOptions;
  session: Session | undefined;
}

/**
 * The DSH plugin: malformed tool calls are taken out of each response of an agent's model before the host stores
 * or runs them, and stored ones are made harmless in each request. Loading it is its whole interface; it goes
 * when the host disposes `ctx`.
 */
export function apply(ctx: Context): void {
  const requests = new WeakMap<GenerateOptions, LoopRequest>();
  const copies = new WeakSet<GenerateOptions>();
  const history = new HistoryReports();

  // In front of all listeners, so that nothing that another one yields passes unseen.
  ctx.on(
    'llm/stream',
    (options, next) => {
      const request = copies.has(options) ? undefined : loopRequest(options);
      if (request === undefined) return next();
      requests.set(options, request);
      return guardStream(next(), {
        isAborted: () => options.signal?.aborted === true,
        record: (incident) => record(request, incident),
        fault: (error) => warn(() => faultWarning(error)),
      });
    },
    { prepend: true },
  );

  // Behind the listeners that were there before: they see the request that the loop made, and then its copy.
  ctx.on('llm/stream', (options, next) => {
    const request = requests.get(options);
    const copy = request && healed(request);
    if (copy === undefined) return next();
    copies.add(copy);
    return ctx.llm.stream(copy);
  });

  function loopRequest(options: GenerateOptions): LoopRequest | undefined {
    try {
      const session = options.sessionId === undefined ? undefined : ctx.sessions.get(options.sessionId);
      return isLoopRequest(options, session) ? { options, session } : undefined;
    } catch (error) {
      warn(() => faultWarning(error));
      return undefined;
    }
  }

  function healed(request: LoopRequest): GenerateOptions | undefined {
    const { options, session } = request;
    try {
      const result = healMessages(options.messages, timesIn(session));
      if (result === undefined) return undefined;
      warn(() => {
        const turns = result.healed.map(({ message, calls }) => ({ message, calls: calls.map(asReceived) }));
        return history.report({ ...result, healed: turns }, sessionOf(request), true);
      });
      return withMessages(options, result.messages);
    } catch (error) {
      warn(() => faultWarning(error));
      return undefined;
    }
  }

  function record(request: LoopRequest, { message, removed, kept }: ResponseIncident): EvidenceOutcome {
    const { provider, model } = request.options;
    const evidence = writeEvidence(() =>
      buildIncidentRecord({ ...message, provider, model }, sessionOf(request), removed.map(asReceived)),
    );
    warn(() => incidentWarning(removed.length, kept, evidence));
    return evidence;
  }

  /** Telling somebody must never become a fault of its own: what was guarded or healed stays so. */
  function warn(text: () => string | undefined): void {
    try {
      const message = text();
      if (message !== undefined) ctx.logger.warn('%s', message);
    } catch {
      // The host is going down; the evidence and the note in the message remain.
    }
  }
}

function sessionOf({ options, session }: LoopRequest): IncidentSession {
  return { sessionId: String(options.sessionId), cwd: session?.header.cwd };
}

function asReceived<C extends RecordedToolCall>(call: C): C {
  return { ...call, toolCall: receivedBlock(call.toolCall) };
}

/** When the assistant messages of a session's log were made; the log is read when the first one is asked for. */
function timesIn(session: Session | undefined): (message: Message) => number | undefined {
  let times: Map<Message, number> | undefined;
  return (message) => {
    times ??= new Map(
      session?.events.flatMap((event) =>
        event.type === 'assistant/message' ? [[event.data.message, event.time] as const] : [],
      ),
    );
    return times.get(message);
  };
}
