import { idFault, nameFault } from '../malformed.ts';
import type { Block } from '../message.ts';
import type { FreeResults } from './free-results.ts';
import type { MatchedResults, ResultLike } from './match-results.ts';

/**
 * Takes in results that lost their id on the way, where one call of the turn and one result are left
 * (github.com/decolua/9router/issues/3369), and ones whose id a host made legal while the call kept its own
 * (github.com/RooCodeInc/Roo-Code/issues/11131).
 */
export function matchStrays(
  calls: readonly Block[],
  free: FreeResults,
  { resultOf, untold, strays }: MatchedResults,
  api: unknown,
): void {
  const left = [...free.left()];
  if (left.length === 0) return;
  const open = calls.filter((call) => !resultOf.has(call) && !untold.has(call));
  const pair = (call: Block | undefined, results: readonly ResultLike[] | undefined) => {
    const [result] = results ?? [];
    if (call === undefined || result === undefined || results?.length !== 1) return;
    if (nameFault(result.toolName) === undefined && result.toolName !== call.name) return;
    resultOf.set(call, result);
    strays.add(result);
    free.take(result);
  };
  const bySpelling = Map.groupBy(left, ({ toolCallId }) => spelling(toolCallId));
  for (const [id, group] of Map.groupBy(open, (call) => spelling(call.id))) {
    if (group.length === 1) pair(group[0], bySpelling.get(id));
  }
  const stillOpen = open.filter((call) => !resultOf.has(call));
  const withoutId = left.filter((result) => !strays.has(result) && idFault(result.toolCallId, api));
  if (stillOpen.length === 1) pair(stillOpen[0], withoutId);
}

function spelling(id: unknown): unknown {
  return typeof id === 'string' ? id.replace(/[^\w-]/g, '_') : id;
}
