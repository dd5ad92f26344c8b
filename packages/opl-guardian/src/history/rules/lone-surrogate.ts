import { ALL_APIS, type Rule } from '../rule.ts';

export const rule = {
  id: 'lone-surrogate',
  apis: ALL_APIS,
  title: 'half of a surrogate pair in a text',
  remedy: 'U+FFFD stands in its place',
} as const satisfies Rule;

/** Deeper values are taken for odd without a look, so that no nesting can exhaust the stack. */
const MAX_DEPTH = 64;

/** Whether any text in a JSON value, keys included, holds half of a surrogate pair. It may be too careful. */
export function hasLoneSurrogate(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  if (depth > MAX_DEPTH) return true;
  for (const key in value) {
    if (!key.isWellFormed() || hasLoneSurrogate((value as Record<string, unknown>)[key], depth + 1))
      return true;
  }
  return false;
}

/**
 * A JSON value with U+FFFD in the place of each half surrogate pair: the very value where there is none.
 *
 * @throws {RangeError} when it is nested too deeply for the stack
 */
export function toWellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.isWellFormed() ? value : value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(toWellFormed);
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  const entries = Object.entries(value).map(
    ([key, part]) => [key.toWellFormed(), toWellFormed(part)] as const,
  );
  const isSame = Object.entries(value).every(
    ([key, part], index) => key === entries[index]?.[0] && part === entries[index]?.[1],
  );
  return isSame ? value : Object.fromEntries(entries);
}
