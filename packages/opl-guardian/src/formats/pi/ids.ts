import { Column, type PiEntry } from './columns.ts';

/** Ids as Pi makes them: eight hexadecimal digits. */
const CODED_ID = /^[0-9a-f]{8}$/;

/**
 * What is kept of an id, which in a file can be anything: ids as Pi makes them become numbers, which take four bytes
 * each, and ids that are numbers become texts that nobody writes.
 */
export type IdKey = unknown;

export function idKey(id: unknown): IdKey {
  if (typeof id === 'string') return CODED_ID.test(id) ? Number.parseInt(id, 16) : id;
  return typeof id === 'number' ? `\0${id}` : id;
}

/** The id behind a key, for people. */
function idOfKey(key: IdKey): unknown {
  return typeof key === 'number' ? key.toString(16).padStart(8, '0') : key;
}

/** The ids of entries. */
export class PiIds {
  readonly #codes = new Column(Uint32Array);
  /** Keys of entries whose ids are no codes. */
  readonly #others = new Map<PiEntry, IdKey>();
  #length = 0;

  /** Takes the id of the next entry. */
  add(key: IdKey): void {
    const entry = this.#length++;
    this.#codes.set(entry, typeof key === 'number' ? key : 0);
    if (typeof key !== 'number') this.#others.set(entry, key);
  }

  replace(entry: PiEntry, key: IdKey): void {
    this.#others.delete(entry);
    if (typeof key === 'number') this.#codes.set(entry, key);
    else this.#others.set(entry, key);
  }

  keyOf(entry: PiEntry): IdKey {
    return this.#others.has(entry) ? this.#others.get(entry) : this.#codes.get(entry);
  }

  idOf(entry: PiEntry): unknown {
    return idOfKey(this.keyOf(entry));
  }

  /**
   * Finds entries by their ids; of several with one id the last, as Pi does.
   *
   * @param onHidden told of each entry that a later one with its id hides
   */
  index(onHidden: (entry: PiEntry) => void): (key: IdKey) => PiEntry | undefined {
    const codes = this.#codes;
    const size = 2 ** Math.ceil(Math.log2(2 * this.#length + 2));
    const table = new Int32Array(size).fill(-1);
    const others = new Map<IdKey, PiEntry>();
    const placeOf = (code: number): number => {
      let place = Math.imul(code, 0x9e3779b1) >>> (32 - Math.log2(size));
      while (table[place] !== -1 && codes.get(table[place] as number) !== code)
        place = (place + 1) & (size - 1);
      return place;
    };
    for (let entry = 0; entry < this.#length; entry++) {
      if (this.#others.has(entry)) {
        const key = this.#others.get(entry);
        const hidden = others.get(key);
        if (hidden !== undefined) onHidden(hidden);
        others.set(key, entry);
        continue;
      }
      const place = placeOf(codes.get(entry));
      const hidden = table[place] as number;
      if (hidden !== -1) onHidden(hidden);
      table[place] = entry;
    }
    return (key) => {
      if (typeof key !== 'number') return others.get(key);
      const found = table[placeOf(key)] as number;
      return found === -1 ? undefined : found;
    };
  }
}
