import type { StreamChunk } from '@deepseek-ai/dsh-llm';
import { withoutItemPart } from '../history/item-part.ts';

export type Finish = Extract<StreamChunk, { type: 'finish' }>;

/** A note as a text block of its own. */
export function noteChunks(index: number, text: string): StreamChunk[] {
  return [
    { type: 'block-start', index, blockType: 'text' },
    { type: 'text-delta', index, text },
    { type: 'block-end', index, block: { type: 'text', text } },
  ];
}

/** A chunk of a tool call whose id goes without the part that names a Responses item. */
export function withoutItemId(chunk: StreamChunk): StreamChunk {
  if (chunk.type === 'tool-call-delta') return { ...chunk, id: shortened(chunk.id) };
  if (chunk.type !== 'block-end' || chunk.block.type !== 'tool-call') return chunk;
  return { ...chunk, block: { ...chunk.block, id: shortened(chunk.block.id) } };
}

function shortened<T>(id: T): T {
  return typeof id === 'string' ? (withoutItemPart(id) as T) : id;
}

/**
 * The finish with the envelope's entries for what the host has. An envelope whose entries did not match the
 * response is left out: the host would have discarded it, and after a cut the count could match by chance.
 */
export function cutFinish(finish: Finish, isAligned: boolean, entries: unknown[]): Finish {
  const { replayState, ...rest } = finish;
  if (replayState?.blocks === undefined) return finish;
  return isAligned ? { ...rest, replayState: { ...replayState, blocks: entries } } : rest;
}
