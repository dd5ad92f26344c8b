import type { ContentBlock, StreamChunk } from '@deepseek-ai/dsh-llm';

/** One block of a response, as far as it has streamed. */
export interface StreamedBlock {
  readonly index: number;
  /** The type that its first chunk gave it. */
  readonly openedAs: string;
  id: unknown;
  name: unknown;
  arguments: string;
  /** The block of its `block-end`, which is final. */
  closed: ContentBlock | undefined;
  /** Its place among the blocks of which the host has seen a chunk. */
  place: number | undefined;
  /** A tool call that was let through or left out: later chunks of it have no meaning. */
  isSettled: boolean;
}

/** Chunks that belong to a block. */
export type BlockChunk = Extract<StreamChunk, { index: number }>;

/**
 * The blocks of a response in the order of their first chunks, by the rules of `BlockAssembler` in `dsh-llm`:
 * what is said here of a block is what the host would store of it.
 */
export class StreamedBlocks {
  readonly order: StreamedBlock[] = [];
  readonly #byIndex = new Map<number, StreamedBlock>();
  #places = 0;

  /** Takes in one chunk and gives the block that it belongs to; of a closed block nothing changes any more. */
  take(chunk: BlockChunk): StreamedBlock {
    const block = this.#byIndex.get(chunk.index) ?? this.#open(chunk);
    if (block.closed !== undefined) return block;
    if (chunk.type === 'block-end') {
      block.closed = chunk.block;
    } else if (chunk.type === 'tool-call-delta') {
      block.id = chunk.id;
      if (chunk.name) block.name = chunk.name;
      block.arguments += chunk.argumentsDelta;
    }
    return block;
  }

  /** Notes that the host sees a chunk of the block. */
  letOut(block: StreamedBlock): void {
    block.place ??= this.#places++;
  }

  /** An index that no block has. */
  freshIndex(): number {
    let index = this.order.length;
    while (this.#byIndex.has(index)) index++;
    return index;
  }

  #open(chunk: BlockChunk): StreamedBlock {
    const block: StreamedBlock = {
      index: chunk.index,
      openedAs: typeOfChunk(chunk),
      id: undefined,
      name: undefined,
      arguments: '',
      closed: undefined,
      place: undefined,
      isSettled: false,
    };
    this.#byIndex.set(chunk.index, block);
    this.order.push(block);
    return block;
  }
}

export function isBlockChunk(chunk: StreamChunk): chunk is BlockChunk {
  return chunk.type !== 'finish' && chunk.type !== 'usage' && 'index' in chunk;
}

/** Whether the host takes the block for a tool call, as things stand. */
export function isCall(block: StreamedBlock): boolean {
  return (block.closed?.type ?? block.openedAs) === 'tool-call';
}

/** The block that the host stores when nothing follows; text that has streamed is left out of an open block. */
export function assembled({
  closed,
  openedAs,
  index,
  id,
  name,
  arguments: args,
}: StreamedBlock): ContentBlock {
  if (closed !== undefined) return closed;
  if (openedAs === 'tool-call') {
    return { type: openedAs, id: id ?? `call-${index}`, name: name ?? '', arguments: args } as ContentBlock;
  }
  return { type: openedAs, text: '' } as ContentBlock;
}

function typeOfChunk(chunk: BlockChunk): string {
  switch (chunk.type) {
    case 'block-start':
      return chunk.blockType;
    case 'block-end':
      return chunk.block.type;
    case 'text-delta':
      return 'text';
    case 'reasoning-delta':
      return 'reasoning';
    case 'tool-call-delta':
      return 'tool-call';
  }
}
