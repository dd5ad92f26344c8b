import type { JsonObject } from '../json-object.ts';
import type { MessageLike } from '../message.ts';
import type { TargetApi } from './target.ts';

/** What a host does with a history before it is sent. */
export interface HostHabits {
  /** It answers calls that have no result itself. */
  answersOpenCalls: boolean;
  /** It makes ids legal for the target itself. */
  makesIdsLegal: boolean;
  /** It takes half surrogate pairs out of texts and results itself; arguments and names are never included. */
  cleansTexts: boolean;
  /** Whether a message without anything to say reaches the target. */
  sendsEmpty(role: 'user' | 'assistant' | 'toolResult', target: TargetApi | undefined): boolean;
  /** Whether a turn that stopped for a tool call and holds none is sent as such: with an empty list of calls. */
  sendsCallLists: boolean;
}

/** A host's habits, and how it writes messages. */
export interface HostFacts<M> extends HostHabits {
  /** Makes a message of the user, for a place that is named by the message in front of it. */
  userLine(text: string, behind: M): M;
  /** Makes an error result for a call; `behind` is the message in front of it. */
  errorResult(call: { id: string; name: string }, text: string, behind: M): M;
}

/** Pi: `transform-messages.js` and the converters beside it in pi-ai. */
export const PI_FACTS: HostFacts<MessageLike> = {
  answersOpenCalls: true,
  makesIdsLegal: true,
  cleansTexts: true,
  sendsEmpty: (role, target) => role === 'user' && target === 'google',
  sendsCallLists: false,
  userLine: (text, { timestamp }) => message({ role: 'user', content: [{ type: 'text', text }], timestamp }),
  errorResult: ({ id, name }, text, { timestamp }) =>
    message({
      role: 'toolResult',
      toolCallId: id,
      toolName: name,
      content: [{ type: 'text', text }],
      isError: true,
      timestamp,
    }),
};

function message(fields: MessageLike & JsonObject): MessageLike {
  return fields;
}
