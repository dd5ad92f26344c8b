import { isObjectOrList, type JsonObject } from '../../json-object.ts';
import { UnreadableSession } from '../format.ts';
import { LINE_FEED } from '../json/bytes.ts';
import { fieldsOf, listUnder, type Written } from './core.ts';
import { looksLikeItem } from './dialect.ts';
import type { MendedUnit } from './list.ts';

/** A file that holds a list of messages. */
export interface ListFile {
  readonly items: readonly unknown[];
  /** The object that holds the list, where there is one. */
  readonly around: JsonObject | undefined;
  /** Where an item stands: `message 3`, `line 12`. */
  placeOf(at: number): string;
  /** Lines that are no message and stay as they are: their numbers, from 1. */
  readonly oddLines: readonly number[];
  /** The file with other items. */
  write(units: readonly MendedUnit[]): Uint8Array[];
}

/** Rewrites the bytes of a JSON value; what is unchanged keeps its very bytes. */
export type Rewrite = (bytes: Uint8Array, before: unknown, after: unknown) => Uint8Array;

/** The keys under which a request or a dump of one keeps its messages. */
const KEYS = ['messages', 'contents', 'input'] as const;

const decoder = new TextDecoder();

/** @throws {UnreadableSession} when the bytes hold no list of messages */
export function parseListFile(bytes: Uint8Array, rewrite: Rewrite): ListFile {
  const lines = jsonLines(bytes);
  if (lines !== undefined) return fileOfLines(lines, bytes.at(-1) === LINE_FEED, rewrite);
  const root = parsed(bytes);
  if (Array.isArray(root)) return fileOfDocument(bytes, root, undefined, rewrite);
  const around = fieldsOf(root);
  const key = KEYS.find((name) => Array.isArray(around[name]));
  if (key !== undefined) return fileOfDocument(bytes, around, key, rewrite);
  if (looksLikeItem(root)) return fileOfLines([{ bytes, value: root }], false, rewrite);
  throw new UnreadableSession(
    'it holds no list of messages: expected a JSON array, an object with "messages", "contents" or "input", or one message a line',
  );
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UnreadableSession(`it is no JSON: ${why}`, { cause: error });
  }
}

function fileOfDocument(
  bytes: Uint8Array,
  root: JsonObject | readonly unknown[],
  key: string | undefined,
  rewrite: Rewrite,
): ListFile {
  const items = (key === undefined ? root : fieldsOf(root)[key]) as readonly unknown[];
  return {
    items,
    around: key === undefined ? undefined : fieldsOf(root),
    placeOf: (at) => `message ${at + 1}`,
    oddLines: [],
    write(units) {
      const next = units.flatMap(({ written }) => written.map(({ item }) => item));
      return [rewrite(bytes, root, key === undefined ? next : { ...fieldsOf(root), [key]: next })];
    },
  };
}

interface Line {
  /** Without its end. */
  bytes: Uint8Array;
  /** `undefined` for a line that is no JSON. */
  value: unknown;
}

/** The lines of a file whose first line is a whole message; `undefined` for other files. */
function jsonLines(bytes: Uint8Array): Line[] | undefined {
  const end = bytes.indexOf(LINE_FEED);
  if (end === -1 || !looksLikeItem(lineOf(bytes.subarray(0, end)).value)) return undefined;
  const lines: Line[] = [];
  for (let start = 0; start < bytes.length; ) {
    const next = bytes.indexOf(LINE_FEED, start);
    lines.push(lineOf(bytes.subarray(start, next === -1 ? bytes.length : next)));
    start = next === -1 ? bytes.length : next + 1;
  }
  return lines;
}

function lineOf(bytes: Uint8Array): Line {
  try {
    return { bytes, value: JSON.parse(decoder.decode(bytes)) };
  } catch {
    return { bytes, value: undefined };
  }
}

function fileOfLines(lines: readonly Line[], isEnded: boolean, rewrite: Rewrite): ListFile {
  const listed = [...lines.entries()].filter(([, { value }]) => isObjectOrList(value));
  const oddLines = [...lines.entries()]
    .filter(([, { bytes, value }]) => !isObjectOrList(value) && decoder.decode(bytes).trim() !== '')
    .map(([at]) => at + 1);
  return {
    items: listed.map(([, { value }]) => value),
    around: undefined,
    placeOf: (at) => `line ${(listed[at]?.[0] ?? 0) + 1}`,
    oddLines,
    write(units) {
      const written = units.flatMap((unit) => unit.written);
      const next = writeLines(lines, written, rewrite);
      return next.flatMap((line, at) => (at + 1 < next.length || isEnded ? [line, LINE_END] : [line]));
    },
  };
}

/** Lines that are no message stay behind the message that they stood behind. */
function writeLines(lines: readonly Line[], written: readonly Written[], rewrite: Rewrite): Uint8Array[] {
  const lineOfItem = new Map(lines.map((line) => [line.value, line]));
  const kept = new Set(written.map(({ from }) => from));
  const behind = new Map<unknown, Uint8Array[]>();
  let last: unknown;
  for (const { bytes, value } of lines) {
    if (!isObjectOrList(value)) listUnder(behind, last).push(bytes);
    else if (kept.has(value)) last = value;
  }
  const out: Uint8Array[] = [];
  let waiting = behind.get(undefined) ?? [];
  for (const { item, from } of written) {
    const line = from === undefined ? undefined : lineOfItem.get(from);
    if (line === undefined) {
      out.push(encoder.encode(JSON.stringify(item)));
      continue;
    }
    out.push(...waiting, item === from ? line.bytes : rewrite(line.bytes, from, item));
    waiting = behind.get(from) ?? [];
  }
  return [...out, ...waiting];
}

const encoder = new TextEncoder();
const LINE_END = encoder.encode('\n');
