import { blocksOf, isText, isThinking, type MessageLike } from '../message.ts';
import { emptyMessageText } from '../notes.ts';
import type { HostHabits } from './host-facts.ts';
import {
  hasBlankText,
  saysNothing,
  thinksOnly,
  withoutBlankTexts,
  withText,
  withTextBehind,
} from './rules/empty-content.ts';
import type { RuleId } from './rules.ts';
import type { TargetApi } from './target.ts';
import { isSentTurn } from './turns.ts';

interface Said<M> {
  message: M;
  findings: { rule: RuleId; what: string; remedy: string }[];
}

/**
 * A message whose texts the target takes: not blank where it has to say something, and without half surrogate
 * pairs. What a provider signed stays as it is.
 *
 * @returns `undefined` when the message stays
 */
export function saying<M extends MessageLike>(
  message: M,
  target: TargetApi | undefined,
  facts: HostHabits,
): Said<M> | undefined {
  const role = roleOf(message);
  if (role === undefined) return undefined;
  const findings: Said<M>['findings'] = [];
  let { content } = message;
  if (role === 'assistant' && thinksOnly(message, target)) {
    content = withTextBehind(message, target, emptyMessageText());
    findings.push({
      rule: 'empty-content',
      what: 'the turn holds nothing but thinking',
      remedy: 'a line says that it was empty',
    });
  } else if (facts.sendsEmpty(role, target)) {
    if (saysNothing(message, role, target)) {
      content = withText(content, emptyMessageText());
      findings.push({
        rule: 'empty-content',
        what: 'the message says nothing',
        remedy: 'a line says that it was empty',
      });
    } else if (hasBlankText(message, target)) {
      content = withoutBlankTexts(blocksOf(message), target);
      findings.push({
        rule: 'empty-content',
        what: 'a text of the message is blank',
        remedy: 'it is left out',
      });
    }
  }
  if (!facts.cleansTexts && hasHalfPair(content)) {
    content = cleaned(content);
    findings.push({
      rule: 'lone-surrogate',
      what: 'a text of the message holds half a surrogate pair',
      remedy: 'U+FFFD stands in its place',
    });
  }
  return findings.length === 0 ? undefined : { message: { ...message, content }, findings };
}

/** As {@link saying} would decide, without a look at more than it takes. */
export function needsSaying(message: MessageLike, target: TargetApi | undefined, facts: HostHabits): boolean {
  const role = roleOf(message);
  if (role === undefined) return false;
  if (role === 'assistant' && thinksOnly(message, target)) return true;
  if (
    facts.sendsEmpty(role, target) &&
    (saysNothing(message, role, target) || hasBlankText(message, target))
  ) {
    return true;
  }
  return !facts.cleansTexts && hasHalfPair(message.content);
}

/** The role that a message is sent in, where its content is what is sent; a custom message is the user's. */
function roleOf(message: MessageLike): 'user' | 'assistant' | 'toolResult' | undefined {
  const { role } = message;
  if (role === 'user' || role === 'toolResult') return role;
  if (role === 'custom') return 'user';
  return role === 'assistant' && isSentTurn(message) ? role : undefined;
}

function hasHalfPair(content: unknown): boolean {
  if (typeof content === 'string') return !content.isWellFormed();
  if (!Array.isArray(content)) return false;
  return content.some((block) => {
    const text = textOf(block);
    return text !== undefined && !text.isWellFormed();
  });
}

function cleaned(content: unknown): unknown {
  if (typeof content === 'string') return content.toWellFormed();
  return (content as unknown[]).map((block) => {
    const text = textOf(block);
    if (text === undefined || text.isWellFormed()) return block;
    return { ...(block as object), [isThinking(block) ? 'thinking' : 'text']: text.toWellFormed() };
  });
}

/** The text of a block that no signature covers. */
function textOf(block: unknown): string | undefined {
  if (isText(block)) return typeof block.text === 'string' ? block.text : undefined;
  if (!isThinking(block) || block.thinkingSignature) return undefined;
  return typeof block.thinking === 'string' ? block.thinking : undefined;
}
