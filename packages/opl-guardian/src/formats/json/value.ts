export type JsonObject = Record<string, unknown>;

/** An object that is no list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
