import { isObjectOrList, type JsonObject } from '../../json-object.ts';
import { isRow, type PackedRow, type StoredEvent } from './events.ts';

/** A call of a turn with what it is called from here on. */
export interface CallEdit {
  id: unknown;
  name: unknown;
  newId: unknown;
  newName: unknown;
}

/** The calls of one answer whose ids or names change, in the events around it. */
export interface TurnCalls {
  /** `seq` of the answer. */
  head: number;
  /** `seq` of the chunks that it was made of. */
  chunks: readonly number[];
  /** All its calls, in order. */
  calls: readonly CallEdit[];
}

/** Fields of events that tell which call they belong to; `subCallId` is a name of its own. */
const ID_FIELDS = ['callId', 'rootCallId', 'parentCallId'];

/**
 * Carries new ids and names of calls into the events that repeat them: chunks in front of the answer, and what
 * happened to the calls behind it, up to the end of its step. Calls of one id are told apart by their order, which
 * is the order of their events (`dsh-agent-loop`).
 *
 * Events go through in the order of the log.
 */
export class CallEditor {
  readonly #byHead: ReadonlyMap<number, TurnCalls>;
  readonly #streams = new Map<number, { calls: readonly CallEdit[]; placeOf: Map<unknown, number> }>();
  #step: { calls: readonly CallEdit[]; started: CallEdit[] } | undefined;

  constructor(turns: readonly TurnCalls[]) {
    this.#byHead = new Map(turns.map((turn) => [turn.head, turn]));
    for (const { chunks, calls } of turns) {
      const stream = { calls, placeOf: new Map<unknown, number>() };
      for (const seq of chunks) this.#streams.set(seq, stream);
    }
  }

  /** Whether events that are still to come may have to change, whatever their number. */
  get isInside(): boolean {
    return this.#step !== undefined;
  }

  /** The very value where nothing of it changes. */
  edit<T extends StoredEvent | PackedRow>(value: T): T {
    const first = isRow(value) ? value.seq0 : value.seq;
    const stream = this.#streams.get(first);
    if (stream !== undefined) return editChunk(value, stream);
    if (isRow(value)) return value;
    this.#follow(value);
    return this.#step === undefined ? value : (this.#editStep(value, this.#step) as T);
  }

  #follow(event: StoredEvent): void {
    const turn = this.#byHead.get(event.seq);
    if (turn !== undefined) this.#step = { calls: turn.calls, started: [] };
    else if (['assistant/message', 'step/end', 'turn/end'].includes(event.type)) this.#step = undefined;
  }

  #editStep(event: StoredEvent, step: { calls: readonly CallEdit[]; started: CallEdit[] }): StoredEvent {
    const { type, data } = event;
    if (!isObjectOrList(data)) return event;
    const started = ID_FIELDS.map((field) => data[field]).find((id) => id !== undefined);
    if (started === undefined || type === 'assistant/message' || type === 'tool/result') return event;
    if (type === 'tool/call') {
      const call = step.calls.find((each) => each.id === data.callId && !step.started.includes(each));
      if (call === undefined) return event;
      step.started.push(call);
      return withData(event, {
        callId: call.newId,
        ...(data.name === call.name ? { name: call.newName } : {}),
      });
    }
    const call =
      step.started.findLast(({ id }) => id === started) ?? step.calls.find(({ id }) => id === started);
    if (call === undefined) return event;
    const ids = ID_FIELDS.filter((field) => data[field] === call.id).map((field) => [field, call.newId]);
    const named = data.toolName === call.name ? { toolName: call.newName } : {};
    return withData(event, { ...Object.fromEntries(ids), ...named });
  }
}

function editChunk<T extends StoredEvent | PackedRow>(
  value: T,
  { calls, placeOf }: { calls: readonly CallEdit[]; placeOf: Map<unknown, number> },
): T {
  const isPacked = isRow(value);
  const chunk = isPacked ? value.data : isObjectOrList(value.data) ? value.data.chunk : undefined;
  if (!isObjectOrList(chunk)) return value;
  const block = chunk.type === 'block-end' && isObjectOrList(chunk.block) ? chunk.block : undefined;
  const isOfCall =
    value.type === 'tool-call-chunks' ||
    chunk.type === 'tool-call-delta' ||
    chunk.blockType === 'tool-call' ||
    block?.type === 'tool-call';
  if (!isOfCall) return value;
  const place = placeOf.get(chunk.index) ?? placeOf.size;
  placeOf.set(chunk.index, place);
  const call = calls[place];
  if (call === undefined) return value;
  const said = block ?? chunk;
  const edited = renamed(said, {
    ...(said.id === call.id ? { id: call.newId } : {}),
    ...(said.name === call.name ? { name: call.newName } : {}),
  });
  if (edited === said) return value;
  if (isPacked) return { ...value, data: edited };
  return {
    ...value,
    data: { ...value.data, chunk: block === undefined ? edited : { ...chunk, block: edited } },
  };
}

function withData(event: StoredEvent, fields: JsonObject): StoredEvent {
  const data = renamed(event.data, fields);
  return data === event.data ? event : { ...event, data };
}

function renamed(value: JsonObject, fields: JsonObject): JsonObject {
  return Object.entries(fields).every(([key, field]) => value[key] === field)
    ? value
    : { ...value, ...fields };
}
