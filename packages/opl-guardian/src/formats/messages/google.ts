import type { JsonObject } from '../../json-object.ts';
import { blocksOf, type MessageLike } from '../../message.ts';
import {
  blockFrom,
  type Codec,
  changedFields,
  fieldsOf,
  isUntouched,
  type ListedMessage,
  type MessageFields,
  PART,
  sameOr,
  sourceOf,
  unitOf,
  withFields,
} from './core.ts';
import { callIds, isOwnId, responseIds } from './google-ids.ts';

/** The contents of Google's Gemini API (API reference, Content). */
export const googleCodec: Codec = {
  joinsResults: 'results',
  read(items, at) {
    const { role, parts } = fieldsOf(items[at]);
    const list: readonly unknown[] = Array.isArray(parts) ? parts : [];
    const isTurn = role === 'model';
    const ids = isTurn ? callIds(items, at) : responseIds(items, at);
    const messages = isTurn ? [readTurn(list, ids)] : readMessages(list, ids);
    return unitOf([items[at]], googleCodec, messages);
  },
  write({ items: [from] }, messages) {
    const item = fieldsOf(from);
    return [{ item: withFields(item, { parts: sameOr(item.parts, messages.flatMap(writeMessage)) }), from }];
  },
  userLine: (text) => ({ role: 'user', parts: [{ text }] }),
  errorResult: ({ id, name }, text) => ({
    role: 'user',
    parts: [{ functionResponse: { ...(isOwnId(id) ? {} : { id }), name, response: { error: text } } }],
  }),
};

function readTurn(parts: readonly unknown[], ids: ReadonlyMap<number, unknown>): MessageFields {
  return {
    role: 'assistant',
    api: 'google-generative-ai',
    content: parts.map((part, index) => readPart(part, ids.get(index))),
  };
}

/** @param id of the call, where the part is one */
function readPart(host: unknown, id?: unknown): object {
  const part = fieldsOf(host);
  const { functionCall, thoughtSignature: signature } = part;
  if (functionCall !== undefined) {
    const { name, args = {} } = fieldsOf(functionCall);
    const signed = signature === undefined ? {} : { thoughtSignature: signature };
    return blockFrom({ type: 'toolCall', id, name, arguments: args, ...signed }, host);
  }
  if (part.thought === true) {
    return blockFrom({ type: 'thinking', thinking: part.text, thinkingSignature: signature }, host);
  }
  if (typeof part.text !== 'string') return blockFrom({ type: 'part' }, host);
  const signed = signature === undefined ? {} : { textSignature: signature };
  return blockFrom({ type: 'text', text: part.text, ...signed }, host);
}

/** Each response is a message of its own; so is each run of other parts. */
function readMessages(parts: readonly unknown[], ids: ReadonlyMap<number, unknown>): MessageFields[] {
  if (parts.length === 0) return [{ role: 'user', content: [] }];
  const messages: MessageFields[] = [];
  let run: unknown[] | undefined;
  for (const [index, host] of parts.entries()) {
    const { functionResponse } = fieldsOf(host);
    if (functionResponse !== undefined) {
      const { name, response } = fieldsOf(functionResponse);
      const isMissing = response === undefined || response === null;
      const content = isMissing ? undefined : [blockFrom({ type: 'functionResponse', response }, host)];
      const result = {
        role: 'toolResult',
        toolCallId: ids.get(index),
        toolName: name,
        content,
        isError: false,
      };
      messages.push({ ...result, [PART]: fieldsOf(host) });
      run = undefined;
      continue;
    }
    if (run === undefined) {
      run = [];
      messages.push({ role: 'user', content: run });
    }
    run.push(readPart(host));
  }
  return messages;
}

function writeMessage(message: ListedMessage): unknown[] {
  if (message.role === 'toolResult') return [writeResponse(message)];
  return blocksOf(message).map(writePart);
}

function writeResponse(result: ListedMessage & MessageLike): JsonObject {
  const host = result[PART] ?? {};
  const { id: _, ...unnamed } = fieldsOf(host.functionResponse);
  const [content] = blocksOf(result);
  const said = fieldsOf(content);
  const functionResponse = {
    ...unnamed,
    // A response to a call without an id has none either.
    ...(isOwnId(result.toolCallId) ? {} : { id: result.toolCallId }),
    name: result.toolName,
    response: said.type === 'text' ? { output: said.text } : said.response,
  };
  return { ...host, functionResponse };
}

function writePart(block: unknown): unknown {
  const source = sourceOf(block);
  const fields = fieldsOf(block);
  if (source === undefined) return { text: fields.text };
  if (isUntouched(block)) return source.host;
  const host = fieldsOf(source.host);
  if (fields.type === 'toolCall') {
    const call = {
      ...fieldsOf(host.functionCall),
      ...changedFields(fields, { id: 'id', name: 'name', arguments: 'args' }),
    };
    return {
      ...host,
      functionCall: call,
      ...changedFields(fields, { thoughtSignature: 'thoughtSignature' }),
    };
  }
  const { thoughtSignature, ...unsigned } = host;
  const signed = fields.textSignature === undefined ? {} : { thoughtSignature };
  return fields.type === 'text' ? { ...unsigned, text: fields.text, ...signed } : host;
}
