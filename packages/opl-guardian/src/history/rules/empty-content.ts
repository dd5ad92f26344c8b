import { blocksOf, isText, isThinking, type MessageLike, saysSomething } from '../../message.ts';
import { ALL_APIS, type Rule } from '../rule.ts';
import type { TargetApi } from '../target.ts';

export const rule = {
  id: 'empty-content',
  apis: ALL_APIS,
  title: 'a message that says nothing',
  remedy: 'a line says that it was empty; a blank text among others is left out',
} as const satisfies Rule;

/** APIs that refuse a blank text among other content. */
const REFUSES_BLANK_TEXT = new Set<TargetApi | undefined>(['anthropic', 'google']);

/** Whether a message that is sent says nothing, and its target refuses that. */
export function saysNothing({ content }: MessageLike, role: string, target: TargetApi | undefined): boolean {
  if (role === 'toolResult') return content === undefined || content === null;
  if (typeof content === 'string') {
    return content.trim() === '' && (role === 'assistant' || REFUSES_BLANK_TEXT.has(target));
  }
  if (!Array.isArray(content) || content.length === 0) return true;
  return content.every((block) => isBlank(block)) && (role === 'assistant' || REFUSES_BLANK_TEXT.has(target));
}

function isBlank(block: unknown): boolean {
  if (isText(block)) return !saysSomething(block);
  if (!isThinking(block)) return false;
  const { thinking, thinkingSignature, redacted } = block;
  return !redacted && !thinkingSignature && (typeof thinking !== 'string' || thinking.trim() === '');
}

/** Whether a text of the message is blank where the target refuses that among other content. */
export function hasBlankText(message: MessageLike, target: TargetApi | undefined): boolean {
  if (message.role === 'toolResult' || !REFUSES_BLANK_TEXT.has(target)) return false;
  return blocksOf(message).some((block) => isText(block) && !saysSomething(block) && !block.textSignature);
}
