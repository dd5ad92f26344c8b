export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** How much of a value is kept: characters of a string, entries of a list or object, levels of nesting. */
interface Limits {
  text: number;
  entries: number;
  depth: number;
}

/** From generous to bare; the first that fits is used, and the last always fits a megabyte. */
const LIMITS: readonly Limits[] = [
  { text: 64 * 1024, entries: 1000, depth: 32 },
  { text: 4096, entries: 100, depth: 16 },
  { text: 256, entries: 20, depth: 8 },
  { text: 64, entries: 4, depth: 6 },
];

/**
 * JSON of a value within a size. A value that is too large is written with its long strings, long lists and
 * deep parts cut, each cut marked in its place, and with `"truncated":true` at the top.
 * A value that JSON cannot express (a cycle, a bigint) is written with that part replaced by a mark.
 *
 * @param value an object whose own fields are few and short, with large values somewhere below them
 * @param maxBytes size of the result in UTF-8 bytes
 */
export function toJsonWithin(value: JsonValue, maxBytes: number): string {
  const whole = stringify(value);
  if (whole !== undefined && Buffer.byteLength(whole) <= maxBytes) return whole;
  let json = '{"truncated":true}';
  for (const limits of LIMITS) {
    json = JSON.stringify({ ...(shorten(value, limits, 0) as object), truncated: true });
    if (Buffer.byteLength(json) <= maxBytes) return json;
  }
  return json;
}

function stringify(value: JsonValue): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function shorten(value: unknown, limits: Limits, depth: number): unknown {
  if (typeof value === 'string') return shortenText(value, limits.text);
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol')
    return `[${typeof value}]`;
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

function shortenText(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}[cut: ${text.length - limit} more characters]`;
}
