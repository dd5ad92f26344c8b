import type { CallPart, Turn, TurnPart } from '../types.ts';
import { argumentsText, deltasOf, type Encoder, present, SCRIPTED_ERROR, stopOf, USAGE } from './plan.ts';

const FINISH_REASON = { stop: 'stop', toolUse: 'tool_calls', length: 'length' } as const;

/**
 * Chat completion chunks: a `delta` per piece, then `finish_reason`, then the usage chunk. Thinking goes out
 * as `reasoning_content`. Behind the first delta of a call only its index repeats, never its id.
 */
export const encodeOpenaiCompletions: Encoder = (turn, model, mint) => {
  const head = { id: mint('chatcmpl'), object: 'chat.completion.chunk', created: 0, model };
  const chunk = (delta: object, finishReason: string | null = null) => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  });
  const calls = (turn.parts ?? []).filter((part) => part.type === 'call');
  const deltas = (turn.parts ?? []).flatMap((part) => deltasOfPart(part, calls, turn.chunking));
  const body = [{ role: 'assistant', content: '' }, ...deltas].map((delta) => chunk(delta));
  const stop = stopOf(turn);
  if (stop === 'error') {
    return {
      body,
      finish: [{ error: { message: SCRIPTED_ERROR, type: 'server_error', param: null, code: null } }],
    };
  }
  const usage = {
    prompt_tokens: USAGE.input,
    completion_tokens: USAGE.output,
    total_tokens: USAGE.input + USAGE.output,
  };
  return { body, finish: [chunk({}, FINISH_REASON[stop]), { ...head, choices: [], usage }] };
};

function deltasOfPart(part: TurnPart, calls: readonly CallPart[], chunking: Turn['chunking']): object[] {
  if (part.type === 'text') return deltasOf(part.text, chunking).map((content) => ({ content }));
  if (part.type === 'thinking') {
    return deltasOf(part.thinking, chunking).map((piece) => ({ reasoning_content: piece }));
  }
  const text = argumentsText(part.arguments);
  const index = part.index === null ? {} : { index: part.index ?? calls.indexOf(part) };
  const first = (argumentsPiece: string) => ({
    ...index,
    ...present(part, { id: 'id' }),
    type: 'function',
    function: { ...present(part, { name: 'name' }), arguments: argumentsPiece },
  });
  if (chunking === 'one') return [{ tool_calls: [first(text)] }];
  const later = deltasOf(text, chunking).map((piece) => ({ ...index, function: { arguments: piece } }));
  return [first(''), ...later].map((call) => ({ tool_calls: [call] }));
}
