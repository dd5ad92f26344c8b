import { idFault, nameFault } from './malformed.ts';
import type { Block, MessageLike } from './message.ts';

/** A tool result message as far as matching needs it. */
export interface ResultLike extends MessageLike {
  toolCallId?: unknown;
  toolName?: unknown;
  isError?: unknown;
}

export interface MatchedResults {
  /** For a malformed call with a name: the one result that is surely its own. */
  resultOf: Map<Block, ResultLike>;
  /** Results of malformed calls that could not be told apart, or that belong to a call without a name. */
  leftOut: Set<ResultLike>;
}

/**
 * Matches the results of one turn with its malformed calls. Ids restart every turn with some providers and a
 * call without a name can share its id with a valid one, so nothing outside the turn is looked at, and valid
 * calls choose first.
 *
 * A result is surely a call's own when it is the only one under the call's id and name, or, among what that
 * leaves, under its name. Several calls and as many results under one name are told apart by their order, but
 * only where none of the results is an error: hosts write results of calls that ran in the order of the calls,
 * while older ones wrote refused calls (blocked, invalid arguments) in front of them.
 *
 * @param calls all tool calls of the turn, in order
 * @param malformed the malformed ones among them
 * @param results the tool results between this turn and the next, in order
 * @param api Pi's name of the API that produced the turn
 */
export function matchResults(
  calls: readonly Block[],
  malformed: ReadonlySet<unknown>,
  results: readonly ResultLike[],
  api: unknown,
): MatchedResults {
  const free = new Set(results);
  const take = (isOwn: (result: ResultLike) => boolean): ResultLike | undefined => {
    for (const result of free) {
      if (!isOwn(result)) continue;
      free.delete(result);
      return result;
    }
    return undefined;
  };
  for (const call of calls) {
    if (malformed.has(call)) continue;
    take((result) => result.toolCallId === call.id && result.toolName === call.name) ??
      take((result) => result.toolCallId === call.id && nameFault(result.toolName) === undefined);
  }

  const leftOut = new Set<ResultLike>();
  for (const call of calls) {
    if (!malformed.has(call) || nameFault(call.name) === undefined) continue;
    const isItsId = (result: ResultLike) => result.toolCallId === call.id;
    const own =
      take((result) => isItsId(result) && nameFault(result.toolName) !== undefined) ?? take(isItsId);
    if (own !== undefined) leftOut.add(own);
  }

  const named = calls.filter((call) => malformed.has(call) && nameFault(call.name) === undefined);
  const withoutId = [...free].filter((result) => idFault(result.toolCallId, api) !== undefined);
  const resultOf = new Map<Block, ResultLike>();
  pairEqualGroups(named, withoutId, resultOf, (id, name) => `${idKey(id)} ${name}`);
  const paired = new Set(resultOf.values());
  const restCalls = named.filter((call) => !resultOf.has(call));
  const restResults = withoutId.filter((result) => !paired.has(result));
  pairEqualGroups(restCalls, restResults, resultOf, (_id, name) => name);

  for (const result of resultOf.values()) paired.add(result);
  for (const result of withoutId) if (!paired.has(result)) leftOut.add(result);
  return { resultOf, leftOut };
}

function pairEqualGroups(
  calls: readonly Block[],
  results: readonly ResultLike[],
  resultOf: Map<Block, ResultLike>,
  key: (id: unknown, name: string) => string,
): void {
  const callGroups = Map.groupBy(calls, (call) => key(call.id, idKey(call.name)));
  const resultGroups = Map.groupBy(results, (result) => key(result.toolCallId, idKey(result.toolName)));
  for (const [group, groupCalls] of callGroups) {
    const groupResults = resultGroups.get(group);
    if (groupResults?.length !== groupCalls.length) continue;
    if (groupResults.length > 1 && groupResults.some((result) => result.isError !== false)) continue;
    for (const [index, call] of groupCalls.entries()) resultOf.set(call, groupResults[index] as ResultLike);
  }
}

/** Tells ids apart by type and value; objects, which no provider uses as ids, all look the same. */
function idKey(id: unknown): string {
  return typeof id === 'object' && id !== null ? 'object' : `${typeof id} ${String(id)}`;
}
