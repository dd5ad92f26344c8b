import type { JsonObject } from '../../json-object.ts';
import { ALL_APIS, type Rule } from '../rule.ts';

export const rule = {
  id: 'lone-surrogate',
  apis: ALL_APIS,
  title: 'half of a surrogate pair in a text',
  remedy: 'U+FFFD stands in its place',
} as const satisfies Rule;

/** Deeper values are taken for odd without a look, so that the look at every request stays short. */
const LOOK_DEPTH = 64;

/** No host can write deeper values as JSON again; they stay as they are, so that no nesting can exhaust the stack. */
const CLEAN_DEPTH = 1000;

/** Whether any text in a JSON value, keys included, holds half of a surrogate pair. It may be too careful. */
export function hasLoneSurrogate(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  if (depth > LOOK_DEPTH) return true;
  for (const key in value) {
    if (!key.isWellFormed() || hasLoneSurrogate((value as JsonObject)[key], depth + 1)) return true;
  }
  return false;
}

/** A JSON value with U+FFFD in the place of each half surrogate pair: the very value where there is none. */
export function toWellFormed(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.isWellFormed() ? value : value.toWellFormed();
  if (typeof value !== 'object' || value === null || depth > CLEAN_DEPTH) return value;
  let isSame = true;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const before of value) {
      const item = toWellFormed(before, depth + 1);
      isSame &&= Object.is(item, before);
      items.push(item);
    }
    return isSame ? value : items;
  }
  const entries: [string, unknown][] = [];
  for (const [key, before] of Object.entries(value)) {
    const part = toWellFormed(before, depth + 1);
    isSame &&= Object.is(part, before) && key.isWellFormed();
    entries.push([key.toWellFormed(), part]);
  }
  return isSame ? value : Object.fromEntries(entries);
}
