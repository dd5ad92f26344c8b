import { isObjectOrList, type JsonObject } from '../../json-object.ts';

/** One event of a log (`SessionEvent` in `dsh-session`), as far as it can be trusted: a file is anybody's. */
export interface StoredEvent {
  type: string;
  seq: number;
  time: number;
  data: JsonObject;
  surfaceOp?: unknown;
  sourceEventSeqs?: unknown;
  ignorable?: true;
}

/** What one line of a log holds: an event, or a row of chunk events that were packed together. */
export interface StoredRecord {
  value: StoredEvent | PackedRow;
  /** `seq` of its first event. */
  first: number;
  /** `seq` behind its last event. */
  next: number;
}

/** Chunk events of one block in one line (`ChunkRow` in `dsh-session`). */
export interface PackedRow {
  type: 'text-chunks' | 'reasoning-chunks' | 'tool-call-chunks';
  seq0: number;
  data: JsonObject;
}

const ROW_TYPES = new Set<unknown>(['text-chunks', 'reasoning-chunks', 'tool-call-chunks']);
/** Events whose messages are sent (`SURFACE_EVENT_TYPES` in `dsh-session`). */
const MESSAGE_TYPES = new Set(['user/message', 'assistant/message', 'tool/result']);

/**
 * Reads one line of a log.
 *
 * @returns `undefined` for a line that is no record
 */
export function parseRecord(line: Uint8Array): StoredRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString('utf8'));
  } catch {
    return undefined;
  }
  if (!isObjectOrList(value) || typeof value.type !== 'string' || value.data === undefined) return undefined;
  if (!ROW_TYPES.has(value.type)) {
    const { seq, time } = value;
    if (!isSeq(seq) || typeof time !== 'number') return undefined;
    return { value: value as unknown as StoredEvent, first: seq, next: seq + 1 };
  }
  const { seq0, data } = value;
  if (!isSeq(seq0) || !isObjectOrList(data) || !Array.isArray(data.dt)) return undefined;
  return { value: value as unknown as PackedRow, first: seq0, next: seq0 + data.dt.length + 1 };
}

export function isRow(value: StoredEvent | PackedRow): value is PackedRow {
  return ROW_TYPES.has(value.type);
}

export function isMessageEvent({ type }: StoredEvent): boolean {
  return MESSAGE_TYPES.has(type);
}

/** `seq` of the chunks that an answer was made of. */
export function chunkSeqsOf({ sourceEventSeqs: sources }: StoredEvent): number[] {
  return Array.isArray(sources) ? sources.filter((source) => typeof source === 'number') : [];
}

/** The message of an event that has one, in whatever shape. */
export function storedMessage(event: StoredEvent): unknown {
  if (event.type === 'user/message') return event.data;
  return isObjectOrList(event.data) ? event.data.message : undefined;
}

/** An event with another message; all else of it stays. */
export function withMessage(event: StoredEvent, message: unknown): StoredEvent {
  const data = event.type === 'user/message' ? message : { ...event.data, message };
  return { ...event, data: data as StoredEvent['data'] };
}

/**
 * What is wrong with the message of an event, by the host's own check when it loads a log
 * (`assertMessageEventShape` in `dsh-session`); call ids aside, which can be mended.
 */
export function messageFault(event: StoredEvent): string | undefined {
  const message = storedMessage(event);
  if (!isObjectOrList(message) || typeof message.id !== 'string' || message.id === '')
    return 'has no message with an id';
  const { role, source, content } = message;
  if (role !== (event.type === 'assistant/message' ? 'assistant' : 'user'))
    return 'has a message of another role';
  if (!isObjectOrList(source) || typeof source.kind !== 'string') return 'has a message without a source';
  if (
    !Array.isArray(content) ||
    !content.every((block) => isObjectOrList(block) && typeof block.type === 'string')
  ) {
    return 'has a message whose content is no list of blocks';
  }
  if (event.type === 'assistant/message') {
    const isOfModel = source.kind === 'model' && isName(source.provider) && isName(source.model);
    return isOfModel ? undefined : 'has a message of no model';
  }
  return event.type === 'tool/result' ? resultFault(source, content) : undefined;
}

function resultFault(source: JsonObject, content: readonly JsonObject[]): string | undefined {
  const [block] = content;
  if (source.kind !== 'tool' || content.length !== 1 || block?.type !== 'tool-result') {
    return 'has a message that is not one tool result';
  }
  if (!Array.isArray(block.content) || !block.content.every(isObjectOrList))
    return 'has a tool result without content';
  return block.toolCallId === source.callId ? undefined : 'names two tool calls for one result';
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isSeq(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
