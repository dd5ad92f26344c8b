import { ALL_APIS, type Rule } from '../rule.ts';

export const rule = {
  id: 'arguments-not-object',
  apis: ALL_APIS,
  title: 'arguments that are not a JSON object',
  remedy: 'an object that was encoded twice is decoded, anything else becomes an empty object',
} as const satisfies Rule;

/** Arguments as the object that they are, or that their text holds; an empty one for anything else. */
export function asObject(value: unknown): object {
  if (isObject(value)) return value;
  if (typeof value === 'string') {
    try {
      const parsed: unknown = JSON.parse(value);
      if (isObject(parsed)) return parsed;
    } catch {
      // Not JSON: what the call was meant to say is not known.
    }
  }
  return {};
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
