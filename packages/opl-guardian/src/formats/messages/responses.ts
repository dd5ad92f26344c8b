import { isObjectOrList, type JsonObject } from '../../json-object.ts';
import { blocksOf, isToolCall } from '../../message.ts';
import {
  argumentsText,
  blockFrom,
  type Codec,
  changedFields,
  fieldsOf,
  isUntouched,
  type ListedBlock,
  type ListedMessage,
  listUnder,
  type MessageFields,
  ofList,
  parsedArguments,
  sameOr,
  sourceOf,
  unitOf,
  type Written,
  withFields,
} from './core.ts';

/**
 * The input items of OpenAI's Responses API (API reference, Create a model response). What the model put out in a
 * row is one turn. Pi keeps the id of a call and that of its item as one: `<call id>|<item id>`.
 */
export const responsesCodec: Codec = {
  read(items, at) {
    const item = fieldsOf(items[at]);
    if (!isOutput(item)) return unitOf([items[at]], responsesCodec, [readOther(items, at)]);
    let end = at + 1;
    while (end < items.length && isOutput(fieldsOf(items[end]))) end++;
    const turn = items.slice(at, end);
    return unitOf(turn, responsesCodec, [
      {
        role: 'assistant',
        api: 'openai-responses',
        content: turn.flatMap((one) => readOutput(fieldsOf(one))),
      },
    ]);
  },
  write({ items: [from] }, parts) {
    return parts.flatMap((part) =>
      part.role === 'assistant' ? writeTurn(part) : [{ item: writeOther(fieldsOf(from), part), from }],
    );
  },
  userLine: (text) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }),
  errorResult: ({ id }, text) => ({ type: 'function_call_output', call_id: callIdOf(id), output: text }),
};

const CALLS: readonly unknown[] = ['function_call', 'custom_tool_call'];
const RESULTS: readonly unknown[] = ['function_call_output', 'custom_tool_call_output'];

function isOutput({ type, role }: JsonObject): boolean {
  if (type === undefined || type === 'message') return role === 'assistant';
  return type === 'reasoning' || (typeof type === 'string' && type.endsWith('_call'));
}

function readOutput(item: JsonObject): object[] {
  const { type, id } = item;
  if (CALLS.includes(type)) return [readCall(item)];
  if (type === 'reasoning') {
    const thinking = Array.isArray(item.summary)
      ? item.summary.map((part) => fieldsOf(part).text).join('\n\n')
      : '';
    return [
      blockFrom({ type: 'thinking', thinking, thinkingSignature: item.encrypted_content ?? id }, item, item),
    ];
  }
  if (type !== undefined && type !== 'message') return [blockFrom({ type }, item, item)];
  const signed = id === undefined ? {} : { textSignature: id };
  const { content } = item;
  const parts: readonly unknown[] = Array.isArray(content)
    ? content
    : [{ type: 'output_text', text: content }];
  return parts.map((part) => {
    const { type: kind, text } = fieldsOf(part);
    return blockFrom(
      kind === 'output_text' ? { type: 'text', text, ...signed } : { type: kind, ...signed },
      part,
      item,
    );
  });
}

function readCall(item: JsonObject): ListedBlock {
  const args = item.type === 'function_call' ? parsedArguments(item.arguments) : { input: item.input };
  return blockFrom({ type: 'toolCall', id: wholeId(item), name: item.name, arguments: args }, item, item);
}

/** Ids that are no text stay as they are, for the rules to see. */
function wholeId({ call_id: callId, id }: JsonObject): unknown {
  if (typeof id !== 'string' || (callId !== undefined && callId !== null && typeof callId !== 'string'))
    return callId;
  return `${callId ?? ''}|${id}`;
}

function callIdOf(id: unknown): unknown {
  return typeof id === 'string' ? id.split('|', 1)[0] : id;
}

function readOther(items: readonly unknown[], at: number): MessageFields {
  const item = fieldsOf(items[at]);
  const { type, role, content } = item;
  if (RESULTS.includes(type)) {
    const call = callsAnswered(items).get(at);
    return {
      role: 'toolResult',
      toolCallId: call === undefined ? item.call_id : wholeId(call),
      toolName: call?.name,
      content: readInput(item.output),
      isError: false,
    };
  }
  if (role === 'user') return { role, content: typeof content === 'string' ? content : readInput(content) };
  return { role: 'system', content };
}

/**
 * For each output of a list the call that it answers, by the output's place: of several under its id in the turn before
 * it the one at the same place.
 */
const callsAnswered = ofList((items) => {
  const answered = new Map<number, JsonObject>();
  let calls = new Map<unknown, JsonObject[]>();
  let counts = new Map<unknown, number>();
  let isInTurn = false;
  for (const [at, value] of items.entries()) {
    const item = fieldsOf(value);
    const { type, call_id: id } = item;
    if (isOutput(item)) {
      if (!isInTurn) {
        calls = new Map();
        counts = new Map();
      }
      if (CALLS.includes(type)) listUnder(calls, id).push(item);
    } else if (RESULTS.includes(type)) {
      const ofId = calls.get(id) ?? [];
      const count = counts.get(id) ?? 0;
      counts.set(id, count + 1);
      const call = ofId[Math.min(count, ofId.length - 1)];
      if (call !== undefined) answered.set(at, call);
    }
    isInTurn = isOutput(item);
  }
  return answered;
});

function readInput(content: unknown): unknown[] | undefined {
  if (content === undefined || content === null) return undefined;
  if (!Array.isArray(content))
    return content === '' ? [] : [blockFrom({ type: 'text', text: content }, undefined)];
  return content.map((part) => {
    const { type, text } = fieldsOf(part);
    return type === 'input_text' ? blockFrom({ type: 'text', text }, part) : part;
  });
}

function writeOther(item: JsonObject, message: ListedMessage): JsonObject {
  if (message.role === 'toolResult') {
    return withFields(item, {
      call_id: callIdOf(message.toolCallId),
      output: writeInput(item.output, message),
    });
  }
  return message.role === 'user' ? withFields(item, { content: writeInput(item.content, message) }) : item;
}

function writeInput(before: unknown, message: ListedMessage): unknown {
  const { content } = message;
  if (typeof content === 'string') return content;
  const blocks = blocksOf(message);
  if (!Array.isArray(before) && blocks.every((block) => fieldsOf(block).type === 'text')) {
    return blocks.map((block) => String(fieldsOf(block).text)).join('');
  }
  const parts = blocks.map((block) => {
    const source = sourceOf(block);
    if (isUntouched(block)) return source?.host;
    const { type, text } = fieldsOf(block);
    return type === 'text' ? { ...fieldsOf(source?.host), type: 'input_text', text } : block;
  });
  return sameOr(before, parts);
}

/** The items of a turn: those of untouched blocks as they are, texts of one message together. */
function writeTurn(turn: ListedMessage): Written[] {
  const blocks = blocksOf(turn);
  const written: Written[] = [];
  for (let start = 0; start < blocks.length; ) {
    const item = sourceOf(blocks[start])?.item;
    let end = start + 1;
    while (item !== undefined && end < blocks.length && sourceOf(blocks[end])?.item === item) end++;
    written.push(writeItem(item, blocks.slice(start, end)));
    start = end;
  }
  return written;
}

function writeItem(item: JsonObject | undefined, blocks: readonly unknown[]): Written {
  const [first] = blocks;
  if (item === undefined) {
    const text = fieldsOf(first).text;
    return { item: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] } };
  }
  if (isToolCall(first)) return { item: writeCall(item, first), from: item };
  if (item.type !== undefined && item.type !== 'message') return { item, from: item };
  const parts = blocks.map((block) => {
    const source = sourceOf(block);
    const { type, text } = fieldsOf(block);
    return type === 'text' && text !== source?.core.text ? { ...fieldsOf(source?.host), text } : source?.host;
  });
  const content = Array.isArray(item.content) ? sameOr(item.content, parts) : fieldsOf(first).text;
  const { id: _, ...unnamed } = item;
  const keepsId = blocks.every((block) => isObjectOrList(block) && 'textSignature' in block);
  return { item: withFields(keepsId ? item : unnamed, { content }), from: item };
}

function writeCall(item: JsonObject, call: ListedBlock): JsonObject {
  if (isUntouched(call)) return item;
  const { id: _, ...unnamed } = item;
  const { arguments: args, ...name } = changedFields(call, { name: 'name', arguments: 'arguments' });
  const isWhole = typeof call.id === 'string' && call.id.includes('|');
  const next = { ...(isWhole ? item : unnamed), call_id: callIdOf(call.id), ...name };
  if (args === undefined) return next;
  return item.type === 'function_call'
    ? { ...next, arguments: argumentsText(args) }
    : { ...next, input: fieldsOf(args).input };
}
