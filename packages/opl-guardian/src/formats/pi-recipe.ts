import { type Block, blocksOf, isToolCall, type MessageLike } from '../message.ts';
import { slotOf } from './json-shape.ts';
import { isJsonObject } from './json-value.ts';
import { contributionOf } from './pi-context.ts';
import { hasRepeatedId, shortened } from './pi-shorten.ts';

/** Fields of entries and messages whose texts are words that many lines share. */
export const WORD_KEYS = ['type', 'role', 'api', 'stopReason', 'name', 'toolName', 'customType'];

/** How an entry is made of a line of a known shape. */
export interface PiRecipe {
  /** The texts that are its id and its parent's; a root has no parent. */
  readonly id: number;
  readonly parent: number | undefined;
  /** Its short message with slots for ids; `undefined` when it gives none to the history. */
  readonly message: MessageLike | undefined;
  /** Whether a tool result or tool calls in it have ids to fill in. */
  readonly hasIds: boolean;
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
  if (message === undefined) return value.type === 'message' ? null : { id, parent, message, hasIds: false };
  if (!isPlain(message)) return null;
  const short = shortened(message);
  const hasIds = message.role === 'toolResult' || blocksOf(message).some(isToolCall);
  return { id, parent, message: short, hasIds };
}

function isPlain(message: MessageLike): boolean {
  const { toolCallId, diagnostics } = message as { toolCallId?: unknown; diagnostics?: unknown };
  if (diagnostics !== undefined) return false;
  if (message.role === 'toolResult') return isId(toolCallId);
  return blocksOf(message)
    .filter(isToolCall)
    .every((call) => isId(call.id) && isJsonObject(call.arguments));
}

function isId(id: unknown): boolean {
  return id === '' || slotOf(id) !== undefined;
}

/**
 * The message of a line of the recipe's shape.
 *
 * @param text a text of the line, or `undefined` when it is not plain
 * @returns `undefined` when the line has to be parsed
 */
export function messageOf(
  { message, hasIds }: PiRecipe,
  text: (slot: number) => string | undefined,
): MessageLike | undefined {
  if (message === undefined) return undefined;
  if (!hasIds) return { ...message };
  let isComplete = true;
  const idOf = (id: unknown) => {
    const slot = slotOf(id);
    const filled = slot === undefined ? '' : text(slot);
    isComplete &&= filled !== undefined;
    return filled;
  };
  let filled: MessageLike;
  if (message.role === 'toolResult') {
    const { toolCallId } = message as { toolCallId?: unknown };
    filled = { ...message, toolCallId: idOf(toolCallId) } as MessageLike;
  } else {
    const content = blocksOf(message).map((block) =>
      isToolCall(block) ? ({ ...block, id: idOf(block.id) } satisfies Block) : block,
    );
    filled = { ...message, content };
  }
  return isComplete && !hasRepeatedId(filled) ? filled : undefined;
}
