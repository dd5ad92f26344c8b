import type { JsonObject } from '../../json-object.ts';
import { type JsonSpan, jsonSpans, type MemberSpan } from './spans.ts';

/**
 * Writes a changed JSON value so that everything unchanged keeps its very bytes: the form of numbers and escapes,
 * white space, the order of keys, repeated keys, bytes that are no UTF-8.
 *
 * Unchanged is what `after` shares with `before` by reference, at whatever place, and a text, number or word that
 * is the same at the same key of an object that was copied. Further members stand behind the others. As in
 * `JSON.stringify`, members that are `undefined` do not exist.
 *
 * @param bytes the JSON of `before`
 * @param before what `JSON.parse` makes of it, or a part of that
 * @param after the value to write; plain data
 * @throws {RangeError} when what is new or changed is nested too deeply for the stack
 */
export function rewriteJson(bytes: Uint8Array, before: unknown, after: unknown): Uint8Array {
  return new Rewrite(bytes, before).bytesOf(after);
}

class Rewrite {
  readonly #bytes: Uint8Array;
  readonly #before: unknown;
  readonly #root: JsonSpan;
  /** Where the objects and lists of the old value lie. */
  readonly #spanOf = new Map<object, JsonSpan>();
  readonly #pieces: Uint8Array[] = [];

  constructor(bytes: Uint8Array, before: unknown) {
    this.#bytes = bytes;
    this.#before = before;
    this.#root = jsonSpans(bytes);
    this.#findParts();
  }

  bytesOf(after: unknown): Uint8Array {
    this.#changed(this.#before, this.#root, after);
    const { start, end } = this.#root;
    return Buffer.concat([this.#bytes.subarray(0, start), ...this.#pieces, this.#bytes.subarray(end)]);
  }

  #findParts(): void {
    const open: [unknown, JsonSpan][] = [[this.#before, this.#root]];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [value, span] = next;
      if (typeof value !== 'object' || value === null) continue;
      this.#spanOf.set(value, span);
      if (Array.isArray(value)) {
        for (const [index, item] of (span.items ?? []).entries()) open.push([value[index], item]);
      } else {
        for (const [key, member] of lastMembers(span)) open.push([(value as JsonObject)[key], member.value]);
      }
    }
  }

  /** Writes what became of an old value. */
  #changed(before: unknown, span: JsonSpan, after: unknown): void {
    if (Object.is(before, after) || areEmpty(before, after)) this.#copy(span.start, span.end);
    else if (isKept(after, this.#spanOf) || !isSameKind(before, after)) this.#new(after);
    else if (Array.isArray(after)) this.#list(before as unknown[], span, after);
    else this.#object(before as JsonObject, span, after as JsonObject);
  }

  #new(after: unknown): void {
    if (typeof after !== 'object' || after === null) {
      this.#text(JSON.stringify(after) ?? 'null');
      return;
    }
    const span = this.#spanOf.get(after);
    if (span !== undefined) this.#copy(span.start, span.end);
    else if (Array.isArray(after)) this.#list([], EMPTY_LIST, after);
    else this.#object({}, EMPTY_OBJECT, after as JsonObject);
  }

  #object(before: JsonObject, span: JsonSpan, after: JsonObject): void {
    const members = span.members ?? [];
    const last = lastMembers(span);
    this.#opening('{', span, members[0]?.keyStart);
    let count = 0;
    for (const [index, member] of members.entries()) {
      const { key, keyStart, value } = member;
      if (!Object.hasOwn(after, key) || after[key] === undefined) continue;
      if (count++ > 0) this.#copy(members[index - 1]?.value.end ?? 0, keyStart);
      this.#copy(keyStart, value.start);
      if (last.get(key) === member) this.#changed(before[key], value, after[key]);
      else this.#copy(value.start, value.end);
    }
    for (const key of Object.keys(after)) {
      if (last.has(key) || after[key] === undefined) continue;
      this.#text(`${count++ > 0 ? ',' : ''}${JSON.stringify(key)}:`);
      this.#new(after[key]);
    }
    this.#closing('}', span, members.at(-1)?.value.end);
  }

  #list(before: readonly unknown[], span: JsonSpan, after: readonly unknown[]): void {
    const items = span.items ?? [];
    const origins = originsOf(before, after, (item) => isKept(item, this.#spanOf));
    this.#opening('[', span, items[0]?.start);
    for (const [index, item] of after.entries()) {
      const origin = origins[index];
      const old = origin === undefined ? undefined : items[origin];
      if (index > 0) {
        const isNext = origin !== undefined && origin > 0 && origins[index - 1] === origin - 1;
        if (isNext && old !== undefined) this.#copy(items[origin - 1]?.end ?? 0, old.start);
        else this.#text(',');
      }
      if (old === undefined || origin === undefined) this.#new(item);
      else this.#changed(before[origin], old, item);
    }
    this.#closing(']', span, items.at(-1)?.end);
  }

  #opening(bracket: string, span: JsonSpan, first: number | undefined): void {
    if (first === undefined) this.#text(bracket);
    else this.#copy(span.start, first);
  }

  #closing(bracket: string, span: JsonSpan, last: number | undefined): void {
    if (last === undefined) this.#text(bracket);
    else this.#copy(last, span.end);
  }

  #copy(start: number, end: number): void {
    this.#pieces.push(this.#bytes.subarray(start, end));
  }

  #text(text: string): void {
    this.#pieces.push(Buffer.from(text));
  }
}

const EMPTY_LIST: JsonSpan = { start: 0, end: 0, items: [] };
const EMPTY_OBJECT: JsonSpan = { start: 0, end: 0, members: [] };

/** The members that count: of repeated keys the last. */
function lastMembers(span: JsonSpan): Map<string, MemberSpan> {
  return new Map((span.members ?? []).map((member) => [member.key, member]));
}

function isKept(value: unknown, spanOf: ReadonlyMap<object, JsonSpan>): boolean {
  return typeof value === 'object' && value !== null && spanOf.has(value);
}

function areEmpty(before: unknown, after: unknown): boolean {
  const isEmpty = (value: unknown) => Object.keys(value as object).length === 0;
  return isSameKind(before, after) && isEmpty(before) && isEmpty(after);
}

function isSameKind(before: unknown, after: unknown): boolean {
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null)
    return false;
  return Array.isArray(before) === Array.isArray(after);
}

/**
 * For each item of a changed list the place of the old item that it is or was made from. Items that are the same at
 * either end belong together; in between an old item is looked for that is the same, or that shares most. Where many
 * items changed, only old ones near the place of the item before are compared.
 */
function originsOf(
  before: readonly unknown[],
  after: readonly unknown[],
  isKeptItem: (item: unknown) => boolean,
): (number | undefined)[] {
  const origins: (number | undefined)[] = Array.from(after, () => undefined);
  const free = new Set(before.keys());
  const take = (index: number, origin: number) => {
    origins[index] = origin;
    free.delete(origin);
  };
  let head = 0;
  while (head < after.length && head < before.length && Object.is(before[head], after[head])) {
    take(head, head);
    head++;
  }
  for (let tail = 1; after.length - tail >= head && before.length - tail >= head; tail++) {
    if (!Object.is(before[before.length - tail], after[after.length - tail])) break;
    take(after.length - tail, before.length - tail);
  }
  for (const [index, item] of after.entries()) {
    if (free.has(index) && origins[index] === undefined && Object.is(before[index], item)) take(index, index);
  }
  const places = new Map<unknown, number>([...free].map((place) => [before[place], place]));
  for (const [index, item] of after.entries()) {
    const place = origins[index] === undefined && isKeptItem(item) ? places.get(item) : undefined;
    if (place !== undefined && free.has(place)) take(index, place);
  }
  for (const [index, item] of after.entries()) {
    if (origins[index] !== undefined || isKeptItem(item)) continue;
    const candidates = free.size <= MANY ? free : near((origins[index - 1] ?? index - 1) + 1, free);
    const place = bestOf(candidates, (candidate) => likeness(before[candidate], item));
    if (place !== undefined) take(index, place);
  }
  for (const [index, item] of after.entries()) {
    if (origins[index] !== undefined || isKeptItem(item) || !free.has(index)) continue;
    if (isSameKind(before[index], item)) take(index, index);
  }
  return origins;
}

/** Comparing each of so many items with each takes no time yet. */
const MANY = 256;
const NEAR = 64;

/** The places of a set that are near one, the nearest first. */
function* near(place: number, places: ReadonlySet<number>): Generator<number> {
  for (let distance = 0; distance <= NEAR; distance++) {
    if (places.has(place + distance)) yield place + distance;
    if (distance > 0 && places.has(place - distance)) yield place - distance;
  }
}

function bestOf(places: Iterable<number>, score: (place: number) => number): number | undefined {
  let best: number | undefined;
  let most = 0;
  for (const place of places) {
    const points = score(place);
    if (points <= most) continue;
    most = points;
    best = place;
  }
  return best;
}

/** How much of an old item is found again in a new one; nothing when it cannot have been made from it. */
function likeness(before: unknown, after: unknown): number {
  if (!isSameKind(before, after)) return 0;
  const keys = Object.keys(after as object);
  return keys.filter(
    (key) =>
      Object.hasOwn(before as object, key) &&
      Object.is((before as JsonObject)[key], (after as JsonObject)[key]),
  ).length;
}
