import { shorten } from '../../bounded-json.ts';
import { isJsonObject, isObjectOrList, type JsonObject } from '../../json-object.ts';
import { shortened, visible } from '../visible-text.ts';

/** One place inside a stored value that differs. */
export interface Difference {
  /** `message.content[0].id`; empty for the whole value. */
  readonly path: string;
  /** `undefined` where there is nothing. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Deeper parts are compared and shown as a whole, so that no nesting is too deep. */
const MAX_DEPTH = 24;
const SHOWN = { text: 2000, entries: 40, depth: 12 };
const MAX_LETTERS = 240;

/** The smallest parts in which two JSON values differ, in their order. */
export function differences(before: unknown, after: unknown): Difference[] {
  return [...compare(before, after, '', 0)];
}

/** A difference as the lines of a diff: `- path: value` and `+ path: value`, long values shortened. */
export function differenceLines({ path, before, after }: Difference): string[] {
  const line = (sign: string, value: unknown) =>
    `${sign} ${path === '' ? '' : `${path}: `}${shownValue(value)}`;
  return [
    ...(before === undefined ? [] : [line('-', before)]),
    ...(after === undefined ? [] : [line('+', after)]),
  ];
}

function shownValue(value: unknown): string {
  return visible(shortened(JSON.stringify(shorten(value, SHOWN)) ?? 'undefined', MAX_LETTERS));
}

function* compare(before: unknown, after: unknown, path: string, depth: number): Generator<Difference> {
  if (isEqual(before, after)) return;
  if (depth < MAX_DEPTH && Array.isArray(before) && Array.isArray(after)) {
    yield* compareLists(before, after, path, depth);
  } else if (depth < MAX_DEPTH && isJsonObject(before) && isJsonObject(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      yield* compare(ownValue(before, key), ownValue(after, key), joined(path, key), depth + 1);
    }
  } else {
    yield { path, before, after };
  }
}

/** Equal beginnings and ends are passed over; of the rest, entries of the same kind are compared with each other. */
function* compareLists(
  before: readonly unknown[],
  after: readonly unknown[],
  path: string,
  depth: number,
): Generator<Difference> {
  const least = Math.min(before.length, after.length);
  let head = 0;
  while (head < least && isEqual(before[head], after[head])) head++;
  let tail = 0;
  while (tail < least - head && isEqual(before.at(-1 - tail), after.at(-1 - tail))) tail++;
  const beforeEnd = before.length - tail;
  const afterEnd = after.length - tail;
  let at = head;
  let to = head;
  while (at < beforeEnd || to < afterEnd) {
    const left = beforeEnd - at;
    const right = afterEnd - to;
    const isPair = left > 0 && right > 0 && kindOf(before[at]) === kindOf(after[to]);
    if (isPair || left === right) {
      yield* compare(before[at], after[to], `${path}[${at}]`, depth + 1);
      at++;
      to++;
    } else if (left > right) {
      yield { path: `${path}[${at}]`, before: before[at], after: undefined };
      at++;
    } else {
      yield { path: `${path}[${to}]`, before: undefined, after: after[to] };
      to++;
    }
  }
}

/** What an entry of a list is: content blocks say it by their type. */
function kindOf(value: unknown): unknown {
  return isJsonObject(value) ? (value.type ?? 'object') : typeof value;
}

/** Without recursion, since files nest as deep as they like. */
function isEqual(one: unknown, other: unknown): boolean {
  const open: [unknown, unknown][] = [[one, other]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [left, right] = pair;
    if (Object.is(left, right)) continue;
    if (!isObjectOrList(left) || !isObjectOrList(right) || Array.isArray(left) !== Array.isArray(right))
      return false;
    const keys = Object.keys(left);
    if (keys.length !== Object.keys(right).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(right, key)) return false;
      open.push([left[key], right[key]]);
    }
  }
  return true;
}

function ownValue(value: JsonObject, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function joined(path: string, key: string): string {
  if (!/^[\w$]+$/.test(key)) return `${path}[${visible(JSON.stringify(shortened(key, 60)))}]`;
  return path === '' ? key : `${path}.${key}`;
}
