/** A JSON object whose members are unknown. */
export type JsonObject = Record<string, unknown>;

/** Whether a value is a JSON object, neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member's value, when there is an object to look in. */
export function member(value: unknown, key: string): unknown {
  return isObject(value) ? value[key] : undefined;
}

/** The elements of an array, holes as `undefined`; of anything else, none. */
export function elements(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? Array.from(value) : [];
}

/** The value when it is a string, else `undefined`. */
export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The value as a message shows it: a string as it is, anything else as JSON. Safe for objects with any members. */
export function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
}

/** The parsed text, or `undefined` when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
