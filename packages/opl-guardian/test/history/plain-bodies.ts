import { isGoogleFamily, isResponsesFamily } from '../../src/api-family.ts';
import { type TargetApi, targetOf } from '../../src/history/target.ts';
import { isUsers } from '../../src/history/turns.ts';
import { isSkippedOnReplay } from '../../src/message.ts';
import type { Message } from './nasty-history.ts';

type Block = Record<string, unknown>;

/** Request bodies that hold a history as it is: ids, names, texts and arguments are not touched, and nothing is added. */
export const plainBody: Record<TargetApi, (messages: readonly Message[]) => unknown> = {
  'openai-completions': (messages) => ({ messages: messages.filter(isSent).map(completionsMessage) }),
  'openai-responses': (messages) => ({ input: messages.filter(isSent).flatMap(responsesItems) }),
  anthropic: (messages) => ({ messages: messages.filter(isSent).map(anthropicMessage) }),
  google: (messages) => ({ contents: messages.filter(isSent).map(googleContent) }),
};

/** A history as a plain list of one API can hold it: thinking is never that of another API. */
export function withoutForeignThinking(
  messages: readonly Message[],
  target: TargetApi | undefined,
): Message[] {
  return messages.map((message) =>
    message.role !== 'assistant' || targetOf(message.api) === target
      ? message
      : { ...message, content: blocks(message).filter(({ type }) => type !== 'thinking') },
  );
}

const isSent = (message: Message) =>
  message.role === 'system' ||
  message.role === 'toolResult' ||
  isUsers(message) ||
  (message.role === 'assistant' && !isSkippedOnReplay(message));

const blocks = ({ content }: Message): Block[] => {
  if (Array.isArray(content)) return content;
  return typeof content === 'string' ? [{ type: 'text', text: content }] : [];
};
const textOf = (message: Message) =>
  blocks(message)
    .filter(({ type }) => type === 'text')
    .map(({ text }) => text)
    .join('');

/** What stands in a message of the user; shell commands and summaries have a text of their own. */
const usersContent = ({ role, content }: Message): unknown =>
  role === 'user' || role === 'custom' ? content : 'what a person did';

function completionsMessage(message: Message): unknown {
  const { role, toolCallId } = message;
  if (role === 'system') return { role, content: message.content };
  if (role === 'toolResult') return { role: 'tool', tool_call_id: toolCallId, content: textOf(message) };
  if (role !== 'assistant') return { role: 'user', content: usersContent(message) };
  const calls = blocks(message).filter(({ type }) => type === 'toolCall');
  return {
    role,
    content: textOf(message) || null,
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map(({ id, name, arguments: args }) => ({
            id,
            type: 'function',
            function: { name, arguments: args === undefined ? undefined : JSON.stringify(args) },
          })),
        }),
  };
}

function responsesItems(message: Message): unknown[] {
  const { role, toolCallId, api } = message;
  if (role === 'system') return [{ role, content: message.content }];
  if (role === 'toolResult')
    return [{ type: 'function_call_output', call_id: part(toolCallId, 0), output: textOf(message) }];
  if (role !== 'assistant') {
    const content = usersContent(message);
    const parts = Array.isArray(content)
      ? content.map(({ text }) => ({ type: 'input_text', text }))
      : content;
    return [{ role: 'user', content: parts }];
  }
  const isOwn = isResponsesFamily(api);
  return blocks(message).flatMap((block): unknown[] => {
    const { type, text, textSignature, id, name, thinkingSignature } = block;
    if (type === 'thinking') return isOwn ? [JSON.parse(String(thinkingSignature))] : [];
    if (type === 'text') {
      const content = [{ type: 'output_text', text }];
      return [{ type: 'message', role, content, ...(isOwn && textSignature ? { id: textSignature } : {}) }];
    }
    const item = part(id, 1);
    return [
      {
        type: 'function_call',
        call_id: part(id, 0),
        name,
        arguments: block.arguments === undefined ? undefined : JSON.stringify(block.arguments),
        ...(isOwn && item !== undefined ? { id: item } : {}),
      },
    ];
  });
}

function part(id: unknown, at: number): unknown {
  return typeof id === 'string' ? id.split('|')[at] : at === 0 ? id : undefined;
}

function anthropicMessage(message: Message): unknown {
  const { role, toolCallId, isError, api } = message;
  if (role === 'system') return { role, content: message.content };
  if (role === 'toolResult') {
    return {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: toolCallId, content: message.content, is_error: isError },
      ],
    };
  }
  if (role !== 'assistant') return { role: 'user', content: usersContent(message) };
  return {
    role,
    content: blocks(message).flatMap((block): object[] => {
      const { type, text, id, name, thinking, thinkingSignature } = block;
      if (type === 'text') return [{ type, text }];
      if (type === 'toolCall') return [{ type: 'tool_use', id, name, input: block.arguments }];
      return api === 'anthropic-messages' ? [{ type, thinking, signature: thinkingSignature }] : [];
    }),
  };
}

function googleContent(message: Message): unknown {
  const { role, toolCallId, toolName, api } = message;
  if (role === 'toolResult') {
    const functionResponse = { id: toolCallId, name: toolName, response: { output: textOf(message) } };
    return { role: 'user', parts: [{ functionResponse }] };
  }
  if (role !== 'assistant') {
    const content = role === 'system' ? message.content : usersContent(message);
    return { role: 'user', parts: blocks({ content }).map(({ text }) => ({ text })) };
  }
  const isOwn = isGoogleFamily(api);
  const parts = blocks(message).flatMap((block): object[] => {
    const { type, text, id, name, thinking, thinkingSignature } = block;
    const signature = block.thoughtSignature ?? thinkingSignature;
    const signed = isOwn && signature !== undefined ? { thoughtSignature: signature } : {};
    if (type === 'text') return [{ text }];
    if (type === 'toolCall') return [{ functionCall: { id, name, args: block.arguments }, ...signed }];
    return isOwn ? [{ thought: true, text: thinking, ...signed }] : [];
  });
  return { role: 'model', parts };
}
