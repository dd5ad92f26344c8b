import type { MessageLike } from '../../message.ts';
import { Column, type PiEntry } from './columns.ts';
import { messageOf, type PiRecipe } from './recipe.ts';
import type { Glance } from './shapes.ts';

const CHUNK_SIZE = 1024 * 1024;

/**
 * The short messages of entries in little memory: of most only the recipe is kept and the bytes of their ids, and the
 * message is made when it is asked for.
 */
export class PiMessages {
  readonly #recipes: PiRecipe[] = [];
  readonly #places = new Map<PiRecipe, number>();
  /** For each entry the place of its recipe, counted from 1; 0 for entries that were parsed. */
  readonly #recipeOf = new Column(Uint16Array);
  /** For each entry where its ids begin. */
  readonly #idsOf = new Column(Uint32Array);
  /** Messages of entries that were parsed. */
  readonly #parsed = new Map<PiEntry, MessageLike>();
  readonly #ids = new IdBytes();
  #count = 0;

  /** Takes the message of the next entry. */
  add(message: MessageLike | undefined): void {
    const entry = this.#count++;
    this.#recipeOf.set(entry, 0);
    if (message !== undefined) this.#parsed.set(entry, message);
  }

  /** Takes the next entry as a glance at its line shows it. */
  addGlance(bytes: Uint8Array, { recipe, ids }: Glance): void {
    const entry = this.#count++;
    let place = this.#places.get(recipe);
    if (place === undefined) {
      place = this.#recipes.push(recipe);
      this.#places.set(recipe, place);
    }
    this.#recipeOf.set(entry, place);
    this.#idsOf.set(entry, this.#ids.add(bytes, ids));
  }

  /** Puts what is known better in the place of an entry's message. */
  replace(entry: PiEntry, message: MessageLike | undefined): void {
    this.#recipeOf.set(entry, 0);
    if (message === undefined) this.#parsed.delete(entry);
    else this.#parsed.set(entry, message);
  }

  /** Whether an entry gives a message. */
  has(entry: PiEntry): boolean {
    const place = this.#recipeOf.get(entry);
    return place === 0 ? this.#parsed.has(entry) : this.#recipes[place - 1]?.message !== undefined;
  }

  /** The message of an entry: another object at each call for most. */
  of(entry: PiEntry): MessageLike | undefined {
    const place = this.#recipeOf.get(entry);
    const recipe = this.#recipes[place - 1];
    return recipe === undefined
      ? this.#parsed.get(entry)
      : messageOf(recipe, this.#ids.reader(this.#idsOf.get(entry)));
  }
}

/** Ids one behind the other, each as its length in two bytes and its bytes. */
class IdBytes {
  readonly #chunks: Buffer[] = [];
  #used = CHUNK_SIZE;
  /** Where the ids of the latest turn lie: its results have the same ones. */
  #latest: number[] = [];

  /**
   * @param ids pairs of start and end in the bytes; all of them fit in a chunk
   * @returns where they lie
   */
  add(bytes: Uint8Array, ids: readonly number[]): number {
    if (ids.length === 2) {
      const known = this.#latest.find((place) =>
        this.#isAt(place, bytes, ids[0] as number, ids[1] as number),
      );
      if (known !== undefined) return known;
    }
    let needed = ids.length;
    for (let index = 0; index < ids.length; index += 2)
      needed += (ids[index + 1] as number) - (ids[index] as number);
    if (this.#used + needed > CHUNK_SIZE) {
      this.#chunks.push(Buffer.allocUnsafeSlow(CHUNK_SIZE));
      this.#used = 0;
    }
    const first = this.#end;
    this.#latest = [];
    for (let index = 0; index < ids.length; index += 2) {
      this.#latest.push(this.#end);
      this.#write(bytes, ids[index] as number, ids[index + 1] as number);
    }
    return first;
  }

  /** Reads the ids from a place on, one at each call. */
  reader(place: number): () => string {
    const chunk = this.#chunks[Math.floor(place / CHUNK_SIZE)] as Buffer;
    let at = place % CHUNK_SIZE;
    return () => {
      const start = at + 2;
      at = start + chunk.readUInt16LE(at);
      return chunk.toString('latin1', start, at);
    };
  }

  get #end(): number {
    return (this.#chunks.length - 1) * CHUNK_SIZE + this.#used;
  }

  #write(bytes: Uint8Array, start: number, end: number): void {
    const chunk = this.#chunks.at(-1) as Buffer;
    this.#used = chunk.writeUInt16LE(end - start, this.#used);
    for (let at = start; at < end; at++) chunk[this.#used++] = bytes[at] as number;
  }

  #isAt(place: number, bytes: Uint8Array, start: number, end: number): boolean {
    const chunk = this.#chunks[Math.floor(place / CHUNK_SIZE)] as Buffer;
    const at = place % CHUNK_SIZE;
    if (chunk.readUInt16LE(at) !== end - start) return false;
    for (let index = start; index < end; index++) {
      if (chunk[at + 2 + index - start] !== bytes[index]) return false;
    }
    return true;
  }
}
