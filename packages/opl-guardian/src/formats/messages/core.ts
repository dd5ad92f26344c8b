import { isJsonObject, isObjectOrList, type JsonObject } from '../../json-object.ts';
import { type Block, isToolCall, type MessageLike } from '../../message.ts';

/** A message of a list in Pi's form, which remembers the items of the list that it was made of. */
export interface ListedMessage extends MessageLike {
  toolCallId?: unknown;
  toolName?: unknown;
  isError?: boolean;
  [UNIT]: Unit;
  /** The part of its item that it was made of, where it is not the whole. */
  [PART]?: JsonObject;
}

/** What a codec says of a message. */
export type MessageFields = MessageLike & Partial<Omit<ListedMessage, typeof UNIT>>;

/**
 * Items of a list that are read together: mostly one item that is one message, but results share a message with
 * other content in some dialects, and in one of them a turn is several items.
 */
export interface Unit {
  /** The very values of the list, in order. */
  readonly items: readonly unknown[];
  /** The messages that were made of them, in order. */
  readonly parts: readonly ListedMessage[];
  readonly codec: Codec;
  /** Added while the list was mended; no item of the file stands behind it. */
  readonly isNew?: true;
}

/** How the messages of one dialect become Pi's form, and back. */
export interface Codec {
  /** Reads the unit that begins at a place of the list. */
  read(items: readonly unknown[], at: number): Unit;
  /**
   * A unit of which parts were changed or left out.
   *
   * @param parts what is left of it, in order; never empty
   * @returns its items; unchanged ones are the very values
   */
  write(unit: Unit, parts: readonly ListedMessage[]): Written[];
  /** An item of the user. */
  userLine(text: string): JsonObject;
  /** An item that answers a call with an error; `id` and `name` as the call has them in Pi's form. */
  errorResult(call: { id: string; name: string }, text: string): JsonObject;
  /** Results share an item: those that are added go to others beside them, or into any message of the user. */
  readonly joinsResults?: 'results' | 'user';
}

export interface Written {
  item: unknown;
  /** The item that it stands for; missing for one that is added. */
  from?: unknown;
}

/** A block in Pi's form that remembers what it was made of; copies remember it too. */
export type ListedBlock = Block & { [SOURCE]?: BlockSource };

export interface BlockSource {
  /** The value in the dialect's form. */
  host: unknown;
  /** The item that holds it, where that is not the item of the whole message. */
  item?: JsonObject;
  /** The block as it was read. */
  core: ListedBlock;
}

export const UNIT = Symbol('items of the list');
export const PART = Symbol('part of an item');
export const SOURCE = Symbol('block of the dialect');

/** Makes something of a whole list, once for each list: codecs are asked for one item after the other. */
export function ofList<Made>(make: (items: readonly unknown[]) => Made): (items: readonly unknown[]) => Made {
  const made = new WeakMap<readonly unknown[], { of: Made }>();
  return (items) => {
    const known = made.get(items) ?? { of: make(items) };
    made.set(items, known);
    return known.of;
  };
}

/** The list under a key, which begins empty. */
export function listUnder<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** Makes the unit of some items; `make` gives the fields of its messages. */
export function unitOf(items: readonly unknown[], codec: Codec, fields: readonly MessageFields[]): Unit {
  const parts: ListedMessage[] = [];
  const unit: Unit = { items, parts, codec };
  for (const message of fields) parts.push({ ...message, [UNIT]: unit });
  return unit;
}

/** A block that remembers its source. */
export function blockFrom(fields: Block, host: unknown, item?: JsonObject): ListedBlock {
  const block: ListedBlock = { ...fields };
  block[SOURCE] = { host, core: block, ...(item === undefined ? {} : { item }) };
  return block;
}

/** Whether a block is still the one that was read. */
export function isUntouched(block: unknown): boolean {
  return isObjectOrList(block) && sourceOf(block)?.core === block;
}

export function sourceOf(block: unknown): BlockSource | undefined {
  return isObjectOrList(block) ? (block as ListedBlock)[SOURCE] : undefined;
}

/**
 * The arguments of a call whose dialect keeps them as text: the object that the text holds, else the text itself,
 * so that the rules see what a provider would.
 */
export function parsedArguments(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : text;
  } catch {
    return text;
  }
}

/** Arguments as text again. */
export function argumentsText(value: unknown): unknown {
  return isObjectOrList(value) ? JSON.stringify(value) : value;
}

/** The fields of a call that differ from those that were read, under the dialect's names. */
export function changedFields(call: ListedBlock, names: Readonly<Record<string, string>>): JsonObject {
  const before = call[SOURCE]?.core ?? {};
  const changed: JsonObject = {};
  for (const [field, name] of Object.entries(names)) {
    if (call[field] !== (before as JsonObject)[field]) changed[name] = call[field];
  }
  return changed;
}

/** The same list where nothing of it changed, so that a message that holds it stays as it is. */
export function sameOr(before: unknown, after: readonly unknown[]): unknown {
  const isSame =
    Array.isArray(before) &&
    before.length === after.length &&
    after.every((value, at) => Object.is(value, before[at]));
  return isSame ? before : after;
}

/** Text in place of a list of blocks, as most dialects allow it; an empty one says nothing. */
export function blocksOfText(content: unknown): readonly unknown[] {
  if (Array.isArray(content)) return content;
  return typeof content === 'string' && content !== ''
    ? [blockFrom({ type: 'text', text: content }, undefined)]
    : [];
}

/**
 * Content in the form that it had: a list stays one, and text stays text where nothing else is to be said.
 *
 * @param blocks in the dialect's form
 */
export function contentLike(before: unknown, blocks: readonly unknown[]): unknown {
  if (Array.isArray(before)) return sameOr(before, blocks);
  if (blocks.length === 0 && typeof before !== 'string') return before;
  const isText = blocks.every((block) => fieldsOf(block).type === 'text');
  return isText ? blocks.map((block) => String(fieldsOf(block).text)).join('') : blocks;
}

/** The same object where no field changed. */
export function withFields(host: JsonObject, fields: JsonObject): JsonObject {
  return Object.entries(fields).every(([key, value]) => Object.is(host[key], value))
    ? host
    : { ...host, ...fields };
}

export function callsOf(message: MessageLike): ListedBlock[] {
  return Array.isArray(message.content) ? message.content.filter(isToolCall) : [];
}

/** The value when it is an object, else an empty one. */
export function fieldsOf(value: unknown): JsonObject {
  return isObjectOrList(value) ? value : {};
}
