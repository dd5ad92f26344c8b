import type { JsonObject } from '../../json-object.ts';
import { blocksOf, isToolCall } from '../../message.ts';
import {
  argumentsText,
  blockFrom,
  blocksOfText,
  type Codec,
  callsOf,
  changedFields,
  contentLike,
  fieldsOf,
  isUntouched,
  type ListedBlock,
  type ListedMessage,
  type MessageFields,
  parsedArguments,
  SOURCE,
  sameOr,
  unitOf,
  withFields,
} from './core.ts';

/** What an assistant message may say outside of its content and its calls. */
const OTHER_FIELDS: readonly unknown[] = ['refusal', 'audio', 'function_call'];

/** The messages of OpenAI's chat completions (API reference, Create chat completion). */
export const completionsCodec: Codec = {
  read: (items, at) => unitOf([items[at]], completionsCodec, [readMessage(fieldsOf(items[at]))]),
  write({ items: [from] }, parts) {
    return parts.map((part) => ({ item: writeMessage(fieldsOf(from), part), from }));
  },
  userLine: (text) => ({ role: 'user', content: text }),
  errorResult: ({ id }, text) => ({ role: 'tool', tool_call_id: id, content: text }),
};

function readMessage(item: JsonObject): MessageFields {
  const { role, content } = item;
  switch (role) {
    case 'assistant':
      return readTurn(item);
    case 'tool':
      return {
        role: 'toolResult',
        toolCallId: item.tool_call_id,
        toolName: item.name,
        content: saysNothing(content) ? undefined : blocksOfText(content),
        isError: false,
      };
    case 'user':
      return { role, content };
    default:
      return { role: 'system', content };
  }
}

/** An answer may be an empty text, but not missing and no empty list. */
function saysNothing(content: unknown): boolean {
  return content === undefined || content === null || (Array.isArray(content) && content.length === 0);
}

function readTurn(item: JsonObject): MessageFields {
  const { tool_calls: calls } = item;
  const others = OTHER_FIELDS.filter((key) => item[String(key)]).map((type) => blockFrom({ type }, item));
  return {
    role: 'assistant',
    api: 'openai-completions',
    content: [...blocksOfText(item.content), ...others, ...(Array.isArray(calls) ? calls.map(readCall) : [])],
    ...(Array.isArray(calls) && calls.length === 0 ? { stopReason: 'toolUse' } : {}),
  };
}

function readCall(host: unknown): ListedBlock {
  const call = fieldsOf(host);
  const { name, input } = fieldsOf(call.custom);
  if (call.type === 'custom') {
    return blockFrom({ type: 'toolCall', id: call.id, name, arguments: { input } }, host);
  }
  const fn = fieldsOf(call.function);
  const args = parsedArguments(fn.arguments);
  return blockFrom({ type: 'toolCall', id: call.id, name: fn.name, arguments: args }, host);
}

function writeMessage(item: JsonObject, part: ListedMessage): JsonObject {
  if (part.role === 'assistant') return writeTurn(item, part);
  if (part.role !== 'toolResult') return withFields(item, { content: part.content });
  return withFields(item, {
    tool_call_id: part.toolCallId,
    ...('name' in item ? { name: part.toolName } : {}),
    content: contentLike(item.content, blocksOf(part)),
  });
}

function writeTurn(item: JsonObject, turn: ListedMessage): JsonObject {
  const calls = callsOf(turn).map(writeCall);
  const said = blocksOf(turn).filter((block) => !isToolCall(block) && !isOtherField(block));
  const content = contentLike(item.content, said);
  const isNothing =
    (content === '' && item.content !== '') || (Array.isArray(content) && content.length === 0);
  const next: JsonObject = { ...item };
  // Beside calls nothing has to be said, and an empty list is refused.
  if (content !== undefined) next.content = isNothing && calls.length > 0 ? null : content;
  if (calls.length > 0) next.tool_calls = sameOr(item.tool_calls, calls);
  else delete next.tool_calls;
  return next;
}

function isOtherField(block: unknown): boolean {
  return isUntouched(block) && OTHER_FIELDS.includes(fieldsOf(block).type);
}

function writeCall(call: ListedBlock): unknown {
  const host = fieldsOf(call[SOURCE]?.host);
  if (isUntouched(call)) return call[SOURCE]?.host;
  const { arguments: args, ...name } = changedFields(call, { name: 'name', arguments: 'arguments' });
  const next = { ...host, id: call.id, type: host.type ?? 'function' };
  if (host.type === 'custom') {
    const input = args === undefined ? {} : { input: fieldsOf(args).input };
    return { ...next, custom: { ...fieldsOf(host.custom), ...name, ...input } };
  }
  const text = args === undefined ? {} : { arguments: argumentsText(args) };
  return { ...next, function: { ...fieldsOf(host.function), ...name, ...text } };
}
