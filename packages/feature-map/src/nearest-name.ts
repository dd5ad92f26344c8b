/**
 * The name that a mistyped one most likely means: the nearest by edits (insert, delete, replace, swap of
 * neighbours), case ignored, and at most a third of the name away; `undefined` when none is that near. The
 * first of equals wins.
 */
export function nearestName<Name extends string>(typed: string, names: readonly Name[]): Name | undefined {
  let nearest: Name | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const limit = Math.max(1, Math.floor(name.length / 3));
    if (Math.abs(name.length - typed.length) > limit) continue;
    const edits = editDistance(typed.toLowerCase(), name.toLowerCase());
    if (edits <= limit && edits < least) {
      nearest = name;
      least = edits;
    }
  }
  return nearest;
}

/** Optimal string alignment distance. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      const at = (line: readonly number[], index: number) => line[index] ?? Number.POSITIVE_INFINITY;
      let best = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
      );
      if (from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        best = Math.min(best, at(beforeLast, column - 2) + 1);
      }
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}
