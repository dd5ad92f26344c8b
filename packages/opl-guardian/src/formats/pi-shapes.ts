import type { MessageLike } from '../message.ts';
import { blocksOf, isToolCall } from '../message.ts';
import { ShapeReader } from './json-shape.ts';
import { type IdKey, idKey } from './pi-ids.ts';
import { messageOf, type PiRecipe, recipeOf, WORD_KEYS } from './pi-recipe.ts';

/** What is read of a line at a glance. */
export interface GlancedEntry {
  id: IdKey;
  /** `undefined` for a root. */
  parent: IdKey | undefined;
  message: MessageLike | undefined;
}

/** Reads entries of the kinds that make up nearly all of a session without parsing each. */
export class PiShapes {
  readonly #reader = new ShapeReader<PiRecipe | null>(WORD_KEYS, recipeOf);
  /** Ids of the last calls: their results have the same, and share the strings. */
  #calls: unknown[] = [];
  #bytes: Buffer | undefined;
  readonly #text = (slot: number) => {
    const text = this.#reader.text(slot);
    const call = text === undefined ? -1 : this.#calls.indexOf(text);
    return call === -1 ? text : (this.#calls[call] as string);
  };

  /** @returns `undefined` for a line that has to be parsed */
  read(bytes: Buffer, from: number, to: number): GlancedEntry | undefined {
    if (bytes !== this.#bytes) {
      this.#bytes = bytes;
      this.#reader.use(bytes);
    }
    const recipe = this.#reader.read(from, to);
    if (!recipe) return undefined;
    const id = this.#keyOf(recipe.id);
    const parent = recipe.parent === undefined ? undefined : this.#keyOf(recipe.parent);
    const message = messageOf(recipe, this.#text);
    const isIncomplete =
      id === undefined ||
      (recipe.parent !== undefined && parent === undefined) ||
      (recipe.message !== undefined && message === undefined);
    if (isIncomplete) return undefined;
    if (message?.role === 'assistant') {
      this.#calls = blocksOf(message)
        .filter(isToolCall)
        .map((call) => call.id);
    }
    return { id, parent, message };
  }

  #keyOf(slot: number): IdKey | undefined {
    return this.#reader.code(slot) ?? idKey(this.#reader.text(slot));
  }
}
