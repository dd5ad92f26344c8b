/** How pages, sections and parts are named in replies, and found by the names that calls give. */
import { nearestName } from '../nearest-name.ts';
import { byteLength } from './budget.ts';
import { oneLine } from './reply-frame.ts';
import type { FeatureMap, Page, Unreadable } from './types.ts';

/** A longer name is given by its beginning and its place in the list, and found by that. */
const NAME_LIMIT = 90;
const SHORTENED = /^(.*)…\[(\d+)\]$/s;

/** Why a name gives no single thing: it fits several, or none, and then perhaps one is near. */
export type Missed<Item> = { choices: Item[] } | { nearest: Item | undefined };
export type Found<Item> = { item: Item } | Missed<Item>;

/**
 * A name as replies write it: the name itself, or its beginning with `…[n]` for the n-th of its list.
 * @param position gives the name's 0-based place in its list.
 */
export function shortName(name: string, position: () => number): string {
  if (byteLength(JSON.stringify(name)) <= NAME_LIMIT + 2) return name;
  let short = '';
  let bytes = 0;
  for (const character of name) {
    bytes += byteLength(JSON.stringify(character)) - 2;
    if (bytes > NAME_LIMIT - 20) break;
    short += character;
  }
  return `${short}…[${position() + 1}]`;
}

/**
 * Finds a section or part by the name that a call gives: as it is, or by case, spaces, backticks and surrounding `#`
 * alone different.
 */
export function findNamed<Item extends { name: string }>(
  items: readonly Item[],
  wanted: string,
): Found<Item> {
  return find(items, wanted, ({ name }) => [name], plainName);
}

/**
 * Finds a page by its path, with or without `docs/features/`, folders and ending, by its title, or by its feature in
 * the index. A name is only ever compared with those of the map's pages.
 */
export function findPage(map: FeatureMap, wanted: string): Found<Page> {
  const paths = find(map.pages, wanted, ({ path }) => [path], plainPath);
  if ('item' in paths || 'choices' in paths) return paths;
  const features = new Map<string, string[]>();
  for (const { page, feature } of map.table?.rows ?? []) {
    if (page !== undefined) features.set(page, [...(features.get(page)?.slice(0, 8) ?? []), feature]);
  }
  const names = ({ path, title }: Page) => [
    plainPath(path).replace(/^.*\//, ''),
    ...(title === undefined ? [] : [title]),
    ...(features.get(path) ?? []),
  ];
  const named = find(map.pages, plainPath(wanted), names, plainName);
  return 'nearest' in named ? paths : named;
}

/** Whether the name of a page means the index. */
export function isIndex(map: FeatureMap, wanted: string): boolean {
  const name = plainPath(wanted);
  return /^(?:readme|index)?$/.test(name) && !map.pages.some(({ path }) => plainPath(path) === name);
}

/** The page of this path that was not read, or `undefined`. */
export function findUnreadable(map: FeatureMap, wanted: string): Unreadable | undefined {
  return map.unreadable.find(({ page }) => plainPath(page) === plainPath(wanted));
}

function find<Item>(
  items: readonly Item[],
  wanted: string,
  namesOf: (item: Item) => readonly string[],
  plain: (name: string) => string,
): Found<Item> {
  const placed = byPlace(items, wanted, namesOf, plain);
  if (placed !== undefined) return { item: placed };
  const exact = items.filter((item) => namesOf(item).includes(wanted));
  const key = plain(wanted);
  const choices =
    exact.length > 0 ? exact : items.filter((item) => namesOf(item).some((name) => plain(name) === key));
  const [only] = choices;
  if (only !== undefined) return choices.length === 1 ? { item: only } : { choices };
  const names = items.map((item) => namesOf(item)[0] ?? '');
  const nearest = nearestName(key, names.map(plain));
  return { nearest: items.find((item) => plain(namesOf(item)[0] ?? '') === nearest) };
}

function byPlace<Item>(
  items: readonly Item[],
  wanted: string,
  namesOf: (item: Item) => readonly string[],
  plain: (name: string) => string,
): Item | undefined {
  const [, beginning, place] = SHORTENED.exec(wanted) ?? [];
  if (beginning === undefined) return undefined;
  const item = items[Number(place) - 1];
  if (item === undefined) return undefined;
  return plain(namesOf(item)[0] ?? '').startsWith(plain(beginning)) ? item : undefined;
}

function plainName(name: string): string {
  const bare = name
    .normalize('NFC')
    .replaceAll('`', '')
    .trim()
    .replace(/^#+\s+|\s+#+$/g, '');
  return oneLine(bare).toLowerCase();
}

function plainPath(path: string): string {
  return path
    .normalize('NFC')
    .trim()
    .replace(/^(?:\.?\/)?(?:docs\/features\/)?/i, '')
    .replace(/\.(?:md|markdown)$/i, '')
    .toLowerCase();
}
