import assert from 'node:assert/strict';
import { repairList } from './read-list.ts';

/** An item, as JSON has it. */
export type Fields = Record<string, unknown>;

/** The items of a mended list, whatever object they lie in. */
export async function repaired(list: unknown): Promise<{ items: Fields[]; rules: string[] }> {
  const { text, rules } = await repairList(JSON.stringify(list));
  const value = JSON.parse(text) as Fields | Fields[];
  const items = Array.isArray(value) ? value : (value.messages ?? value.input ?? value.contents);
  return { items: items as Fields[], rules };
}

/** The list that an item has under a key; fails where it has none. */
export function listIn(item: Fields | undefined, key: string): Fields[] {
  const list = item?.[key];
  assert.ok(Array.isArray(list), `no list under ${key}`);
  return list;
}
