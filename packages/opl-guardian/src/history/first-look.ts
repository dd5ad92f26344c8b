import { isJsonObject } from '../json-object.ts';
import { malformedReason } from '../malformed.ts';
import { type Block, isSkippedOnReplay, isToolCall, type MessageLike } from '../message.ts';
import { unpairedIdsOf } from '../stored-diagnostic.ts';
import type { HealOptions } from './heal-history.ts';
import type { ResultLike } from './match-results.ts';
import { RequestIds } from './rules/duplicate-id.ts';
import { thinksOnly } from './rules/empty-content.ts';
import { isIllegalId } from './rules/illegal-id.ts';
import { isIllegalName } from './rules/illegal-name.ts';
import { hasLoneSurrogate } from './rules/lone-surrogate.ts';
import { isLongName } from './rules/long-name.ts';
import { stopsWithoutCall } from './rules/stop-without-call.ts';
import { needsSaying } from './say-something.ts';
import { hasUnreadableCall } from './skipped-turn.ts';
import { isUsers } from './turns.ts';

const ROLES = ['user', 'assistant', 'toolResult'] as const;

/** A turn with more calls is taken for odd: the look at each result is a search among the calls that wait. */
const MANY_CALLS = 100;

/**
 * Whether anything in a history may need healing. It runs over every message of every request, so it only looks;
 * it may be too careful, never too lax.
 */
export function needsHealing<M extends MessageLike>(
  messages: readonly M[],
  options: HealOptions<M>,
): boolean {
  const { target, facts } = options;
  const { answersOpenCalls } = facts;
  const ids = RequestIds.of(target, facts);
  const judgesTexts = !facts.cleansTexts || ROLES.some((role) => facts.sendsEmpty(role, target));
  const judgesNames = target === 'google';
  /** The turn's calls that wait for a result. */
  const waiting: Block[] = [];
  let isClosed = false;
  // The list may make its messages when they are asked for, and every question costs.
  const { length } = messages;
  for (let index = 0; index < length; index++) {
    const message = messages[index] as M;
    const { role } = message;
    if (role === 'toolResult') {
      const { toolCallId, toolName } = message as ResultLike;
      const call = isClosed ? undefined : takeCall(waiting, toolCallId);
      if (call === undefined || (judgesNames && call.name !== toolName)) return true;
    } else if (role === 'assistant') {
      if (!answersOpenCalls && waiting.length > 0) return true;
      isClosed = isSkippedOnReplay(message);
      if (isClosed) {
        if (hasUnreadableCall(message)) return true;
        continue;
      }
      // Setting the length would give the list's memory back, and cost more than all the rest of the look.
      while (waiting.length > 0) waiting.pop();
      ids.startTurn();
      if (isOddTurn(message, options, ids, waiting)) return true;
    } else if (isUsers(message)) {
      if (!answersOpenCalls && waiting.length > 0) return true;
      isClosed = true;
    } else if (role === 'system' && !answersOpenCalls) {
      isClosed = true;
    }
    if (judgesTexts && needsSaying(message, target, facts)) return true;
  }
  return false;
}

function takeCall(waiting: Block[], id: unknown): Block | undefined {
  for (let at = 0; at < waiting.length; at++) {
    const call = waiting[at] as Block;
    if (call.id !== id) continue;
    if (at === waiting.length - 1) waiting.pop();
    else waiting.splice(at, 1);
    return call;
  }
  return undefined;
}

function isOddTurn<M extends MessageLike>(
  message: M,
  { target, facts }: HealOptions<M>,
  ids: RequestIds,
  waiting: Block[],
): boolean {
  const { content } = message;
  if (!Array.isArray(content)) return stopsWithoutCall(message);
  for (let index = 0; index < content.length; index++) {
    const block: unknown = content[index];
    if (!isToolCall(block)) continue;
    if (isOddCall(block, message.api) || !ids.claim(block.id) || !ids.claimItem(block.id)) return true;
    const { id, name } = block as { id: string; name: string } & Block;
    if (isIllegalName(name, target) || isLongName(name, target)) return true;
    if (isIllegalId(id, target, facts.makesIdsLegal)) return true;
    waiting.push(block);
  }
  if (waiting.length === 0) return message.stopReason === 'toolUse' || thinksOnly(message, target);
  return waiting.length > MANY_CALLS || unpairedIdsOf(message) !== undefined;
}

function isOddCall(call: Block, api: unknown): boolean {
  return (
    malformedReason(call, api) !== undefined ||
    !isJsonObject(call.arguments) ||
    hasLoneSurrogate(call.arguments) ||
    !(call.name as string).isWellFormed()
  );
}
