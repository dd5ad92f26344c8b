import { isJsonObject } from '../../json-object.ts';
import { ALL_APIS, type Rule } from '../rule.ts';

export const rule = {
  id: 'arguments-not-object',
  apis: ALL_APIS,
  title: 'arguments that are not a JSON object',
  remedy: 'an object that was encoded twice is decoded, anything else becomes an empty object',
} as const satisfies Rule;

/** Arguments as the object that they are, or that their text holds; an empty one for anything else. */
export function asObject(value: unknown): object {
  return isJsonObject(value) ? value : (objectIn(value) ?? {});
}

/** The object that a text holds as JSON. */
export function objectIn(text: unknown): object | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
