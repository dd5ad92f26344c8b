import type { Message } from '@deepseek-ai/dsh-llm';
import { isObjectOrList, type JsonObject } from '../../json-object.ts';
import { type StoredEvent, storedMessage, withMessage } from './events.ts';

/** What becomes of an event; `seq` and `time` stay. */
export type EventEdit = (event: StoredEvent) => StoredEvent;

/**
 * The type of an event whose message left the context. The host takes events that it does not know when they are
 * marked as ignorable (`assertEventsSupported` in `dsh-session-persistence`), and makes no message of them.
 */
export const LEFT_OUT = 'opl-guardian/left-out';

/**
 * Takes the message of an event out of the context. An answer keeps its event, since one without content is not
 * sent; anything else becomes an event of {@link LEFT_OUT} that holds what it was.
 */
export const leaveOut: EventEdit = (event) => {
  const { seq, time, ...rest } = event;
  if (event.type !== 'assistant/message') return { type: LEFT_OUT, seq, time, data: rest, ignorable: true };
  const message = storedMessage(event) as Message;
  const source = message.source as unknown as JsonObject;
  const { replayState, ...unsigned } = source;
  const hasBlocks = isObjectOrList(replayState) && replayState.blocks !== undefined;
  return withMessage(event, { ...message, content: [], source: hasBlocks ? unsigned : source });
};

/** Gives an event another message of its own kind. */
export function giveMessage(message: Message): EventEdit {
  return (event) => withMessage(event, message);
}

/** Puts what another event said into the place of an event. */
export function giveEvent(from: StoredEvent, message: Message): EventEdit {
  const { sourceEventSeqs: sources, ...rest } = withMessage(from, message);
  return ({ seq, time }) => {
    const earlier = Array.isArray(sources) ? sources.filter((source) => source < seq) : [];
    return { ...rest, seq, time, ...(earlier.length > 0 ? { sourceEventSeqs: earlier } : {}) };
  };
}

/** Puts a new message into the place of a tool result that left. */
export function giveNew(message: Message): EventEdit {
  return ({ seq, time, data }) => {
    if (message.source.kind !== 'tool') {
      return { type: 'user/message', seq, time, data: plain(message), surfaceOp: 'append' };
    }
    const { turn, step } = data;
    const error = { name: 'ToolOutcomeUnknownError', code: 'TOOL_OUTCOME_UNKNOWN' };
    return { type: 'tool/result', seq, time, data: { turn, step, message, error }, surfaceOp: 'append' };
  };
}

/** Gives a tool result that another one replaced the id that this one has: the host lets its text differ alone. */
export function giveCallId(callId: unknown): EventEdit {
  return (event) => {
    const message = storedMessage(event) as Message;
    const content = message.content.map((block) => ({ ...block, toolCallId: callId }));
    return withMessage(event, { ...message, content, source: { ...message.source, callId } });
  };
}

/** Gives the tool calls of an answer ids, in order. */
export function giveCallIds(ids: readonly unknown[]): EventEdit {
  return (event) => {
    const message = storedMessage(event) as Message;
    const rest = [...ids];
    const content = message.content.map((block) =>
      block.type === 'tool-call' ? { ...block, id: rest.shift() } : block,
    );
    return withMessage(event, { ...message, content });
  };
}

function plain(message: Message): StoredEvent['data'] {
  return message as unknown as StoredEvent['data'];
}
