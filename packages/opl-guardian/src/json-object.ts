/** A value whose members can be asked for by name; none of them can be taken for granted. */
export type JsonObject = Record<string, unknown>;

/** Whether a value is what JSON calls an object: neither null nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return isObjectOrList(value) && !Array.isArray(value);
}

/** Whether members of a value can be asked for at all, which is as far as hosts look at most places. */
export function isObjectOrList(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}
