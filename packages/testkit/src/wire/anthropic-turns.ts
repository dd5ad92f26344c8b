import { elements, isObject, type JsonObject, member } from '../json.ts';

/** A content block and where it stands in the body. */
export interface PlacedBlock {
  block: JsonObject;
  path: string;
}

/** Consecutive messages of one role, which the API takes as one. */
export interface WireTurn {
  role: unknown;
  blocks: PlacedBlock[];
}

/** The blocks of a message; a text in place of a list counts as one text block. */
export function blocksOf(message: unknown, path: string): PlacedBlock[] {
  const content = member(message, 'content');
  if (typeof content === 'string' && content !== '') {
    return [{ block: { type: 'text', text: content }, path: `${path}.content` }];
  }
  return elements(content).map((block, at) => ({
    block: isObject(block) ? block : {},
    path: `${path}.content[${at}]`,
  }));
}

/** Joins the consecutive messages of one role. */
export function turnsOf(messages: readonly unknown[]): WireTurn[] {
  const turns: WireTurn[] = [];
  messages.forEach((message, at) => {
    const role = member(message, 'role');
    const blocks = blocksOf(message, `messages[${at}]`);
    const last = turns.at(-1);
    if (last && last.role === role) last.blocks.push(...blocks);
    else turns.push({ role, blocks });
  });
  return turns;
}

/** Whether a turn holds a block of this type. */
export function holds(turn: WireTurn | undefined, type: string): boolean {
  return turn?.blocks.some(({ block }) => block.type === type) ?? false;
}

/** A path as this API writes it: `messages.3.content.0`. */
export function dotted(path: string): string {
  return path.replaceAll(/\[(\d+)\]/g, '.$1');
}
