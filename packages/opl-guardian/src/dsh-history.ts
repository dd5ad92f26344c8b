import type { ContentBlock, Message } from '@deepseek-ai/dsh-llm';
import { type CoreMessage, toCoreMessages, toHostMessages, userLine } from './dsh-transcript.ts';
import { idFault, malformedReason } from './malformed.ts';
import type { Block } from './message.ts';
import { type HealedTurn, healHistory } from './replay.ts';

/**
 * Makes the malformed tool calls of a stored session harmless for one request, by the rules of
 * {@link healHistory}.
 *
 * @param messages the request's messages; not changed
 * @param timeOf when a message was made, in milliseconds, where that is known; asked only when something is odd
 * @returns `undefined` when there is nothing to change; else messages to send, the unchanged ones as they are
 */
export function healMessages(
  messages: readonly Message[],
  timeOf: (message: Message) => number | undefined,
): { messages: Message[]; healed: HealedTurn<CoreMessage>[] } | undefined {
  if (!messages.some(isOdd)) return undefined;
  const core = toCoreMessages(messages, timeOf);
  const { messages: inRequest, healed } = healHistory(core, userLine);
  return inRequest === core ? undefined : { messages: toHostMessages(core, inRequest), healed };
}

/** Runs over every message of every request, so it only looks; it may be too careful, never too lax. */
function isOdd({ role, content }: Message): boolean {
  for (let index = 0; index < content.length; index++) {
    const block = content[index] as ContentBlock;
    if (block.type === 'tool-call') {
      if (
        role === 'assistant' &&
        malformedReason(block as unknown as Block, 'openai-responses') !== undefined
      )
        return true;
    } else if (block.type === 'tool-result' && idFault(block.toolCallId, 'openai-responses') !== undefined) {
      return true;
    }
  }
  return false;
}
