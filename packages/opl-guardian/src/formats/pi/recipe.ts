import { isJsonObject } from '../../json-object.ts';
import { type Block, blocksOf, isToolCall, type MessageLike } from '../../message.ts';
import { slotOf } from '../json/shape.ts';
import { contributionOf } from './context.ts';
import { shortened } from './shorten.ts';

/** Fields of entries and messages whose texts are words that many lines share. */
export const WORD_KEYS = ['type', 'role', 'api', 'stopReason', 'name', 'toolName', 'customType'];

/** How an entry is made of a line of a known shape. */
export interface PiRecipe {
  /** The texts that are its id and its parent's; a root has no parent. */
  readonly id: number;
  readonly parent: number | undefined;
  /** Its short message without the ids of tool calls; `undefined` when it gives none to the history. */
  readonly message: MessageLike | undefined;
  /** The texts that are these ids, in order: of a tool result one, of a turn one for each call. */
  readonly ids: readonly number[];
}

/** Entries that take part in the history in other ways than by a message. */
const SPECIAL = new Set<unknown>(['session', 'compaction', 'context_edit', 'branch_summary']);

/** @returns `null` for lines that have to be parsed */
export function recipeOf(value: unknown): PiRecipe | null {
  if (!isJsonObject(value) || typeof value.type !== 'string' || SPECIAL.has(value.type)) return null;
  if (slotOf(value.type) !== undefined) return null;
  const id = slotOf(value.id);
  const parent = slotOf(value.parentId);
  if (id === undefined || (parent === undefined && value.parentId !== null)) return null;
  const { message } = contributionOf(value, false);
  if (message === undefined) return value.type === 'message' ? null : { id, parent, message, ids: [] };
  const ids = idsIn(message);
  return ids === undefined ? null : { id, parent, message: shortened(message), ids };
}

/** The slots of a message's ids; `undefined` for a message that has to be parsed. */
function idsIn(message: MessageLike): number[] | undefined {
  const { toolCallId, diagnostics } = message as { toolCallId?: unknown; diagnostics?: unknown };
  const calls = blocksOf(message).filter(isToolCall);
  if (diagnostics !== undefined || !calls.every((call) => isJsonObject(call.arguments))) return undefined;
  const ids = message.role === 'toolResult' ? [toolCallId] : calls.map(({ id }) => id);
  const slots = ids.map(slotOf).filter((slot) => slot !== undefined);
  return slots.length === ids.length ? slots : undefined;
}

/** The message of a recipe with its ids, each of which is asked for in order. */
export function messageOf({ message, ids }: PiRecipe, nextId: () => string): MessageLike | undefined {
  if (message === undefined || ids.length === 0) return message && { ...message };
  if (message.role === 'toolResult') return { ...message, toolCallId: nextId() } as MessageLike;
  const content = blocksOf(message).map((block) =>
    isToolCall(block) ? ({ ...block, id: nextId() } satisfies Block) : block,
  );
  return { ...message, content };
}
