import { type Block, blocksOf, isToolCall } from '../message.ts';
import type { ResultLike } from './match-results.ts';
import { turnsOf } from './turns.ts';

/**
 * Gives results that do not say the name of their tool the one that their call has. DSH and some APIs do not keep it
 * with the result.
 *
 * @param messages a whole history; results in it are changed
 */
export function nameResults(messages: readonly ResultLike[]): void {
  for (const { messages: turn } of turnsOf(messages)) {
    const results = turn.filter(({ role }) => role === 'toolResult');
    const [head] = turn;
    if (head === undefined || results.every(({ toolName }) => toolName !== undefined)) continue;
    const calls = head.role === 'assistant' ? blocksOf(head).filter(isToolCall) : [];
    const names = resultNames(calls, results);
    for (const [at, result] of results.entries()) result.toolName ??= names[at];
  }
}

/**
 * Names of the tools behind the results of one turn. Hosts write one result a call, in the order of the calls
 * (`dsh-agent-loop`); where that does not fit, because a result was repaired, left out or added, a result has the
 * name that all calls of its id share.
 *
 * @param calls the tool calls of the turn's message, in order
 * @param results the tool results up to the next message, in order
 * @returns one name a result; `undefined` where it is not known
 */
export function resultNames(calls: readonly Block[], results: readonly ResultLike[]): unknown[] {
  const isInStep =
    calls.length === results.length && results.every(({ toolCallId }, at) => toolCallId === calls[at]?.id);
  if (isInStep) return calls.map(({ name }) => name);
  const namesOf = Map.groupBy(calls, ({ id }) => id);
  return results.map(({ toolCallId }) => {
    const names = new Set(namesOf.get(toolCallId)?.map(({ name }) => name));
    return names.size === 1 ? [...names][0] : undefined;
  });
}
