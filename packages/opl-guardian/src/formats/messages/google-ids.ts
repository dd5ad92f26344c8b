import type { JsonObject } from '../../json-object.ts';
import { fieldsOf, ofList } from './core.ts';

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

/** The ids of the responses of a user's content. */
export function responseIds(items: readonly unknown[], at: number): Ids {
  return idsOfResponses(items).get(at) ?? new Map();
}

/**
 * The ids of all responses, by the place of their content: that of the call which each answers, found by name, and by
 * id where both have one; of a response without a call its own.
 */
const idsOfResponses = ofList((items) => {
  const ids = new Map<number, Map<number, unknown>>();
  for (let start = -1; start < items.length; ) {
    let end = start + 1;
    while (end < items.length && fieldsOf(items[end]).role !== 'model') end++;
    nameTurn(items, start, end, ids);
    start = end;
  }
  return ids;
});

/** Gives ids to the responses between the content of a model and the next one; `start` is -1 in front of the first. */
function nameTurn(
  items: readonly unknown[],
  start: number,
  end: number,
  ids: Map<number, Map<number, unknown>>,
): void {
  const { calls, isIdless, isMixed } = turnAt(items, start);
  const open = [...calls];
  const responses = responsesBetween(items, start, end);
  const given = new Set<Response>();
  const give = (response: Response, id: unknown) => {
    given.add(response);
    const ofContent = ids.get(response.at) ?? new Map<number, unknown>();
    ids.set(response.at, ofContent.set(response.part, id));
  };
  const answer = (response: Response, fits: (call: Call) => boolean) => {
    const found = open.findIndex((call) => call.name === response.name && fits(call));
    const [call] = found === -1 ? [] : open.splice(found, 1);
    if (call !== undefined) give(response, call.id);
  };
  for (const response of responses) {
    if (!isBlank(response.id)) answer(response, ({ ownId }) => ownId === response.id);
  }
  for (const response of responses) {
    if (given.has(response)) continue;
    if (isIdless) answer(response, ({ ownId }) => ownId === undefined || isBlank(response.id));
    else if (!isMixed && response.id === undefined) answer(response, () => true);
  }
  for (const response of responses) {
    if (given.has(response)) continue;
    give(response, isIdless && isBlank(response.id) ? madeId(response.at, response.part) : response.id);
  }
}

interface Response {
  /** The place of its content in the list, and its own in that. */
  at: number;
  part: number;
  /** As it is stored. */
  id: unknown;
  name: unknown;
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

function responsesBetween(items: readonly unknown[], start: number, end: number): Response[] {
  const responses: Response[] = [];
  for (let at = start + 1; at < end; at++) {
    for (const [part, { id, name }] of partsAt(items, at, 'functionResponse')) {
      responses.push({ at, part, id, name });
    }
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
