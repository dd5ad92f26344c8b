import type { ContentBlock, Message, ToolResultBlock } from '@deepseek-ai/dsh-llm';
import { nameResults } from '../history/result-names.ts';
import { isObjectOrList } from '../json-object.ts';
import { blocksOf, type MessageLike } from '../message.ts';
import { apiOf, type CoreBlock, entriesOf, responseIdOf, toCoreBlock, toHostBlock } from './block.ts';

/** A message of DSH in the core's form, or one block of a message that holds tool results. */
export interface CoreMessage extends MessageLike {
  provider?: unknown;
  model?: unknown;
  responseId?: unknown;
  toolCallId?: unknown;
  toolName?: unknown;
  /** Never an error where it is stored: DSH writes the results of a turn in the order of its calls, refused ones included. */
  isError?: boolean;
  [ORIGIN]: Origin;
}

interface Origin {
  message: Message;
  /** The block of the message that this is; `undefined` for the whole of it. */
  block?: ContentBlock;
  /** The content in the core's form, where it is not an assistant's. */
  content?: readonly CoreBlock[];
}

const ORIGIN = Symbol('message of the host');

/**
 * Messages in the core's form.
 *
 * @param timeOf when an assistant message was made, in milliseconds, where that is known
 */
export function toCoreMessages(
  messages: readonly Message[],
  timeOf: (message: Message) => number | undefined,
): CoreMessage[] {
  const core = messages.flatMap((message) => toParts(message, timeOf));
  nameResults(core);
  return core;
}

function toCoreTurn(message: Message, timestamp: number | undefined): CoreMessage {
  const { content, source } = message;
  const model = source.kind === 'model' ? source : undefined;
  const entries = entriesOf(model?.replayState, content.length);
  return {
    role: 'assistant',
    provider: model?.provider,
    model: model?.model,
    api: apiOf(model?.replayState),
    responseId: responseIdOf(model?.replayState),
    timestamp,
    content: content.map((block, at) => toCoreBlock(block, entries?.[at])),
    [ORIGIN]: { message },
  };
}

/** A message of the user that the request gains; the same turn in front of it gives it the same identity. */
export function userLine(text: string, behind: CoreMessage): CoreMessage {
  return added(
    {
      id: `${behind[ORIGIN].message.id}-opl-guardian`,
      role: 'user',
      content: [{ type: 'text', text }],
      source: { kind: 'plugin', plugin: 'opl-guardian' },
    } as Message,
    {},
  );
}

/** An error result that the request gains for a call that has none. */
export function errorResult(
  call: { id: string; name: string },
  text: string,
  behind: CoreMessage,
): CoreMessage {
  const { id, name } = call;
  return added(
    {
      id: `${behind[ORIGIN].message.id}-opl-guardian-${id}`,
      role: 'user',
      content: [{ type: 'tool-result', toolCallId: id, content: [{ type: 'text', text }], isError: true }],
      source: { kind: 'tool', callId: id },
    } as Message,
    { toolName: name, isError: true },
  );
}

function added(message: Message, more: Partial<CoreMessage>): CoreMessage {
  const [part] = toParts(deepFreeze(message));
  return { ...(part as CoreMessage), ...more };
}

/** The host's message that one in the core's form was made of, or is a part of. */
export function hostMessageOf(core: CoreMessage): Message {
  return core[ORIGIN].message;
}

/** One message in the core's form; the results in it, whose tools are not named yet, become messages of their own. */
export function toParts(
  message: Message,
  timeOf: (message: Message) => number | undefined = () => undefined,
): CoreMessage[] {
  const { role, content } = message;
  if (role === 'assistant') return [toCoreTurn(message, timeOf(message))];
  if (!content.some(isResult)) return [{ role, ...withOrigin(message, content) }];
  return content.map((block) =>
    isResult(block)
      ? {
          role: 'toolResult',
          toolCallId: block.toolCallId,
          isError: false,
          ...withOrigin(message, block.content, block),
        }
      : { role, ...withOrigin(message, [block], block) },
  );
}

function withOrigin(
  message: Message,
  blocks: readonly ContentBlock[],
  block?: ContentBlock,
): Pick<CoreMessage, 'content' | typeof ORIGIN> {
  const content = blocks.map((own) => toCoreBlock(own, undefined));
  return { content, [ORIGIN]: { message, content, ...(block === undefined ? {} : { block }) } };
}

/**
 * Messages of the core as the host sends them: the very message that one was made of where nothing changed, else a
 * frozen one of the same identity.
 *
 * @param before what {@link toCoreMessages} gave
 * @param inRequest what is to be sent of it
 */
export function toHostMessages(before: readonly CoreMessage[], inRequest: readonly CoreMessage[]): Message[] {
  const unchanged = new Set(before);
  const messages: Message[] = [];
  for (let start = 0; start < inRequest.length; ) {
    const { message, block } = (inRequest[start] as CoreMessage)[ORIGIN];
    let end = start + 1;
    while (end < inRequest.length && inRequest[end]?.[ORIGIN].message === message) end++;
    const parts = inRequest.slice(start, end);
    const isWhole = parts.length === (block === undefined ? 1 : message.content.length);
    const isSame = isWhole && parts.every((part) => unchanged.has(part));
    const isAsMade = isWhole && message.role !== 'assistant' && parts.every(isUnchangedPart);
    messages.push(isSame || isAsMade ? message : deepFreeze(rebuilt(message, parts)));
    start = end;
  }
  return messages;
}

function rebuilt(message: Message, parts: readonly CoreMessage[]): Message {
  const [first] = parts;
  if (first?.role === 'assistant') return rebuiltTurn(message, blocksOf(first) as readonly CoreBlock[]);
  const content = parts.flatMap(partInRequest);
  const { source } = message;
  const callId = content.find(isResult)?.toolCallId;
  return {
    ...message,
    content,
    source: source.kind === 'tool' && callId !== undefined ? { ...source, callId } : source,
  };
}

function rebuiltTurn(message: Message, content: readonly CoreBlock[]): Message {
  const host = content.map(toHostBlock);
  const { source } = message;
  const rebuiltMessage = { ...message, content: host.map(({ block }) => block) };
  if (source.kind !== 'model' || !isObjectOrList(source.replayState)) return rebuiltMessage;
  const { replayState, ...unsigned } = source;
  if (replayState.blocks === undefined) return rebuiltMessage;
  const isAligned = entriesOf(replayState, message.content.length) !== undefined;
  const cut = { ...replayState, blocks: host.map(({ entry }) => entry) };
  return { ...rebuiltMessage, source: isAligned ? { ...unsigned, replayState: cut } : unsigned };
}

function isUnchangedPart({ toolCallId, content, [ORIGIN]: origin }: CoreMessage): boolean {
  const { block } = origin;
  if (block !== undefined && isResult(block) && block.toolCallId !== toolCallId) return false;
  return content === origin.content;
}

function partInRequest(part: CoreMessage): ContentBlock[] {
  const { block } = part[ORIGIN];
  if (block !== undefined && isUnchangedPart(part)) return [block];
  const content = blocksOf(part).map((own) => toHostBlock(own as CoreBlock).block);
  if (block === undefined || !isResult(block)) return content;
  return [{ ...block, content, toolCallId: part.toolCallId as ToolResultBlock['toolCallId'] }];
}

function isResult(block: ContentBlock): block is ToolResultBlock {
  return block.type === 'tool-result';
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const key of Reflect.ownKeys(value)) deepFreeze(Reflect.get(value, key));
  return value;
}
