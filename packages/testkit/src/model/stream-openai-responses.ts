import type { CallPart, TextPart, ThinkingPart, Turn, TurnPart } from '../types.ts';
import {
  argumentsText,
  deltasOf,
  type Encoder,
  type Mint,
  present,
  SCRIPTED_ERROR,
  stopOf,
  USAGE,
} from './plan.ts';

/** One output item: its events up to the last delta, those that end it, and the item when it is done. */
interface ItemEvents {
  open: object[];
  close: object[];
  item: object;
}

/**
 * Responses events: each part becomes an output item (reasoning with its encrypted content, message,
 * function call), then `response.completed`, `.incomplete` or `.failed`.
 */
export const encodeOpenaiResponses: Encoder = (turn, model, mint) => {
  const response = { id: mint('resp'), object: 'response', created_at: 0, model };
  const parts = turn.parts ?? [];
  const items = parts.map((part, at) => itemOf(part, at, turn.chunking, mint));
  const output = items.map(({ item }) => item);
  const last = items.at(-1);
  const events = [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    ...items.flatMap((item) => (item === last ? item.open : [...item.open, ...item.close])),
  ];
  const end = { ...endOf(turn), response: { ...response, ...endOf(turn).response, output, usage } };
  const numbered = [...events, ...(last?.close ?? []), end].map((event, at) => ({
    ...event,
    sequence_number: at,
  }));
  return { body: numbered.slice(0, events.length), finish: numbered.slice(events.length) };
};

const usage = {
  input_tokens: USAGE.input,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: USAGE.output,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: USAGE.input + USAGE.output,
};

function endOf(turn: Turn): { type: string; response: object } {
  const stop = stopOf(turn);
  if (stop === 'error') {
    const error = { code: 'server_error', message: SCRIPTED_ERROR };
    return { type: 'response.failed', response: { status: 'failed', error } };
  }
  if (stop === 'length') {
    const details = { reason: 'max_output_tokens' };
    return { type: 'response.incomplete', response: { status: 'incomplete', incomplete_details: details } };
  }
  return { type: 'response.completed', response: { status: 'completed' } };
}

function itemOf(part: TurnPart, at: number, chunking: Turn['chunking'], mint: Mint): ItemEvents {
  const { before, started, deltas, ending, done } = contentOf(part, chunking, mint);
  const where = { output_index: at };
  const inside = { item_id: Reflect.get(done, 'id'), ...where };
  return {
    open: [
      { type: 'response.output_item.added', ...where, item: started },
      ...[...before, ...deltas].map((event) => ({ ...inside, ...event })),
    ],
    close: [
      ...ending.map((event) => ({ ...inside, ...event })),
      { type: 'response.output_item.done', ...where, item: done },
    ],
    item: done,
  };
}

interface ItemContent {
  started: object;
  before: object[];
  deltas: object[];
  ending: object[];
  done: object;
}

function contentOf(part: TurnPart, chunking: Turn['chunking'], mint: Mint): ItemContent {
  if (part.type === 'call') return callContent(part, chunking, mint);
  return part.type === 'text' ? messageContent(part, chunking, mint) : reasoningContent(part, chunking, mint);
}

function callContent(part: CallPart, chunking: Turn['chunking'], mint: Mint): ItemContent {
  const text = argumentsText(part.arguments);
  const item = {
    type: 'function_call',
    id: 'itemId' in part ? part.itemId : mint('fc'),
    ...present(part, { id: 'call_id', name: 'name' }),
  };
  const name = 'response.function_call_arguments';
  return {
    started: { ...item, status: 'in_progress', arguments: '' },
    before: [],
    deltas: deltasOf(text, chunking).map((delta) => ({ type: `${name}.delta`, delta })),
    ending: [{ type: `${name}.done`, arguments: text }],
    done: { ...item, status: 'completed', arguments: text },
  };
}

function messageContent({ text }: TextPart, chunking: Turn['chunking'], mint: Mint): ItemContent {
  const item = { type: 'message', id: mint('msg'), role: 'assistant' };
  const place = { content_index: 0 };
  const content = { type: 'output_text', text, annotations: [] };
  return {
    started: { ...item, status: 'in_progress', content: [] },
    before: [{ type: 'response.content_part.added', ...place, part: { ...content, text: '' } }],
    deltas: deltasOf(text, chunking).map((delta) => ({
      type: 'response.output_text.delta',
      ...place,
      delta,
    })),
    ending: [
      { type: 'response.output_text.done', ...place, text },
      { type: 'response.content_part.done', ...place, part: content },
    ],
    done: { ...item, status: 'completed', content: [content] },
  };
}

function reasoningContent(part: ThinkingPart, chunking: Turn['chunking'], mint: Mint): ItemContent {
  const item = { type: 'reasoning', id: mint('rs') };
  const place = { summary_index: 0 };
  const { thinking: text } = part;
  const summary = { type: 'summary_text', text };
  const name = 'response.reasoning_summary';
  return {
    started: { ...item, summary: [] },
    before: [{ type: `${name}_part.added`, ...place, part: { ...summary, text: '' } }],
    deltas: deltasOf(text, chunking).map((delta) => ({ type: `${name}_text.delta`, ...place, delta })),
    ending: [
      { type: `${name}_text.done`, ...place, text },
      { type: `${name}_part.done`, ...place, part: summary },
    ],
    done: {
      ...item,
      summary: text === '' ? [] : [summary],
      encrypted_content: part.signature ?? mint('enc'),
    },
  };
}
