/** What else a word of a topic may be called in a map. */
import { derivedKeys } from './rank-related.ts';
import { DERIVED_WEIGHT, SYNONYM_WEIGHT } from './rank-weights.ts';
import { synonymsOf } from './thesaurus/thesaurus.ts';
import { stem } from './words.ts';

/** A key that stands for a word, and for how much of it: 1 for the word itself. */
export interface Form {
  key: string;
  weight: number;
}

/** Shorter halves of a compound are syllables. */
const HALF_LENGTH = 3;

/**
 * The word itself, its derivations and its synonyms; where the map has none of them, the two halves of a compound.
 * @param has whether the map has a key.
 */
export function formsOf(key: string, has: (key: string) => boolean): Form[] {
  const weights = new Map([[key, 1]]);
  for (const derived of derivedKeys(key)) weights.set(derived, DERIVED_WEIGHT);
  for (const synonym of synonymsOf(key)) if (!weights.has(synonym)) weights.set(synonym, SYNONYM_WEIGHT);
  const forms = Array.from(weights, ([form, weight]) => ({ key: form, weight }));
  return forms.some((form) => has(form.key)) ? forms : [...forms, ...halvesOf(key, has)];
}

function halvesOf(key: string, has: (key: string) => boolean): Form[] {
  const borders = Array.from(
    { length: Math.max(0, key.length - 2 * HALF_LENGTH + 1) },
    (_, i) => i + HALF_LENGTH,
  );
  return borders.flatMap((border) => {
    const halves = [stem(key.slice(0, border)), stem(key.slice(border))];
    return halves.every(has) ? halves.map((half) => ({ key: half, weight: SYNONYM_WEIGHT })) : [];
  });
}
