import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  SPACE,
} from './bytes.ts';

/** Where a JSON value lies in its bytes, from `start` up to `end`. */
export interface JsonSpan {
  start: number;
  end: number;
  /** Of an object: all members in order, repeated keys included. */
  members?: MemberSpan[];
  /** Of a list. */
  items?: JsonSpan[];
}

export interface MemberSpan {
  key: string;
  /** Where the quote of the key stands. */
  keyStart: number;
  value: JsonSpan;
}

/**
 * Finds where each part of a JSON value lies. It keeps its own stack, so that no nesting is too deep for it.
 *
 * @param bytes one JSON value that `JSON.parse` takes, behind a byte order mark or not; other bytes give spans without
 *   meaning
 */
export function jsonSpans(bytes: Uint8Array): JsonSpan {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const root: JsonSpan = { start: 0, end: bytes.length, items: [] };
  const open: JsonSpan[] = [root];
  let member: MemberSpan | undefined;
  for (let at = markLength(bytes); at < bytes.length; ) {
    const byte = bytes[at] as number;
    if (byte <= SPACE || byte === COMMA || byte === COLON) {
      at++;
      continue;
    }
    const parent = open.at(-1) as JsonSpan;
    if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      parent.end = ++at;
      if (open.length > 1) open.pop();
      continue;
    }
    if (parent.members !== undefined && member === undefined) {
      const end = stringEnd(bytes, at);
      member = { key: JSON.parse(text.toString('utf8', at, end)) as string, keyStart: at, value: root };
      at = end;
      continue;
    }
    const span: JsonSpan = { start: at, end: at };
    if (member === undefined) parent.items?.push(span);
    else parent.members?.push({ ...member, value: span });
    member = undefined;
    if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (byte === OPEN_LIST) span.items = [];
      else span.members = [];
      open.push(span);
      at++;
    } else {
      at = byte === QUOTE ? stringEnd(bytes, at) : scalarEnd(bytes, at);
      span.end = at;
    }
  }
  return root.items?.[0] ?? root;
}

/** A byte order mark is no part of the value: decoders leave it out. */
function markLength(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** Behind the closing quote of the string that begins at `start`. */
function stringEnd(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** Behind a number or a word. */
function scalarEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && !endsScalar(bytes[at] as number)) at++;
  return at;
}

function endsScalar(byte: number): boolean {
  return byte <= SPACE || byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT;
}
