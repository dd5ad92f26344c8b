import { isResponsesFamily } from './api-family.ts';
import { type Block, blocksOf, isToolCall, type MessageLike, type ToolCallBlock } from './message.ts';

/** What is wrong with one part of a tool call. */
type PartFault = 'blank-id' | 'id-not-a-string' | 'blank-name' | 'name-not-a-string';

/** Why a tool call is malformed; both faults are joined when id and name are at fault. */
export type MalformedReason = PartFault | `${PartFault}+${PartFault}`;

/** A tool call that was taken out. */
export interface RemovedToolCall {
  /** The block as it was received. */
  toolCall: ToolCallBlock;
  reason: MalformedReason;
  /** Its position in the message's content. */
  contentIndex: number;
}

/**
 * Says whether a tool call can be replayed at all. Only id and name are judged: arguments never, and an
 * unfamiliar name is an ordinary error that the model can read and correct.
 *
 * @param call a `toolCall` block of a message
 * @param api Pi's name of the API that produced the message; on the Responses family the call id is the part
 *   before `|`, and the words `undefined` and `null` there stand for a missing one
 * @returns the reason, or `undefined` for a well-formed call
 */
export function malformedReason(call: Block, api: unknown): MalformedReason | undefined {
  const id = idFault(call.id, api);
  const name = nameFault(call.name);
  if (id === undefined) return name;
  return name === undefined ? id : `${id}+${name}`;
}

/** The malformed calls of an assistant message in their order; none for any other message. */
export function findMalformedCalls(message: MessageLike): RemovedToolCall[] {
  const found: RemovedToolCall[] = [];
  if (message.role !== 'assistant') return found;
  const blocks = blocksOf(message);
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index];
    if (!isToolCall(block)) continue;
    const reason = malformedReason(block, message.api);
    if (reason !== undefined) found.push({ toolCall: block, reason, contentIndex: index });
  }
  return found;
}

/** `undefined` for a usable name, else its fault. */
export function nameFault(name: unknown): 'blank-name' | 'name-not-a-string' | undefined {
  if (name === undefined || name === null) return 'blank-name';
  if (typeof name !== 'string') return 'name-not-a-string';
  return isBlank(name) ? 'blank-name' : undefined;
}

/** `undefined` for a usable tool call id, else its fault. `api` as in {@link malformedReason}. */
export function idFault(id: unknown, api: unknown): 'blank-id' | 'id-not-a-string' | undefined {
  if (id === undefined || id === null) return 'blank-id';
  if (typeof id !== 'string') return 'id-not-a-string';
  if (isBlank(id)) return 'blank-id';
  if (!isResponsesFamily(api)) return undefined;
  const bar = id.indexOf('|');
  const callId = (bar === -1 ? id : id.slice(0, bar)).trim();
  return callId === '' || callId === 'undefined' || callId === 'null' ? 'blank-id' : undefined;
}

/** The first character of nearly every id and name is visible ASCII: no need to trim then. */
function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  return first > 32 && first < 127 ? false : text.trim() === '';
}
