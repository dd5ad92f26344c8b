import { ShapeReader } from '../json/shape.ts';
import { type IdKey, idKey } from './ids.ts';
import { type PiRecipe, recipeOf, WORD_KEYS } from './recipe.ts';

/** What is read of a line at a glance; the very object at each call. */
export interface Glance {
  id: IdKey;
  /** `undefined` for a root. */
  parent: IdKey | undefined;
  recipe: PiRecipe;
  /** Where the ids of the recipe lie, in pairs of start and end. */
  readonly ids: number[];
}

/** Longer ids, and ids of more calls, are for a slower reader. */
const LONGEST_ID = 1024;
const MOST_IDS = 32;

/** Reads entries of the kinds that make up nearly all of a session without parsing each. */
export class PiShapes {
  readonly #reader = new ShapeReader<PiRecipe | null>(WORD_KEYS, recipeOf);
  #bytes: Buffer | undefined;
  #glance: Glance | undefined;

  /** @returns `undefined` for a line that has to be parsed */
  read(bytes: Buffer, from: number, to: number): Glance | undefined {
    const reader = this.#reader;
    if (bytes !== this.#bytes) {
      this.#bytes = bytes;
      reader.use(bytes);
    }
    const recipe = reader.read(from, to);
    if (!recipe || recipe.ids.length > MOST_IDS) return undefined;
    const id = this.#keyOf(recipe.id);
    const parent = recipe.parent === undefined ? undefined : this.#keyOf(recipe.parent);
    if (id === undefined || (recipe.parent !== undefined && parent === undefined)) return undefined;
    const glance = this.#glance ?? { id, parent, recipe, ids: [] };
    this.#glance = glance;
    glance.id = id;
    glance.parent = parent;
    glance.recipe = recipe;
    glance.ids.length = 0;
    for (const slot of recipe.ids) {
      const start = reader.startOf(slot);
      const end = reader.endOf(slot);
      if (end - start > LONGEST_ID || !reader.isPlain(slot)) return undefined;
      glance.ids.push(start, end);
    }
    return hasRepeatedId(bytes, glance.ids) ? undefined : glance;
  }

  #keyOf(slot: number): IdKey | undefined {
    return this.#reader.code(slot) ?? idKey(this.#reader.text(slot));
  }
}

function hasRepeatedId(bytes: Buffer, ids: readonly number[]): boolean {
  if (ids.length < 4) return false;
  const texts = new Set<string>();
  for (let index = 0; index < ids.length; index += 2) {
    texts.add(bytes.toString('latin1', ids[index], ids[index + 1]));
  }
  return texts.size < ids.length / 2;
}
