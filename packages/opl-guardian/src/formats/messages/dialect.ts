import type { TargetApi } from '../../history/target.ts';
import { isJsonObject, type JsonObject } from '../../json-object.ts';
import { anthropicCodec } from './anthropic.ts';
import { completionsCodec } from './completions.ts';
import { type Codec, fieldsOf } from './core.ts';
import { googleCodec } from './google.ts';
import { piCodec } from './pi.ts';
import { responsesCodec } from './responses.ts';

/** The way in which a list of messages is written. */
export interface Dialect {
  /** What a person calls it. */
  readonly title: string;
  /** The API that it belongs to; Pi's messages say it themselves. */
  readonly target: TargetApi | undefined;
  readonly codec: Codec;
}

const PI: Dialect = { title: "Pi's messages", target: undefined, codec: piCodec };
const COMPLETIONS: Dialect = {
  title: 'messages of chat completions',
  target: 'openai-completions',
  codec: completionsCodec,
};
const RESPONSES: Dialect = {
  title: 'input items of the Responses API',
  target: 'openai-responses',
  codec: responsesCodec,
};
const ANTHROPIC: Dialect = {
  title: 'messages of the Anthropic API',
  target: 'anthropic',
  codec: anthropicCodec,
};
const GOOGLE: Dialect = { title: 'contents of the Gemini API', target: 'google', codec: googleCodec };

/**
 * The dialect of a list: that of most items that can belong to one only. Plain text looks alike in several; then
 * the object around the list decides, and at last whether the assistant's text stands in blocks.
 *
 * @param around the object that holds the list, where there is one
 */
export function dialectOf(items: readonly unknown[], around: JsonObject = {}): Dialect {
  const counts = new Map<Dialect, number>();
  for (const item of items) {
    const dialect = dialectOfItem(item);
    if (dialect !== undefined) counts.set(dialect, (counts.get(dialect) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  if (most !== undefined) return most[0];
  if ('input' in around) return RESPONSES;
  if ('contents' in around) return GOOGLE;
  const isInBlocks = items.some((item) => {
    const { role, content } = fieldsOf(item);
    return role === 'assistant' && Array.isArray(content);
  });
  return 'system' in around || isInBlocks ? ANTHROPIC : COMPLETIONS;
}

/**
 * Reads each item of a list in its own dialect: histories that went through a gateway mix them. Items that say
 * nothing of theirs are read in that of the list.
 */
export function codecOfItem(item: unknown, list: Dialect): Codec {
  const own = dialectOfItem(item);
  return own === undefined || own === RESPONSES || own === GOOGLE ? list.codec : own.codec;
}

/** Whether a value can be an item of a list of messages. */
export function looksLikeItem(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  return ROLES.includes(value.role) || isItemType(value.type) || Array.isArray(value.parts);
}

const ROLES: readonly unknown[] = [
  'user',
  'assistant',
  'system',
  'developer',
  'tool',
  'function',
  'model',
  'toolResult',
];

/** Whether a type is one of the items of the Responses API that are no message. */
function isItemType(type: unknown): boolean {
  return typeof type === 'string' && /^(reasoning|\w+_call|\w+_call_output)$/.test(type);
}

/** The only dialect that an item can belong to. */
function dialectOfItem(value: unknown): Dialect | undefined {
  const item = fieldsOf(value);
  const types = Array.isArray(item.content) ? item.content.map((block) => fieldsOf(block).type) : [];
  const hasType = (...some: unknown[]) => types.some((type) => some.includes(type));
  if (Array.isArray(item.parts) || item.role === 'model') return GOOGLE;
  if (isItemType(item.type) || hasType('input_text', 'output_text')) return RESPONSES;
  if (item.role === 'toolResult' || hasType('toolCall')) return PI;
  if (item.role === 'assistant' && 'stopReason' in item && 'api' in item) return PI;
  if (item.role === 'tool' || 'tool_calls' in item || 'function_call' in item) return COMPLETIONS;
  return hasType('tool_use', 'tool_result', 'redacted_thinking') ? ANTHROPIC : undefined;
}
