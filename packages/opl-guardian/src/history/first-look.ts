import { malformedReason } from '../malformed.ts';
import { type Block, isSkippedOnReplay, isToolCall, type MessageLike } from '../message.ts';
import { unpairedIdsOf } from '../stored-diagnostic.ts';
import { isObject } from './call-arguments.ts';
import type { HealOptions } from './heal-history.ts';
import type { ResultLike } from './match-results.ts';
import { RequestIds } from './request-ids.ts';
import { needsSaying } from './say-something.ts';
import { isUsers } from './turns.ts';
import { hasLoneSurrogate } from './well-formed.ts';
import { isLegalId, wireNameFault } from './wire-limits.ts';

/**
 * Whether anything in a history may need healing. It runs over every message of every request, so it only looks;
 * it may be too careful, never too lax.
 */
export function needsHealing<M extends MessageLike>(
  messages: readonly M[],
  options: HealOptions<M>,
): boolean {
  const { target, facts } = options;
  const ids = RequestIds.of(target);
  /** Ids of the turn's calls that wait for a result. */
  const waiting: unknown[] = [];
  let isClosed = false;
  for (let index = 0; index < messages.length; index++) {
    const message = messages[index] as M;
    const { role } = message;
    if (role === 'toolResult') {
      const place = waiting.indexOf((message as ResultLike).toolCallId);
      if (place === -1 || isClosed) return true;
      waiting.splice(place, 1);
    } else if (role === 'assistant') {
      if (!facts.answersOpenCalls && waiting.length > 0) return true;
      isClosed = isSkippedOnReplay(message);
      if (isClosed) continue;
      waiting.length = 0;
      ids.startTurn();
      if (isOddTurn(message, options, ids, waiting)) return true;
    } else if (isUsers(message)) {
      if (!facts.answersOpenCalls && waiting.length > 0) return true;
      isClosed = true;
    }
    if (needsSaying(message, target, facts)) return true;
  }
  return false;
}

function isOddTurn<M extends MessageLike>(
  message: M,
  { target, facts }: HealOptions<M>,
  ids: RequestIds,
  waiting: unknown[],
): boolean {
  const { content } = message;
  if (!Array.isArray(content)) return message.stopReason === 'toolUse';
  for (let index = 0; index < content.length; index++) {
    const block: unknown = content[index];
    if (!isToolCall(block)) continue;
    if (isOddCall(block, message.api) || !ids.claim(block.id)) return true;
    if (wireNameFault(block.name as string, target) !== undefined) return true;
    if (!facts.makesIdsLegal && !isLegalId(block.id as string, target)) return true;
    waiting.push(block.id);
  }
  return (waiting.length === 0 && message.stopReason === 'toolUse') || unpairedIdsOf(message) !== undefined;
}

function isOddCall(call: Block, api: unknown): boolean {
  return (
    malformedReason(call, api) !== undefined ||
    !isObject(call.arguments) ||
    hasLoneSurrogate(call.arguments) ||
    !(call.name as string).isWellFormed()
  );
}
