import { isObjectOrList, type JsonObject } from '../../json-object.ts';
import { blocksOf, type MessageLike } from '../../message.ts';
import {
  blockFrom,
  blocksOfText,
  type Codec,
  changedFields,
  contentLike,
  fieldsOf,
  isUntouched,
  type ListedMessage,
  type MessageFields,
  PART,
  sourceOf,
  unitOf,
  withFields,
} from './core.ts';

/** The messages of Anthropic's Messages API (API reference, Create a Message). */
export const anthropicCodec: Codec = {
  joinsResults: 'user',
  read(items, at) {
    const { role, content } = fieldsOf(items[at]);
    return unitOf([items[at]], anthropicCodec, readMessages(role, content));
  },
  write({ items: [from] }, parts) {
    const item = fieldsOf(from);
    // Results stand in front of everything else, or the endpoint does not find them.
    const ordered = [...parts.filter(isResult), ...parts.filter((part) => !isResult(part))];
    const content = contentLike(item.content, ordered.flatMap(writeMessage));
    return [{ item: withFields(item, { content }), from }];
  },
  userLine: (text) => ({ role: 'user', content: [{ type: 'text', text }] }),
  errorResult: ({ id }, text) => ({
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: id, content: text, is_error: true }],
  }),
};

/** Each result of a message of the user is a message of its own; so is each run of other blocks. */
function readMessages(role: unknown, content: unknown): MessageFields[] {
  if (role === 'assistant') return [{ role, api: 'anthropic-messages', content: readBlocks(content) }];
  if (role !== 'user') return [{ role: 'system', content }];
  if (!Array.isArray(content) || !content.some(isResultBlock)) return [{ role, content }];
  const messages: MessageFields[] = [];
  let run: unknown[] | undefined;
  for (const block of content) {
    if (isResultBlock(block)) {
      messages.push(readResult(block));
      run = undefined;
    } else if (run !== undefined) {
      run.push(block);
    } else {
      run = [block];
      messages.push({ role, content: run });
    }
  }
  return messages;
}

function readResult(block: JsonObject): MessageFields {
  return {
    role: 'toolResult',
    toolCallId: block.tool_use_id,
    content: blocksOfText(block.content),
    isError: block.is_error === true,
    [PART]: block,
  };
}

function readBlocks(content: unknown): unknown[] {
  return blocksOfText(content).map((block) => {
    if (!isObjectOrList(block)) return block;
    switch (block.type) {
      case 'tool_use':
        return blockFrom({ type: 'toolCall', id: block.id, name: block.name, arguments: block.input }, block);
      case 'thinking':
        return thinking(block.thinking, block.signature, block);
      case 'redacted_thinking':
        return { ...thinking('', block.data, block), redacted: true };
      default:
        return block;
    }
  });
}

function thinking(text: unknown, signature: unknown, host: JsonObject): object {
  return blockFrom({ type: 'thinking', thinking: text, thinkingSignature: signature }, host);
}

function writeMessage(message: ListedMessage): unknown[] {
  if (isResult(message)) return [writeResult(message)];
  const blocks = typeof message.content === 'string' ? blocksOfText(message.content) : blocksOf(message);
  return blocks.map(writeBlock);
}

function writeResult(result: ListedMessage): JsonObject {
  const host = result[PART] ?? {};
  const content = contentLike(host.content, blocksOf(result).map(writeBlock));
  return withFields(host, { tool_use_id: result.toolCallId, content });
}

/** A block as the endpoint takes it; thinking is kept or left out, never changed. */
function writeBlock(block: unknown): unknown {
  const source = sourceOf(block);
  if (source === undefined || !isObjectOrList(block)) return block;
  if (source.host === undefined) return { type: 'text', text: block.text };
  if (isUntouched(block) || block.type !== 'toolCall') return source.host;
  return {
    ...fieldsOf(source.host),
    ...changedFields(block, { id: 'id', name: 'name', arguments: 'input' }),
  };
}

function isResult(message: MessageLike): boolean {
  return message.role === 'toolResult';
}

function isResultBlock(block: unknown): block is JsonObject {
  return isObjectOrList(block) && block.type === 'tool_result';
}
