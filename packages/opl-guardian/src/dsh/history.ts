import type { Message } from '@deepseek-ai/dsh-llm';
import { needsHealing } from '../history/first-look.ts';
import { type HealedHistory, type HealOptions, healHistory } from '../history/heal-history.ts';
import { targetOf } from '../history/target.ts';
import { dshFacts } from './facts.ts';
import { type CoreMessage, toCoreMessages, toHostMessages, toParts } from './transcript.ts';

/**
 * Makes a stored session legal for one request, by the rules of {@link healHistory}.
 *
 * @param messages the request's messages; not changed
 * @param timeOf when a message was made, in milliseconds, where that is known; asked only when something is odd
 * @returns `undefined` when there is nothing to change; else messages to send, the unchanged ones as they are
 */
export function healMessages(
  messages: readonly Message[],
  timeOf: (message: Message) => number | undefined,
): (Omit<HealedHistory<CoreMessage>, 'messages'> & { messages: Message[] }) | undefined {
  const looked = messages.flatMap(partsOf);
  const options = optionsFor(looked);
  if (!needsHealing(looked, options)) return undefined;
  const core = toCoreMessages(messages, timeOf);
  const healed = healHistory(core, options);
  if (healed.messages === core) return undefined;
  return { ...healed, messages: toHostMessages(core, healed.messages) };
}

/** The host's messages are frozen and come again with every request. */
const seen = new WeakMap<Message, readonly CoreMessage[]>();

function partsOf(message: Message): readonly CoreMessage[] {
  let parts = seen.get(message);
  if (parts === undefined) {
    parts = toParts(message);
    seen.set(message, parts);
  }
  return parts;
}

/**
 * The API behind a request. DSH's own adapter speaks chat completions; its Pi adapter names the API in what it
 * keeps for replay.
 */
function optionsFor(messages: readonly CoreMessage[]): HealOptions<CoreMessage> {
  const last = messages.findLast((message) => targetOf(message.api) !== undefined);
  const target = targetOf(last?.api);
  return { target: target ?? 'openai-completions', facts: dshFacts(target !== undefined) };
}
