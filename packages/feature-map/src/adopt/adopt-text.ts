import { openPlaces } from '../init/init-text.ts';
import { byteLength } from '../map/budget.ts';
import { quote } from '../quote.ts';
import type { ItemKind, PlanItem } from './plan-item.ts';
import type { AdoptResult } from './run-adopt.ts';

/**
 * The answer of adopt for a reader: what was written, then as many places to fill in and whole items as there is room
 * for, and how many are left out.
 *
 * @param maxBytes most bytes (UTF-8); 1024 or more
 */
export function adoptText(result: AdoptResult, maxBytes: number): string {
  const { root, sendToInit, items, written, refused } = result;
  if (sendToInit) {
    return (
      `There is nothing to adopt in ${quote(root)}: it has no AGENTS.md and no documents. ` +
      'Begin with feature_map_init.'
    );
  }
  const head = [
    `Documents of ${quote(root)}: ${totals(items)}`,
    ...written.map(({ path }) => `Written: ${path}`),
    ...refused.map(({ path, reason }) => `Not written: ${path} ${reason}`),
  ].join('\n');
  const open = items.filter(({ done }) => !done);
  return withBlocks(head, [...openPlaces(written), ...open.map(itemText)], maxBytes);
}

function totals(items: readonly PlanItem[]): string {
  const open = items.filter(({ done }) => !done);
  if (open.length === 0) return 'nothing is left to do.';
  const count = (kind: ItemKind) => open.filter((item) => item.kind === kind).length;
  return (
    `${open.length} to do, ${count('deterministic')} deterministic (follow from the files), ` +
    `${count('judgment')} judgment (an author’s).`
  );
}

const UNPRINTABLE = /[\p{C}\u2028\u2029]/u;

function itemText({ kind, severity, rule, file, line, message, remedy, insert }: PlanItem): string {
  const place = UNPRINTABLE.test(file) ? quote(file) : file;
  const lines = [`${kind} ${severity} ${rule} at ${place}:${line}`, `  ${message} ${remedy}`];
  const inserted = insert?.split('\n').map((text) => (text === '' ? '' : `    ${text}`)) ?? [];
  return [...lines, ...inserted].join('\n');
}

function withBlocks(head: string, blocks: readonly string[], maxBytes: number): string {
  const closing = (left: number) => `[${left} of ${blocks.length} are left out: do these, then ask again]`;
  const whole = [head, ...blocks].join('\n');
  if (byteLength(whole) <= maxBytes) return whole;
  let room = maxBytes - byteLength(`${head}\n${closing(blocks.length)}`);
  const kept: string[] = [];
  for (const block of blocks) {
    room -= byteLength(block) + 1;
    if (room < 0) break;
    kept.push(block);
  }
  return [head, ...kept, closing(blocks.length - kept.length)].join('\n');
}
