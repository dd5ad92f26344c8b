import { blocksOf, type MessageLike } from '../message.ts';
import {
  blockFrom,
  type Codec,
  changedFields,
  fieldsOf,
  isUntouched,
  type JsonObject,
  type ListedMessage,
  type MessageFields,
  PART,
  sameOr,
  sourceOf,
  unitOf,
  withFields,
} from './messages-core.ts';

/**
 * The contents of Google's Gemini API (API reference, Content). Ids are optional there, so a call without one gets
 * one for the time of the reading, and so does its response; it is not written.
 */
export const googleCodec: Codec = {
  joinsResults: 'results',
  read(items, at) {
    const { role, parts } = fieldsOf(items[at]);
    const list: readonly unknown[] = Array.isArray(parts) ? parts : [];
    const messages = role === 'model' ? [readTurn(list, at)] : readMessages(list, responseIds(items, at));
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

const OWN_ID = /^opl_google_\d+_\d+$/;

function isOwnId(id: unknown): boolean {
  return typeof id === 'string' && OWN_ID.test(id);
}

/** The id of a part's call: its own, or one for the time of the reading. */
function callId(call: JsonObject, at: number, part: number): unknown {
  return call.id === undefined || call.id === '' ? `opl_google_${at}_${part}` : call.id;
}

function readTurn(parts: readonly unknown[], at: number): MessageFields {
  return {
    role: 'assistant',
    api: 'google-generative-ai',
    content: parts.map((part, index) => readPart(part, at, index)),
  };
}

function readPart(host: unknown, at: number, index: number): object {
  const part = fieldsOf(host);
  const { functionCall, thoughtSignature: signature } = part;
  if (functionCall !== undefined) {
    const call = fieldsOf(functionCall);
    const fields = {
      id: callId(call, at, index),
      name: call.name,
      arguments: call.args === undefined ? {} : call.args,
    };
    return blockFrom(
      { type: 'toolCall', ...fields, ...(signature === undefined ? {} : { thoughtSignature: signature }) },
      host,
    );
  }
  if (part.thought === true) {
    return blockFrom({ type: 'thinking', thinking: part.text, thinkingSignature: signature }, host);
  }
  if (typeof part.text !== 'string') return blockFrom({ type: 'part' }, host);
  const signed = signature === undefined ? {} : { textSignature: signature };
  return blockFrom({ type: 'text', text: part.text, ...signed }, host);
}

/** For each part of a content with responses: the id of the call that it answers, as {@link readTurn} gives it. */
function responseIds(items: readonly unknown[], at: number): (part: number) => unknown {
  let turn = at - 1;
  while (turn >= 0 && fieldsOf(items[turn]).role !== 'model') turn--;
  const open = turn === -1 ? [] : callsAt(items, turn);
  const isIdless = open.every(({ ownId }) => ownId === undefined);
  const ids = new Map<string, unknown>();
  for (let index = turn + 1; index <= at; index++) {
    for (const [part, { functionResponse }] of partsAt(items, index)) {
      if (functionResponse === undefined) continue;
      const { id, name } = fieldsOf(functionResponse);
      const exact = open.findIndex((call) => call.name === name && call.ownId === id);
      const own =
        exact === -1 ? open.findIndex((call) => call.name === name && (id === undefined || isIdless)) : exact;
      const [call] = own === -1 ? [] : open.splice(own, 1);
      ids.set(`${index} ${part}`, call?.id ?? callId(fieldsOf(functionResponse), index, part));
    }
  }
  return (part) => ids.get(`${at} ${part}`);
}

interface OpenCall {
  /** As {@link readTurn} gives it, and as it is stored. */
  id: unknown;
  ownId: unknown;
  name: unknown;
}

function callsAt(items: readonly unknown[], at: number): OpenCall[] {
  return partsAt(items, at)
    .filter(([, { functionCall }]) => functionCall !== undefined)
    .map(([part, { functionCall }]) => {
      const call = fieldsOf(functionCall);
      return { id: callId(call, at, part), ownId: call.id, name: call.name };
    });
}

function partsAt(items: readonly unknown[], at: number): [number, JsonObject][] {
  const { parts } = fieldsOf(items[at]);
  return Array.isArray(parts) ? parts.map((part, index) => [index, fieldsOf(part)]) : [];
}

/** Each response is a message of its own; so is each run of other parts. */
function readMessages(parts: readonly unknown[], idOf: (part: number) => unknown): MessageFields[] {
  if (parts.length === 0) return [{ role: 'user', content: [] }];
  const messages: MessageFields[] = [];
  let run: unknown[] | undefined;
  for (const [index, host] of parts.entries()) {
    const { functionResponse } = fieldsOf(host);
    if (functionResponse !== undefined) {
      const { name, response } = fieldsOf(functionResponse);
      const isMissing = response === undefined || response === null;
      const content = isMissing ? undefined : [blockFrom({ type: 'functionResponse', response }, host)];
      const result = { role: 'toolResult', toolCallId: idOf(index), toolName: name, content, isError: false };
      messages.push({ ...result, [PART]: fieldsOf(host) });
      run = undefined;
      continue;
    }
    if (run === undefined) {
      run = [];
      messages.push({ role: 'user', content: run });
    }
    run.push(readPart(host, 0, index));
  }
  return messages;
}

function writeMessage(message: ListedMessage): unknown[] {
  if (message.role === 'toolResult') return [writeResponse(message)];
  return blocksOf(message).map(writePart);
}

function writeResponse(result: ListedMessage & MessageLike): JsonObject {
  const host = result[PART] ?? {};
  const response = fieldsOf(host.functionResponse);
  const [content] = blocksOf(result);
  const said = fieldsOf(content);
  const next = withFields(response, {
    ...(isOwnId(result.toolCallId) ? {} : { id: result.toolCallId }),
    name: result.toolName,
    response: said.type === 'text' ? { output: said.text } : said.response,
  });
  return withFields(host, { functionResponse: next });
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
