import type { AgentSessionEvent } from '@earendil-works/pi-coding-agent';
import type { PiEvent, PiToolExecution } from './types.ts';

/**
 * The event as Pi's JSON stream would print it: a copy that later changes to the live message cannot reach,
 * and, for a streaming update, without the snapshot of the whole message.
 */
export function recordedEvent(event: AgentSessionEvent): PiEvent {
  if (event.type !== 'message_update') return clone(event);
  const { message, assistantMessageEvent } = event;
  const { partial, ...update } = { partial: undefined, ...assistantMessageEvent };
  const usage = message.role === 'assistant' ? message.usage : undefined;
  return clone({
    type: event.type,
    usage,
    assistantMessageEvent: { ...update, ...callStart(event) },
  }) as PiEvent;
}

type MessageUpdate = Extract<AgentSessionEvent, { type: 'message_update' }>;

/** Id and name of a call that starts; Pi's stream takes them from the snapshot that it leaves out. */
function callStart({ assistantMessageEvent: update }: MessageUpdate): object {
  if (update.type !== 'toolcall_start') return {};
  const block = update.partial.content[update.contentIndex];
  return block?.type === 'toolCall' ? { id: block.id, toolName: block.name } : {};
}

function clone<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}

/** What became of each tool call, in the order in which Pi finished them. */
export function toolExecutions(events: readonly PiEvent[]): PiToolExecution[] {
  const starts = events.filter((event) => event.type === 'tool_execution_start');
  return events.flatMap((event) => {
    if (event.type !== 'tool_execution_end') return [];
    const { toolCallId, toolName, isError } = event;
    const started = starts.findIndex(
      (start) => start.toolCallId === toolCallId && start.toolName === toolName,
    );
    const [start] = started < 0 ? [] : starts.splice(started, 1);
    return {
      toolCallId,
      toolName,
      args: start?.args,
      isError,
      ran: event.durationMs !== undefined,
      text: textOf(event.result?.content),
    };
  });
}

/** The completed assistant messages, in order. */
export function assistantMessages(events: readonly PiEvent[]) {
  return events.flatMap((event) =>
    event.type === 'message_end' && event.message.role === 'assistant' ? [event.message] : [],
  );
}

/** The text blocks of a message's content, joined; a plain string is itself. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((block: { type?: unknown; text?: unknown }) => (block?.type === 'text' ? String(block.text) : ''))
    .join('');
}
