/** FNV-1a over UTF-16 units, twice with different offsets: 64 bits in base 36, no cryptography needed. */
export function shortHash(text: string): string {
  let low = 0x811c9dc5;
  let high = 0xcbf29ce4;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x01000193) + 1;
  }
  return `${(low >>> 0).toString(36)}${(high >>> 0).toString(36)}`;
}
