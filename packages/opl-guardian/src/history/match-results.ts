import { idFault, nameFault } from '../malformed.ts';
import type { Block, MessageLike } from '../message.ts';
import { FreeResults } from './free-results.ts';
import { matchStrays } from './match-strays.ts';
import { asObject } from './rules/arguments-not-object.ts';

/** A tool result message as far as matching needs it. */
export interface ResultLike extends MessageLike {
  toolCallId?: unknown;
  toolName?: unknown;
  isError?: unknown;
}

/** Every result of a turn is in exactly one of these. */
export interface MatchedResults {
  /** The one result that is surely a call's own; calls without a name have none. */
  resultOf: Map<Block, ResultLike>;
  /** Further results of calls that have one. */
  repeated: Set<ResultLike>;
  /** Results that go with their calls: of calls without a name, and of calls that cannot be told apart. */
  lost: Set<ResultLike>;
  /** Results that are a call's own though they have no id, or another spelling of its id. */
  strays: Set<ResultLike>;
  /** Results of no call of the turn. */
  orphans: Set<ResultLike>;
  /** Well-formed calls that share their id and whose results cannot be told apart. */
  untold: Set<Block>;
}

/**
 * Matches the results of one turn with its calls. Ids restart every turn with some providers and a call without a
 * name can share its id with a valid one, so nothing outside the turn is looked at, and valid calls choose first.
 *
 * A result is surely a call's own when it is the only one under the call's id and name, or, for a call without an
 * id, among what that leaves, under its name. Several calls and as many results under one name are told apart by
 * their order, but only where none of the results is an error: hosts write results of calls that ran in the order
 * of the calls, while older ones wrote refused calls (blocked, invalid arguments) in front of them.
 *
 * @param calls all tool calls of the turn, in order
 * @param malformed the ones with a blank id or name among them
 * @param results the tool results between this turn and the next, in order
 * @param api Pi's name of the API that produced the turn
 */
export function matchResults(
  calls: readonly Block[],
  malformed: ReadonlySet<unknown>,
  results: readonly ResultLike[],
  api: unknown,
): MatchedResults {
  const matched: MatchedResults = {
    resultOf: new Map(),
    repeated: new Set(),
    lost: new Set(),
    strays: new Set(),
    orphans: new Set(),
    untold: new Set(),
  };
  const free = new FreeResults(results);
  const wellFormed = calls.filter((call) => !malformed.has(call));
  const nameless = calls.filter((call) => malformed.has(call) && nameFault(call.name) !== undefined);
  const idless = calls.filter((call) => malformed.has(call) && nameFault(call.name) === undefined);
  const idsOfNameless = new Set(nameless.map((call) => call.id));
  for (const [id, group] of Map.groupBy(wellFormed, (call) => call.id)) {
    const own = free
      .under(id)
      .filter(({ toolName }) => !idsOfNameless.has(id) || nameFault(toolName) === undefined);
    if (group.length === 1) matchSingle(group[0] as Block, own, free, matched);
    else matchSharedId(group, own, free, matched);
  }
  matchNameless(nameless, free, matched);
  matchIdless(idless, free, matched, api);
  matchStrays(wellFormed, free, matched, api);
  matched.orphans = free.left();
  return matched;
}

function matchSingle(
  call: Block,
  named: readonly ResultLike[],
  free: FreeResults,
  matched: MatchedResults,
): void {
  const sameName = named.filter((result) => result.toolName === call.name);
  const own = mostTelling(sameName) ?? mostTelling(named);
  if (own === undefined) return;
  matched.resultOf.set(call, own);
  for (const result of named) {
    free.take(result);
    if (result !== own) matched.repeated.add(result);
  }
}

function mostTelling(results: readonly ResultLike[]): ResultLike | undefined {
  return results.find((result) => result.isError !== true) ?? results[0];
}

function matchSharedId(
  group: readonly Block[],
  own: readonly ResultLike[],
  free: FreeResults,
  matched: MatchedResults,
): void {
  for (const result of own) free.take(result);
  const byName = Map.groupBy(own, (result) => idKey(result.toolName));
  for (const [name, calls] of Map.groupBy(group, (call) => idKey(call.name))) {
    const results = byName.get(name) ?? [];
    byName.delete(name);
    pairInOrder(calls, results, matched);
  }
  const rest = [...byName.values()].flat();
  const open = group.filter((call) => !matched.resultOf.has(call) && !matched.untold.has(call));
  for (const result of rest) (open.length > 0 ? matched.lost : matched.repeated).add(result);
  if (rest.length > 0) for (const call of open) matched.untold.add(call);
}

/** Calls of one id and name with the results under the same. */
function pairInOrder(
  calls: readonly Block[],
  results: readonly ResultLike[],
  { resultOf, repeated, untold, lost }: MatchedResults,
): void {
  const [first] = calls;
  const own = mostTelling(results);
  if (first === undefined || own === undefined) return;
  if (calls.length === 1) {
    resultOf.set(first, own);
    for (const result of results) if (result !== own) repeated.add(result);
    return;
  }
  const areOne = calls.every((call) => isSameValue(asObject(call.arguments), asObject(first.arguments)));
  const areInOrder = results.every((result) => result.isError === false);
  if (areInOrder && (results.length === calls.length || (areOne && results.length < calls.length))) {
    for (const [index, result] of results.entries()) resultOf.set(calls[index] as Block, result);
    return;
  }
  for (const call of calls) untold.add(call);
  for (const result of results) lost.add(result);
}

function matchNameless(calls: readonly Block[], free: FreeResults, { lost }: MatchedResults): void {
  for (const [id, group] of Map.groupBy(calls, (call) => call.id)) {
    const own = free.under(id);
    const isNamed = ({ toolName }: ResultLike) => nameFault(toolName) === undefined;
    const namelessFirst = [...own.filter((result) => !isNamed(result)), ...own.filter(isNamed)];
    for (const result of namelessFirst.slice(0, group.length)) {
      free.take(result);
      lost.add(result);
    }
  }
}

function matchIdless(
  calls: readonly Block[],
  free: FreeResults,
  { resultOf, lost }: MatchedResults,
  api: unknown,
): void {
  if (calls.length === 0) return;
  const withoutId = [...free.left()].filter((result) => idFault(result.toolCallId, api) !== undefined);
  pairEqualGroups(calls, withoutId, resultOf, (id, name) => `${idKey(id)} ${name}`);
  const paired = new Set(resultOf.values());
  const restCalls = calls.filter((call) => !resultOf.has(call));
  const restResults = withoutId.filter((result) => !paired.has(result));
  pairEqualGroups(restCalls, restResults, resultOf, (_id, name) => name);
  for (const result of resultOf.values()) paired.add(result);
  for (const result of withoutId) {
    free.take(result);
    if (!paired.has(result)) lost.add(result);
  }
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

/** Values that are nested too deeply to be written as JSON count as different. */
function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  try {
    return JSON.stringify(a) === JSON.stringify(b);
  } catch {
    return false;
  }
}
