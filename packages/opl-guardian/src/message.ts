import { isObjectOrList } from './json-object.ts';

/**
 * The little that the guard knows of a message. Everything is `unknown` because a message comes from a
 * provider's stream or from a file on disk: nothing about it can be taken for granted.
 */
export interface MessageLike {
  role?: unknown;
  content?: unknown;
  api?: unknown;
  stopReason?: unknown;
  timestamp?: unknown;
}

export interface Block {
  type?: unknown;
  [key: string]: unknown;
}

export interface ToolCallBlock extends Block {
  type: 'toolCall';
}

export function isToolCall(value: unknown): value is ToolCallBlock {
  return isObjectOrList(value) && value.type === 'toolCall';
}

export function isThinking(value: unknown): value is Block {
  return isObjectOrList(value) && value.type === 'thinking';
}

export function isText(value: unknown): value is Block {
  return isObjectOrList(value) && value.type === 'text';
}

/** A text block that says something; blank ones are refused by Anthropic and carry nothing elsewhere. */
export function saysSomething(block: Block): boolean {
  return typeof block.text === 'string' && block.text.trim() !== '';
}

/** Message content as blocks; anything else than a list has none. */
export function blocksOf(message: MessageLike): readonly unknown[] {
  return Array.isArray(message.content) ? message.content : [];
}

/** Pi leaves turns that ended this way out of every later request (`transform-messages.js` in pi-ai). */
export function isSkippedOnReplay(message: MessageLike): boolean {
  return message.stopReason === 'error' || message.stopReason === 'aborted';
}
