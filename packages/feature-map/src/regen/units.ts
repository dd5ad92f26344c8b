import { byteLength } from '../map/budget.ts';
import { readLeadIn } from './lead-in.ts';
import type { Block } from './page-blocks.ts';

/** Blocks that stay together: a section may be divided between units, and nowhere else. */
export interface Unit {
  readonly start: number;
  readonly end: number;
  /** UTF-8, up to the next unit. */
  readonly bytes: number;
  /** The same without the blank lines at its end. */
  readonly ownBytes: number;
  readonly isItem: boolean;
  readonly leadIn: string | undefined;
  /** What stands above announces this unit: a better border is elsewhere. */
  readonly weak: boolean;
}

const BLANK_LINE_AT_END = /(?:\r\n|[\r\n])[ \t]*(?:\r\n|[\r\n])$/;
const ANNOUNCES = /:[*_\s]*$/;

/**
 * Puts the blocks of a stretch of text together into units. A heading stays with what it heads.
 *
 * @param enclosed the blocks of the section that no border may stand in front of, see `enclosedBlocks`
 */
export function unitsOf(text: string, blocks: readonly Block[], enclosed: ReadonlySet<Block>): Unit[] {
  const units: Unit[] = [];
  let first = 0;
  for (let next = 1; next <= blocks.length; next++) {
    const block = blocks[next];
    const above = blocks[next - 1];
    if (
      block !== undefined &&
      (above?.kind === 'heading' || block.kind === 'indented' || enclosed.has(block))
    )
      continue;
    units.push(unitOf(text, blocks, first, next));
    first = next;
  }
  return units;
}

function unitOf(text: string, blocks: readonly Block[], first: number, next: number): Unit {
  const block = blocks[first];
  const above = blocks[first - 1];
  const start = block?.start ?? 0;
  const end = blocks[next - 1]?.end ?? start;
  const source = text.slice(start, end);
  const isItem = block?.kind === 'item';
  return {
    start,
    end,
    bytes: byteLength(source),
    ownBytes: byteLength(source.trimEnd()),
    isItem,
    leadIn: isItem || block?.kind === 'paragraph' ? readLeadIn(source) : undefined,
    weak: above !== undefined && isAnnounced(text, above, isItem),
  };
}

/** Whether the block above ends in a colon, or has no blank line below it and is no item of the same list. */
function isAnnounced(text: string, above: Block, isItem: boolean): boolean {
  if (ANNOUNCES.test(above.text)) return true;
  return !(isItem && above.kind === 'item') && !BLANK_LINE_AT_END.test(text.slice(above.start, above.end));
}
