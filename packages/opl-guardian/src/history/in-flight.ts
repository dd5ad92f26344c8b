import { type Block, isToolCall, type MessageLike } from '../message.ts';
import type { ResultLike } from './match-results.ts';

/**
 * Ids that several calls of the newest turn share while some of them wait for their results: which result is whose
 * shows when all are there, so nothing of them is touched before.
 *
 * @param blocks of the turn's message
 * @param messages of the turn
 * @param malformed the calls with a blank id or name
 */
export function idsInFlight(
  blocks: readonly unknown[],
  messages: readonly MessageLike[],
  malformed: ReadonlySet<unknown>,
): Set<unknown> {
  const calls = blocks.filter((block): block is Block => isToolCall(block) && !malformed.has(block));
  const byId = Map.groupBy(calls, ({ id }) => id);
  const results = Map.groupBy(messages, (message) => (message as ResultLike).toolCallId);
  const shared = [...byId].filter(
    ([id, { length }]) => length > 1 && (results.get(id)?.length ?? 0) < length,
  );
  return new Set(shared.map(([id]) => id));
}
