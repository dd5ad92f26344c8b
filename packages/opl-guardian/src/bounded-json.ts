/** How much of a value is kept: characters of a string, entries of a list or object, levels of nesting. */
export interface JsonLimits {
  text: number;
  entries: number;
  depth: number;
}

/**
 * A copy of a value with its long strings, long lists and deep parts cut, and each cut marked in its place. What
 * JSON cannot express (a bigint, a cycle, which is cut for its depth) is replaced by a mark as well.
 */
export function shorten(value: unknown, limits: JsonLimits, depth = 0): unknown {
  if (typeof value === 'string') return shortenText(value, limits.text);
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') {
    return `[${typeof value}]`;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= limits.depth) return '[cut: nested too deeply]';
  if (Array.isArray(value)) {
    const kept = value.slice(0, limits.entries).map((entry) => shorten(entry, limits, depth + 1));
    return value.length > kept.length ? [...kept, `[cut: ${value.length - kept.length} more]`] : kept;
  }
  const entries = Object.entries(value);
  const kept = entries
    .slice(0, limits.entries)
    .map(([key, entry]) => [shortenText(key, limits.text), shorten(entry, limits, depth + 1)] as const);
  if (entries.length > kept.length) kept.push(['[cut]', `${entries.length - kept.length} more`]);
  return Object.fromEntries(kept);
}

/** JSON of a value, or `undefined` when it cannot be expressed or is larger than `maxBytes` in UTF-8. */
export function jsonWithin(value: unknown, maxBytes: number): string | undefined {
  try {
    const json = JSON.stringify(value);
    return Buffer.byteLength(json) <= maxBytes ? json : undefined;
  } catch {
    return undefined;
  }
}

function shortenText(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}[cut: ${text.length - limit} more characters]`;
}
