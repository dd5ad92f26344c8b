import type { ContentBlock, Message } from '@deepseek-ai/dsh-llm';
import { isJsonObject, isObjectOrList } from '../../json-object.ts';
import { STAND_IN } from '../json/reducer.ts';

/** In characters; enough for every id, name and note. */
const LONG = 512;

/** Half of a surrogate pair, perhaps, as JSON writes one. */
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;

/**
 * A message with shortened texts that is judged as the whole one is: blank texts stay blank, texts with half a
 * surrogate pair stay whole, arguments stay an object or not. It shares no text with the message that came in.
 *
 * @param isReduced whether marks stand in the place of long texts; arguments behind one are taken for an object
 */
export function shortened(message: Message, isReduced: boolean): Message {
  return {
    ...message,
    content: message.content.map((block) => shortenedBlock(block, isReduced)),
    source: shortenedValue(message.source) as Message['source'],
  } as Message;
}

function shortenedBlock(block: ContentBlock, isReduced: boolean): ContentBlock {
  switch (block.type) {
    case 'text':
    case 'reasoning':
      return { ...block, text: shortenedText(block.text) };
    case 'tool-call':
      return { ...block, arguments: shortenedArguments(block.arguments, isReduced) };
    case 'tool-result':
      return { ...block, content: block.content.map((inner) => shortenedBlock(inner, isReduced)) };
    default:
      return block;
  }
}

function shortenedArguments(text: string, isReduced: boolean): string {
  if (isReduced && text === STAND_IN) return '{}';
  if (typeof text !== 'string' || text.length <= LONG || ESCAPED_SURROGATE.test(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? '{}' : text;
  } catch {
    return text;
  }
}

function shortenedValue(value: unknown): unknown {
  if (typeof value === 'string') return shortenedText(value);
  if (Array.isArray(value)) return value.map(shortenedValue);
  if (!isObjectOrList(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shortenedValue(part)]));
}

function shortenedText(text: string): string {
  if (typeof text !== 'string' || text.length <= LONG || !text.isWellFormed()) return text;
  const isCutInPair = (text.codePointAt(LONG - 1) ?? 0) > 0xffff;
  const start = text.slice(0, isCutInPair ? LONG - 1 : LONG);
  if (start.trim() === '') return text;
  // A slice of a string keeps the whole of it alive.
  return Buffer.from(start, 'utf16le').toString('utf16le');
}
