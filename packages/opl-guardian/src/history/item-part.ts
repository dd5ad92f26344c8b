/** A Responses id is stored as `<call id>|<item id>`: the part that names the call. */
export function withoutItemPart(id: string): string {
  const bar = id.indexOf('|');
  return bar === -1 ? id : id.slice(0, bar);
}

/** The part that names the item, with its bar; empty for other ids. */
export function itemPart(id: unknown): string {
  return typeof id === 'string' && id.includes('|') ? id.slice(id.indexOf('|')) : '';
}
