import type { Finding } from '../../history/finding.ts';
import type { StoredChange } from '../format.ts';
import { type ListedMessage, UNIT, type Unit } from './core.ts';
import type { MendedUnit } from './list.ts';

/**
 * What of a list changes, item by item. A change of which nothing is found itself (the result of a call that gets
 * a new id) has the findings of the turn in which it stands; in front of the first turn, those of the nearest change
 * (the results for which a line of the user stands).
 *
 * @param placeOf where an item of the file stands
 */
export function changesOf(
  units: readonly MendedUnit[],
  findings: readonly Finding<ListedMessage>[],
  placeOf: (item: unknown) => string | undefined,
): StoredChange[] {
  const findingsOf = Map.groupBy(findings, ({ message }) => message[UNIT]);
  const changes: StoredChange[] = [];
  let ofTurn: readonly Finding<ListedMessage>[] = [];
  let place = 'the beginning';
  for (const mended of units) {
    const own = findingsOf.get(mended.unit) ?? [];
    if (isTurn(mended.unit)) ofTurn = own;
    for (const { before, after } of mended.isChanged ? itemChanges(mended) : []) {
      const at = before === undefined ? `behind ${place}` : (placeOf(before) ?? place);
      changes.push({ place: at, before, after, findings: own.length > 0 ? own : ofTurn });
    }
    const last = mended.unit.items.at(-1);
    place = placeOf(last) ?? place;
  }
  return changes.map((change, at) =>
    change.findings.length > 0 ? change : { ...change, findings: nearestFindings(changes, at) },
  );
}

function nearestFindings(changes: readonly StoredChange[], at: number): StoredChange['findings'] {
  const hasFindings = ({ findings }: StoredChange) => findings.length > 0;
  const nearest = changes.slice(at).find(hasFindings) ?? changes.slice(0, at).findLast(hasFindings);
  return nearest?.findings ?? [];
}

function isTurn({ parts }: Unit): boolean {
  return parts[0]?.role === 'assistant';
}

/**
 * The items of a unit that differ, in the order of the mended list; those that are left out come last. Of a unit that
 * was moved nothing differs.
 */
function itemChanges({ unit, written }: MendedUnit): { before: unknown; after: unknown }[] {
  const differing = written.filter(({ item, from }) => item !== from);
  const isMoved = differing.length === 0 && written.length === unit.items.length;
  const changed = (isMoved ? written : differing).map(({ item, from }) => ({ before: from, after: item }));
  const kept = new Set(written.map(({ from }) => from));
  const leftOut = unit.isNew ? [] : unit.items.filter((item) => !kept.has(item));
  return [...changed, ...leftOut.map((item) => ({ before: item, after: undefined }))];
}
