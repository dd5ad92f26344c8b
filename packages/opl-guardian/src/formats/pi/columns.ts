/** An entry of a session: its place among all entries of the file. */
export type PiEntry = number;

type NumberArray = Uint16Array | Uint32Array | Int32Array | Float64Array;

const BLOCK_BITS = 14;
const BLOCK_MASK = 2 ** BLOCK_BITS - 1;

/** A number for each entry. It grows by blocks, so that no copies of it lie in memory meanwhile. */
export class Column {
  readonly #blocks: NumberArray[] = [];
  readonly #Block: new (
    length: number,
  ) => NumberArray;

  constructor(Block: new (length: number) => NumberArray) {
    this.#Block = Block;
  }

  get(entry: PiEntry): number {
    return (this.#blocks[entry >> BLOCK_BITS] as NumberArray)[entry & BLOCK_MASK] as number;
  }

  /** @param entry at most the one behind those that have a number */
  set(entry: PiEntry, value: number): void {
    const at = entry >> BLOCK_BITS;
    const block = this.#blocks[at] ?? new this.#Block(BLOCK_MASK + 1);
    this.#blocks[at] = block;
    block[entry & BLOCK_MASK] = value;
  }
}
