import type { Turn, TurnPart } from '../types.ts';
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

const STOP_REASON = { stop: 'end_turn', toolUse: 'tool_use', length: 'max_tokens' } as const;

/** Messages events: each part becomes a content block; thinking ends with its `signature_delta`. */
export const encodeAnthropic: Encoder = (turn, model, mint) => {
  const usage = { input_tokens: USAGE.input, output_tokens: 1 };
  const message = { id: mint('msg'), type: 'message', role: 'assistant', model, content: [], usage };
  const parts = turn.parts ?? [];
  const stop = (index: number) => ({ type: 'content_block_stop', index });
  const last = parts.length - 1;
  const blocks = parts.flatMap((part, index) => [
    ...blockEvents(part, index, turn.chunking, mint),
    ...(index === last ? [] : [stop(index)]),
  ]);
  const opening = { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } };
  return { body: [opening, ...blocks], finish: [...(last < 0 ? [] : [stop(last)]), ...endOf(turn)] };
};

function endOf(turn: Turn): object[] {
  const stop = stopOf(turn);
  if (stop === 'error') return [{ type: 'error', error: { type: 'api_error', message: SCRIPTED_ERROR } }];
  const delta = { stop_reason: STOP_REASON[stop], stop_sequence: null };
  return [{ type: 'message_delta', delta, usage: { output_tokens: USAGE.output } }, { type: 'message_stop' }];
}

function blockEvents(part: TurnPart, index: number, chunking: Turn['chunking'], mint: Mint): object[] {
  const start = (content_block: object) => ({ type: 'content_block_start', index, content_block });
  const delta = (content: object) => ({ type: 'content_block_delta', index, delta: content });
  if (part.type === 'text') {
    const pieces = deltasOf(part.text, chunking);
    return [start({ type: 'text', text: '' }), ...pieces.map((text) => delta({ type: 'text_delta', text }))];
  }
  if (part.type === 'call') {
    const pieces = deltasOf(argumentsText(part.arguments), chunking);
    const block = { type: 'tool_use', ...present(part, { id: 'id', name: 'name' }), input: {} };
    return [start(block), ...pieces.map((json) => delta({ type: 'input_json_delta', partial_json: json }))];
  }
  const signature = part.signature ?? mint('sig');
  if (part.redacted) return [start({ type: 'redacted_thinking', data: signature })];
  const pieces = deltasOf(part.thinking, chunking);
  return [
    start({ type: 'thinking', thinking: '', signature: '' }),
    ...pieces.map((thinking) => delta({ type: 'thinking_delta', thinking })),
    delta({ type: 'signature_delta', signature }),
  ];
}
