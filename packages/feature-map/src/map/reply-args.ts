/** The arguments of `feature_map`: what the model is told, and what is accepted. */
import { nearestName } from '../nearest-name.ts';
import { quote } from '../quote.ts';

/** What the model reads about the tool with each request, so every word is paid for. */
export const featureMapDescription =
  "The project's feature map (docs/features): files, functions, tests and reasons, by feature. Without arguments: the" +
  ' index. `topic`: the sections that answer it. `page`: its headings and sizes; with `section` (and `sub`, a ### part)' +
  ' or `full`: the text. A reply that is cut names the call that goes on.';

/** JSON Schema of the arguments; closed. */
export const featureMapSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    topic: { type: 'string', description: 'Area, question, identifier or file name.' },
    skeleton: { type: 'boolean', description: 'With topic: headings and sizes of the pages that match.' },
    page: { type: 'string', description: 'A page, e.g. guard.md.' },
    section: { type: 'string', description: 'A ## section of the page.' },
    sub: { type: 'string', description: 'A ### part of the section.' },
    full: { type: 'boolean', description: 'With page: the whole page.' },
    offset: { type: 'integer', minimum: 0, description: 'Byte at which a cut reply goes on.' },
  },
} as const;

/** Longer names are given by their beginning and place, so no caller needs more. */
const LONGEST_NAME = 1000;

type Key = keyof typeof featureMapSchema.properties;
const KEYS = Object.keys(featureMapSchema.properties) as Key[];

/** Arguments that fit together. `skeleton` and `full` are there only when true, `offset` only above 0. */
export interface MapCall {
  topic?: string;
  skeleton?: true;
  page?: string;
  section?: string;
  sub?: string;
  full?: true;
  offset?: number;
}

/**
 * Checks the arguments of a call. Anything may come in: a model's arguments reach the tool unchecked, and as a raw
 * string where they are no JSON.
 *
 * @returns the call, or a sentence that says what is wrong and what is allowed.
 */
export function readArguments(args: unknown): MapCall | string {
  if (args === undefined || args === null) return {};
  if (typeof args !== 'object' || Array.isArray(args)) {
    return `the arguments must be a JSON object, not ${kindOf(args)}; e.g. {"topic":"how sign-in works"}, or {} for the index`;
  }
  const given = new Map<string, unknown>(Object.entries(args));
  const problem = unknownKey(given) ?? wrongType(given);
  if (problem !== undefined) return problem;
  const call: MapCall = {};
  for (const [key, value] of given) {
    if (!isBlank(key, value)) Object.assign(call, { [key]: value });
  }
  return conflict(call) ?? call;
}

/** What models send that fill every optional argument: as good as not given. */
function isBlank(key: string, value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true;
  return key === 'offset' && value === 0;
}

function unknownKey(given: ReadonlyMap<string, unknown>): string | undefined {
  for (const key of given.keys()) {
    if ((KEYS as string[]).includes(key)) continue;
    const nearest = nearestName(key, KEYS);
    const hint = nearest === undefined ? '' : `; did you mean ${quote(nearest)}?`;
    return `unknown argument ${quote(key)}${hint}${hint ? ' A' : '; a'}llowed are ${KEYS.join(', ')}`;
  }
  return undefined;
}

function wrongType(given: ReadonlyMap<string, unknown>): string | undefined {
  for (const [key, value] of given) {
    if (isBlank(key, value)) continue;
    const { type } = featureMapSchema.properties[key as Key];
    if (type === 'integer') {
      if (Number.isSafeInteger(value) && (value as number) >= 0) continue;
      return `"${key}" must be a whole number of bytes, 0 or more, not ${kindOf(value)}`;
    }
    if (typeof value !== type) return `"${key}" must be a ${type}, not ${kindOf(value)}`;
    if (type === 'string' && (value as string).trim() === '') {
      return `"${key}" is empty; leave it out, or give a name or words`;
    }
    if (key !== 'topic' && type === 'string' && (value as string).length > LONGEST_NAME) {
      return `"${key}" has ${(value as string).length} characters, and a name at most ${LONGEST_NAME}; give it as a list of the map has it, e.g. from {} or {"page":"..."}`;
    }
  }
  return undefined;
}

function conflict({ topic, skeleton, page, section, sub, full, offset }: MapCall): string | undefined {
  if (topic !== undefined && page !== undefined) {
    return '"topic" and "page" exclude each other: topic searches all pages, page names one';
  }
  if (section !== undefined && page === undefined) return '"section" needs "page", the page that it is in';
  if (sub !== undefined && section === undefined)
    return '"sub" needs "section", the ## section that it is in';
  if (full && page === undefined) return '"full" needs "page"';
  if (full && section !== undefined) return '"full" gives the whole page: leave out "section", or "full"';
  if (skeleton && topic === undefined)
    return '"skeleton" needs "topic"; the shape of one page is {"page":"..."} alone';
  if (offset !== undefined && topic !== undefined && !skeleton) {
    return '"offset" goes on with a text or a list: name it by "page" and "section", or add "skeleton"';
  }
  return undefined;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return value.length > 40 ? 'a string' : `the string ${quote(value)}`;
  return typeof value === 'object' ? 'an object' : typeof value;
}
