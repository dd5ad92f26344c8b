import type { JsonObject } from '../../json-object.ts';
import { fieldsOf } from './core.ts';

/**
 * Ids are optional in the Gemini API: a turn of which no call has one gets ids for the time of the reading, and so do
 * its responses; they are not written. A turn in which only some have one is broken, and keeps what it has.
 */
const OWN_ID = /^opl_google_\d+_\d+$/;

/** Whether an id was made for the time of the reading. */
export function isOwnId(id: unknown): boolean {
  return typeof id === 'string' && OWN_ID.test(id);
}

/** Ids by the place of a part in its content. */
type Ids = ReadonlyMap<number, unknown>;

/** The ids of the calls of a model's content. */
export function callIds(items: readonly unknown[], at: number): Ids {
  return new Map(turnAt(items, at).calls.map(({ part, id }) => [part, id]));
}

/**
 * The ids of the responses of a user's content: that of the call which each answers, found by name, and by id where
 * both have one; of a response without a call its own.
 */
export function responseIds(items: readonly unknown[], at: number): Ids {
  let start = at - 1;
  while (start >= 0 && fieldsOf(items[start]).role !== 'model') start--;
  const { calls, isIdless, isMixed } = turnAt(items, start);
  const open = [...calls];
  const ids = new Map<JsonObject, unknown>();
  const responses = responsesBehind(items, start);
  const give = (response: JsonObject, fits: (call: Call) => boolean) => {
    const found = open.findIndex((call) => call.name === response.name && fits(call));
    const [call] = found === -1 ? [] : open.splice(found, 1);
    if (call !== undefined) ids.set(response, call.id);
  };
  for (const response of responses) {
    if (!isBlank(response.id)) give(response, ({ ownId }) => ownId === response.id);
  }
  for (const response of responses) {
    if (ids.has(response)) continue;
    if (isIdless) give(response, ({ ownId }) => ownId === undefined || isBlank(response.id));
    else if (!isMixed && response.id === undefined) give(response, () => true);
  }
  const own = partsAt(items, at, 'functionResponse').map(([part, response]) => {
    const id = isIdless && isBlank(response.id) ? madeId(at, part) : response.id;
    return [part, ids.has(response) ? ids.get(response) : id] as const;
  });
  return new Map(own);
}

interface Call {
  /** Its place in the content. */
  part: number;
  id: unknown;
  /** As it is stored. */
  ownId: unknown;
  name: unknown;
}

function turnAt(
  items: readonly unknown[],
  at: number,
): { calls: Call[]; isIdless: boolean; isMixed: boolean } {
  const parts = partsAt(items, at, 'functionCall');
  const isIdless = parts.every(([, { id }]) => isBlank(id));
  const calls = parts.map(([part, { id, name }]) => {
    return { part, id: isIdless ? madeId(at, part) : id, ownId: id, name };
  });
  return { calls, isIdless, isMixed: !isIdless && parts.some(([, { id }]) => isBlank(id)) };
}

/** All responses up to the next turn of the model. */
function responsesBehind(items: readonly unknown[], start: number): JsonObject[] {
  const responses: JsonObject[] = [];
  for (let at = start + 1; at < items.length && fieldsOf(items[at]).role !== 'model'; at++) {
    for (const [, response] of partsAt(items, at, 'functionResponse')) responses.push(response);
  }
  return responses;
}

function partsAt(items: readonly unknown[], at: number, key: string): [number, JsonObject][] {
  const { parts } = fieldsOf(items[at]);
  if (!Array.isArray(parts)) return [];
  return parts.flatMap((part, index) => {
    const value = fieldsOf(part)[key];
    return value === undefined ? [] : [[index, fieldsOf(value)] satisfies [number, JsonObject]];
  });
}

function isBlank(id: unknown): boolean {
  return id === undefined || id === '';
}

function madeId(at: number, part: number): string {
  return `opl_google_${at}_${part}`;
}
