import { malformedReason } from '../malformed.ts';
import { type Block, isSkippedOnReplay, isToolCall, type MessageLike } from '../message.ts';
import { unpairedIdsOf } from '../stored-diagnostic.ts';
import type { HealOptions } from './heal-history.ts';
import type { ResultLike } from './match-results.ts';
import { isObject } from './rules/arguments-not-object.ts';
import { RequestIds } from './rules/duplicate-id.ts';
import { isIllegalId } from './rules/illegal-id.ts';
import { isIllegalName } from './rules/illegal-name.ts';
import { hasLoneSurrogate } from './rules/lone-surrogate.ts';
import { isLongName } from './rules/long-name.ts';
import { stopsWithoutCall } from './rules/stop-without-call.ts';
import { needsSaying } from './say-something.ts';
import { isUsers } from './turns.ts';

const ROLES = ['user', 'assistant', 'toolResult'] as const;

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
  const judgesTexts = !facts.cleansTexts || ROLES.some((role) => facts.sendsEmpty(role, target));
  /** Ids of the turn's calls that wait for a result. */
  const waiting: unknown[] = [];
  let isClosed = false;
  for (let index = 0; index < messages.length; index++) {
    const message = messages[index] as M;
    const { role } = message;
    if (role === 'toolResult') {
      const place = waiting.indexOf((message as ResultLike).toolCallId);
      if (place === -1 || isClosed) return true;
      if (place === waiting.length - 1) waiting.pop();
      else waiting.splice(place, 1);
    } else if (role === 'assistant') {
      if (!facts.answersOpenCalls && waiting.length > 0) return true;
      isClosed = isSkippedOnReplay(message);
      if (isClosed) continue;
      while (waiting.length > 0) waiting.pop();
      ids.startTurn();
      if (isOddTurn(message, options, ids, waiting)) return true;
    } else if (isUsers(message)) {
      if (!facts.answersOpenCalls && waiting.length > 0) return true;
      isClosed = true;
    }
    if (judgesTexts && needsSaying(message, target, facts)) return true;
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
  if (!Array.isArray(content)) return stopsWithoutCall(message);
  for (let index = 0; index < content.length; index++) {
    const block: unknown = content[index];
    if (!isToolCall(block)) continue;
    if (isOddCall(block, message.api) || !ids.claim(block.id)) return true;
    const { id, name } = block as { id: string; name: string } & Block;
    if (isIllegalName(name, target) || isLongName(name, target)) return true;
    if (!facts.makesIdsLegal && isIllegalId(id, target)) return true;
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
