import { type JsonLimits, jsonWithin, shorten } from './bounded-json.ts';
import type { RemovedToolCall } from './malformed.ts';
import { blocksOf, isToolCall, type MessageLike } from './message.ts';

/** Longest line of the evidence file in bytes, its newline included. */
export const MAX_RECORD_BYTES = 1024 * 1024;

export interface IncidentSession {
  sessionId: string;
  /** The project folder that the session runs in; without one the evidence cannot be written. */
  cwd: string | undefined;
}

/** `malformed_tool_call`: taken out of a new message. `stored_tool_call`: found in a session's history. */
export type IncidentKind = 'malformed_tool_call' | 'stored_tool_call';

/** `healed`: every call of the turn got a usable id for the request, and none was left out. */
export type IncidentAction = 'dropped_some' | 'dropped_all' | 'healed';

/** One tool call of a record: the block as it was received, and why it was taken out. */
export interface RecordedToolCall extends RemovedToolCall {
  /** For a stored call that kept its place: the id that it gets in requests. */
  mintedId?: string;
}

/** One line of the evidence file. It never holds prompts, assistant text, thinking or tool results. */
export interface IncidentRecord {
  /** When the message was made, ISO 8601; the present where the message does not say. */
  timestamp: string;
  kind: IncidentKind;
  sessionId: string;
  cwd: string | undefined;
  provider?: unknown;
  model?: unknown;
  api?: unknown;
  responseId?: unknown;
  action: IncidentAction;
  removedToolCalls: readonly RecordedToolCall[];
  /** Stored calls only: names the turn within its session, so that it is recorded once. */
  turn?: string;
  /** Stored calls only: whether there was a user interface to warn a person on. */
  notified?: boolean;
}

/**
 * Builds the evidence of one incident.
 *
 * @param message the assistant message as it was before the guard changed it
 * @param session whose message it is
 * @param removedToolCalls what was taken out, or healed, with the reason of each
 * @param kind where the message was met
 */
export function buildIncidentRecord(
  message: MessageLike & { provider?: unknown; model?: unknown; responseId?: unknown },
  session: IncidentSession,
  removedToolCalls: readonly RecordedToolCall[],
  kind: IncidentKind = 'malformed_tool_call',
): IncidentRecord {
  return {
    timestamp: toIsoTime(message.timestamp) ?? new Date().toISOString(),
    kind,
    sessionId: session.sessionId,
    cwd: session.cwd,
    provider: message.provider,
    model: message.model,
    api: message.api,
    ...(message.responseId === undefined ? {} : { responseId: message.responseId }),
    action: actionOf(message, removedToolCalls),
    removedToolCalls: removedToolCalls.map(({ contentIndex, reason, mintedId, toolCall }) => ({
      contentIndex,
      reason,
      ...(mintedId === undefined ? {} : { mintedId }),
      toolCall,
    })),
  };
}

/**
 * One line of JSON with its newline, at most {@link MAX_RECORD_BYTES}. Of a record that is larger, whatever is
 * long in its calls is cut and marked, and `truncated` says so; its other fields stay.
 */
export function incidentLine(record: IncidentRecord): string {
  const whole = jsonWithin(record, MAX_RECORD_BYTES - 1);
  if (whole !== undefined) return `${whole}\n`;
  for (const { calls, ...limits } of LIMITS) {
    const line = jsonWithin(shortRecord(record, calls, limits), MAX_RECORD_BYTES - 1);
    if (line !== undefined) return `${line}\n`;
  }
  return `${JSON.stringify(shortRecord(record, 0, HEADER))}\n`;
}

/** From generous to bare: how many calls are kept, and how much of each. */
const LIMITS: readonly (JsonLimits & { calls: number })[] = [
  { calls: 1000, text: 64 * 1024, entries: 1000, depth: 32 },
  { calls: 1000, text: 4096, entries: 100, depth: 16 },
  { calls: 100, text: 256, entries: 20, depth: 5 },
  { calls: 100, text: 64, entries: 8, depth: 3 },
];

/** Fields such as the model's name are short; a hostile provider could say otherwise. */
const HEADER: JsonLimits = { text: 1024, entries: 20, depth: 2 };

function shortRecord(record: IncidentRecord, calls: number, limits: JsonLimits): object {
  const { removedToolCalls, ...header } = record;
  const kept = removedToolCalls.slice(0, calls);
  return {
    ...(shorten(header, HEADER) as object),
    removedToolCalls: kept.map((call) => ({ ...call, toolCall: shorten(call.toolCall, limits) })),
    ...(kept.length < removedToolCalls.length
      ? { omittedToolCalls: removedToolCalls.length - kept.length }
      : {}),
    truncated: true,
  };
}

/** What happened to a turn of which these calls were taken out or healed. */
export function actionOf(message: MessageLike, removed: readonly RecordedToolCall[]): IncidentAction {
  const droppedCount = removed.filter((call) => call.mintedId === undefined).length;
  if (droppedCount === 0) return 'healed';
  return droppedCount === blocksOf(message).filter(isToolCall).length ? 'dropped_all' : 'dropped_some';
}

/** ISO time of a Unix time in milliseconds; `undefined` for anything that is none. */
export function toIsoTime(timestamp: unknown): string | undefined {
  if (typeof timestamp !== 'number') return undefined;
  const date = new Date(timestamp);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
