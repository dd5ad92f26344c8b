import { type Block, blocksOf, isText, isThinking, type MessageLike, saysSomething } from '../../message.ts';
import { ALL_APIS, type Rule } from '../rule.ts';
import { type TargetApi, targetOf } from '../target.ts';

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
  const mayBeBlank = role !== 'assistant' && !REFUSES_BLANK_TEXT.has(target);
  if (typeof content === 'string') return !mayBeBlank && content.trim() === '';
  if (!Array.isArray(content) || content.length === 0) return true;
  return !mayBeBlank && content.every((block) => isBlank(block, target));
}

function isBlank(block: unknown, target: TargetApi | undefined): boolean {
  if (isText(block)) return isBlankText(block, target);
  if (!isThinking(block)) return false;
  // What was thought goes into a field of its own there, and content or calls have to stand beside it.
  if (target === 'openai-completions') return true;
  return isEmptyThought(block);
}

function isEmptyThought({ thinking, thinkingSignature, redacted }: Block): boolean {
  return !redacted && !thinkingSignature && (typeof thinking !== 'string' || thinking.trim() === '');
}

/** Google hands out signatures on texts that are empty, and asks for them again. */
function isBlankText(block: Block, target: TargetApi | undefined): boolean {
  return !saysSomething(block) && !(target === 'google' && block.textSignature);
}

/**
 * Whether a turn holds nothing but thinking that its provider signed, as one that was cut off does, and its target
 * refuses that: Anthropic no message may end in thinking, the Responses API no reasoning without an item behind it.
 */
export function thinksOnly(turn: MessageLike, target: TargetApi | undefined): boolean {
  if ((target !== 'anthropic' && target !== 'openai-responses') || targetOf(turn.api) !== target)
    return false;
  const blocks = blocksOf(turn);
  let isSigned = false;
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index];
    if (isThinking(block)) isSigned ||= !isEmptyThought(block);
    else if (target !== 'anthropic' || !isText(block) || saysSomething(block)) return false;
  }
  return isSigned;
}

/** A turn that {@link thinksOnly} with a text; reasoning without its item goes. */
export function withTextBehind(turn: MessageLike, target: TargetApi | undefined, text: string): unknown {
  return withText(target === 'openai-responses' ? [] : turn.content, text);
}

/** Whether a text of the message is blank where the target refuses that among other content. */
export function hasBlankText(message: MessageLike, target: TargetApi | undefined): boolean {
  if (message.role === 'toolResult' || !REFUSES_BLANK_TEXT.has(target)) return false;
  return blocksOf(message).some((block) => isText(block) && isBlankText(block, target));
}

/** Content without its blank texts. */
export function withoutBlankTexts(content: readonly unknown[], target: TargetApi | undefined): unknown[] {
  return content.filter((block) => !isText(block) || !isBlankText(block, target));
}

/** Content that says nothing, with a text that says so; what was thought stays. */
export function withText(content: unknown, text: string): unknown {
  if (typeof content === 'string') return text;
  const thoughts = blocksOf({ content }).filter((block) => isThinking(block) && !isEmptyThought(block));
  return [...thoughts, { type: 'text', text }];
}
