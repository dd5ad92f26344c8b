import type { ResultLike } from '../history/match-results.ts';
import type { Block } from '../message.ts';

/**
 * Names of the tools behind the results of one turn, which DSH does not store with them. The host writes one
 * result a call, in the order of the calls (`dsh-agent-loop`); where that does not fit, because a result was
 * repaired, left out or added, a result has the name that all calls of its id share.
 *
 * @param calls the tool calls of the turn's message, in order
 * @param results the tool results up to the next message, in order
 * @returns one name a result; `undefined` where it is not known
 */
export function resultNames(calls: readonly Block[], results: readonly ResultLike[]): unknown[] {
  const isInStep =
    calls.length === results.length && results.every(({ toolCallId }, at) => toolCallId === calls[at]?.id);
  if (isInStep) return calls.map(({ name }) => name);
  return results.map(({ toolCallId }) => {
    const names = new Set(calls.filter(({ id }) => id === toolCallId).map(({ name }) => name));
    return names.size === 1 ? [...names][0] : undefined;
  });
}
