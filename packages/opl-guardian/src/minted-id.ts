/**
 * A tool call id for a stored call that has none, legal for every API and short enough for all of them. The
 * same call gets the same id at every request and in every process, so that the provider's cached prefix holds.
 *
 * @param timestamp when the turn was made, in milliseconds; anything else counts as unknown
 * @param contentIndex position of the call in the turn
 * @param name the tool's name
 * @param taken ids minted so far for this history; the new one is added
 */
export function mintId(timestamp: unknown, contentIndex: number, name: string, taken: Set<string>): string {
  const base = `opl_${hash(`${typeof timestamp === 'number' ? timestamp : ''} ${contentIndex} ${name}`)}`;
  let id = base;
  for (let copy = 2; taken.has(id); copy++) id = `${base}_${copy}`;
  taken.add(id);
  return id;
}

/** FNV-1a over UTF-16 units, twice with different offsets: 64 bits in base 36, no cryptography needed. */
function hash(text: string): string {
  let low = 0x811c9dc5;
  let high = 0xcbf29ce4;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x01000193) + 1;
  }
  return `${(low >>> 0).toString(36)}${(high >>> 0).toString(36)}`;
}
