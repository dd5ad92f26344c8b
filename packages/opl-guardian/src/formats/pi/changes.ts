import { isJsonObject, type JsonObject } from '../../json-object.ts';
import type { MessageLike } from '../../message.ts';
import { isEditable } from './context.ts';
import type { WholeMessage } from './whole.ts';

/** `customType` of an entry that was left out of the history; its `data` is the rest of the entry as it was. */
const LEFT_OUT_TYPE = 'opl-guardian.left-out';
/** The field of an entry that keeps the message in whose place a new one stands. */
const LEFT_OUT_FIELD = 'leftOut';

/** Entry types that may change places, and be left out. */
const MOVABLE = new Set<unknown>(['message', 'custom_message', 'branch_summary']);

export function isMovable({ type }: JsonObject): boolean {
  return MOVABLE.has(type);
}

/**
 * An entry with the changes of its message.
 *
 * @param value the entry as it would be written so far
 * @param before the message that it gave
 * @param after the same message with what changed
 */
export function withChangedMessage(
  value: JsonObject,
  { part, message: before, edit }: WholeMessage,
  after: MessageLike,
): JsonObject {
  const changes = changedFields(before as JsonObject, after as JsonObject);
  if (edit !== undefined && isEditable(before)) delete changes.content;
  if (Object.keys(changes).length === 0) return value;
  const field = part === 'checkpoint' ? 'systemMessage' : value.type === 'message' ? 'message' : undefined;
  if (field === undefined) return { ...value, ...changes };
  return { ...value, [field]: { ...(value[field] as JsonObject), ...changes } };
}

/** A context edit that puts other content in the place of its target's; with `undefined` it leaves the target out. */
export function withReplacement(edit: JsonObject, content: unknown): JsonObject {
  const { replacement } = edit;
  if (content === undefined) return { ...edit, replacement: null };
  return { ...edit, replacement: { ...(isJsonObject(replacement) ? replacement : {}), content } };
}

/** An entry that Pi keeps and does not send. */
export function leftOutEntry(value: JsonObject): JsonObject {
  const { id, parentId, timestamp, ...data } = value;
  return { ...place({ id, parentId, timestamp }), type: 'custom', customType: LEFT_OUT_TYPE, data };
}

/** An entry of which nothing is kept but its place in the tree, with what another entry holds. */
export function withOtherContent({ id, parentId, timestamp }: JsonObject, other: JsonObject): JsonObject {
  const { id: _id, parentId: _parentId, timestamp: _timestamp, ...content } = other;
  return { ...content, ...place({ id, parentId, timestamp }) };
}

/** A message entry in which a new message stands for its own. */
export function withNewMessage(value: JsonObject, message: MessageLike): JsonObject {
  return { ...value, message, [LEFT_OUT_FIELD]: value[LEFT_OUT_FIELD] ?? value.message };
}

/** Whether a new message stands in an entry. */
export function holdsNewMessage(value: JsonObject): boolean {
  return LEFT_OUT_FIELD in value;
}

/** The fields that make an entry's place in the tree, as far as the file has them. */
function place(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Fields whose value differs; `undefined` for those that are gone. */
function changedFields(before: JsonObject, after: JsonObject): JsonObject {
  const changes: JsonObject = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (!Object.is(before[key], after[key])) changes[key] = after[key];
  }
  return changes;
}
