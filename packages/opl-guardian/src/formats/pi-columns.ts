import type { MessageLike } from '../message.ts';

/** An entry of a session: its place among all entries of the file. */
export type PiEntry = number;

/** Where entries lie in the file and what they say: 28 bytes each, and the message. */
export class PiColumns {
  length = 0;
  /** Counted from 1. */
  lines = new Uint32Array(1024);
  /** Of its line, without the line feed; in bytes. */
  offsets = new Float64Array(1024);
  lengths = new Uint32Array(1024);
  /** The entry in front of it, or {@link ROOT}. */
  parents = new Int32Array(1024);
  /** The message that it gives to the history, or the summary that it stands for. */
  readonly messages: (MessageLike | undefined)[] = [];

  /** @returns the entry */
  add(line: number, offset: number, length: number, message: MessageLike | undefined): PiEntry {
    const entry = this.length++;
    if (entry === this.lines.length) {
      this.lines = grown(this.lines);
      this.offsets = grown(this.offsets);
      this.lengths = grown(this.lengths);
      this.parents = grown(this.parents);
    }
    this.lines[entry] = line;
    this.offsets[entry] = offset;
    this.lengths[entry] = length;
    this.parents[entry] = ROOT;
    this.messages.push(message);
    return entry;
  }
}

/** Nothing is in front of the entry. */
export const ROOT = -1;

function grown<Column extends Uint32Array | Int32Array | Float64Array>(column: Column): Column {
  const larger = new (column.constructor as new (length: number) => Column)(Math.ceil(column.length * 1.5));
  larger.set(column);
  return larger;
}
