/** How pages, sections and parts are named in replies, and found by the names that calls give. */
import { nearestName } from '../nearest-name.ts';
import { byteLength } from './budget.ts';
import { jsonText, oneLine, unquotedName } from './reply-escape.ts';
import type { FeatureMap, Page, Unreadable } from './types.ts';

/** A longer name is given by its beginning and its place in the list, and found by that. */
const NAME_LIMIT = 90;
const SHORTENED = /^(.*)…\[(\d+)\]$/s;
/** Names are compared with a mistyped one until so many pairs of characters are. */
const NEAREST_WORK = 10_000_000;

/** Why a name gives no single thing: it fits several, or none, and then perhaps one is near. */
export type Missed<Item> = { choices: Item[] } | { nearest: Item | undefined };
export type Found<Item> = { item: Item } | Missed<Item>;

/**
 * A name as calls give it: the name itself, or its beginning with `…[n]` for the n-th of its list. A name that itself
 * ends like that is given by its place as well, so that no two things share what they are called by.
 * @param position gives the name's 0-based place in its list.
 */
export function shortName(name: string, position: () => number): string {
  const fits = byteLength(jsonText(name)) <= NAME_LIMIT + 2;
  if (fits && !SHORTENED.test(name)) return name;
  let short = '';
  for (const character of name) {
    if (byteLength(jsonText(short + character)) > NAME_LIMIT - 18) break;
    short += character;
  }
  return `${short}…[${position() + 1}]`;
}

/**
 * Finds a section or part by the name that a call gives: as it is, or by case, spaces, backticks and surrounding `#`
 * alone different, or as a JSON string.
 */
export function findNamed<Item extends { name: string }>(
  items: readonly Item[],
  wanted: string,
): Found<Item> {
  return find(items, wanted, ({ name }) => [name], [plainName]);
}

/** The sections or parts that {@link findNamed} would choose from. */
export function allNamed<Item extends { name: string }>(items: readonly Item[], wanted: string): Item[] {
  return fitting(items, wanted, ({ name }) => [name], [plainName]);
}

/**
 * Finds a page by its path, with or without `docs/features/`, folders and ending, by its title, or by its feature in
 * the index. A name is only ever compared with those of the map's pages.
 */
export function findPage(map: FeatureMap, wanted: string): Found<Page> {
  const paths = find(map.pages, wanted, ({ path }) => [path], [plainPath, foldedPath]);
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
  const named = find(map.pages, plainPath(wanted), names, [plainName]);
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

/** How an item is called; the first is its own name. */
type NamesOf<Item> = (item: Item) => readonly string[];
/** A reading of names under which some of them are the same. */
type Reading = (name: string) => string;

function find<Item>(
  items: readonly Item[],
  wanted: string,
  namesOf: NamesOf<Item>,
  readings: readonly [Reading, ...Reading[]],
): Found<Item> {
  const choices = fitting(items, wanted, namesOf, readings);
  const [only] = choices;
  if (only !== undefined) return choices.length === 1 ? { item: only } : { choices };
  return { nearest: nearestItem(items, wanted, namesOf, readings[0]) };
}

/** The items that a name fits, by the strictest reading by which it fits any. */
function fitting<Item>(
  items: readonly Item[],
  wanted: string,
  namesOf: NamesOf<Item>,
  readings: readonly [Reading, ...Reading[]],
): Item[] {
  const placed = itemAtPlace(items, wanted);
  const [name] = placed ? namesOf(placed.item) : [];
  if (placed && name !== undefined && shortName(name, () => placed.place) === wanted) return [placed.item];
  const exact = items.filter((item) => namesOf(item).includes(wanted));
  if (exact.length > 0) return exact;
  const [first] = readings;
  if (placed && name !== undefined && first(name).startsWith(first(placed.beginning))) return [placed.item];
  for (const reading of readings) {
    const key = reading(wanted);
    const alike = items.filter((item) => namesOf(item).some((own) => reading(own) === key));
    if (alike.length > 0) return alike;
  }
  const unquoted = unquotedName(wanted);
  return unquoted === undefined ? [] : fitting(items, unquoted, namesOf, readings);
}

/** The item that a {@link shortName} means by its place. */
function itemAtPlace<Item>(
  items: readonly Item[],
  wanted: string,
): { item: Item; place: number; beginning: string } | undefined {
  const [, beginning, number] = SHORTENED.exec(wanted) ?? [];
  const place = Number(number) - 1;
  const item = items[place];
  return beginning === undefined || item === undefined ? undefined : { item, place, beginning };
}

function nearestItem<Item>(
  items: readonly Item[],
  wanted: string,
  namesOf: NamesOf<Item>,
  reading: Reading,
): Item | undefined {
  const key = reading(wanted);
  const byName = new Map<string, Item>();
  let work = 0;
  for (const item of items) {
    const name = reading(namesOf(item)[0] ?? '');
    // A name of another length is not near, and costs nothing.
    if (name.length <= 2 * key.length && key.length <= 2 * name.length) work += name.length * key.length;
    if (work > NEAREST_WORK) break;
    if (!byName.has(name)) byName.set(name, item);
  }
  const nearest = nearestName(key, [...byName.keys()]);
  return nearest === undefined ? undefined : byName.get(nearest);
}

function plainName(name: string): string {
  return oneLine(name.normalize('NFC').replaceAll('`', ''))
    .replace(/^#+ | #+$/g, '')
    .toLowerCase();
}

function plainPath(path: string): string {
  return path
    .normalize('NFC')
    .trim()
    .replace(/^(?:\.?\/)?(?:docs\/features\/)?/i, '')
    .replace(/\.(?:md|markdown)$/i, '')
    .toLowerCase();
}

function foldedPath(path: string): string {
  return oneLine(plainPath(path));
}
