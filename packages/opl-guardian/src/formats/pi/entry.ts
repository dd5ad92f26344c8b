import { isJsonObject } from '../../json-object.ts';
import { blocksOf, isToolCall, type MessageLike } from '../../message.ts';
import { mayBeStandIn } from '../json/reducer.ts';
import type { PiContribution } from './context.ts';
import { hasRepeatedId, shortened } from './shorten.ts';

/** Where an entry lies, for people; lines are counted from 1. */
export function placeOfLine(line: number): string {
  return `line ${line}`;
}

/**
 * Whether an entry that was read with stand-ins has one where it decides: in an id, in a name, in arguments that are
 * a text, or anywhere in a message with two calls of one id.
 */
export function needsWholeLine(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { id, parentId, targetId, firstKeptEntryId, message, replacement } = value;
  if ([id, parentId, targetId, firstKeptEntryId].some(mayBeStandIn)) return true;
  return isAmbiguous(message) || isAmbiguous(replacement);
}

function isAmbiguous(message: unknown): boolean {
  if (!isJsonObject(message)) return false;
  if (mayBeStandIn(message.toolCallId) || mayBeStandIn(message.toolName)) return true;
  const calls = blocksOf(message).filter(isToolCall);
  return (
    calls.some((call) => [call.id, call.name, call.arguments].some(mayBeStandIn)) || hasRepeatedId(message)
  );
}

/** A contribution in little memory. */
export function shortContribution(contribution: PiContribution, hasLoneSurrogate: boolean): PiContribution {
  const { message, checkpoint, replacement } = contribution;
  const short = (long: MessageLike) => (hasLoneSurrogate || hasRepeatedId(long) ? long : shortened(long));
  return {
    ...contribution,
    ...(message && { message: short(message) }),
    ...(checkpoint && { checkpoint: short(checkpoint) }),
    ...(replacement && { replacement: shortReplacement(replacement, short) }),
  };
}

/** The role decides how content is shortened, and here it is not known: an assistant's covers all of them. */
function shortReplacement(
  { content }: { content: unknown },
  short: (message: MessageLike) => MessageLike,
): { content: unknown } {
  return { content: short({ role: 'assistant', content }).content };
}
