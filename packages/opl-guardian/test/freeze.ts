/** Freezes plain data all the way down, so that a mutation throws in the test that causes it. */
export function deepFreeze(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  if (!ArrayBuffer.isView(value))
    for (const key of Reflect.ownKeys(value)) deepFreeze(Reflect.get(value, key));
  return value;
}
