import type { ServerResponse } from 'node:http';
import type { Turn, WireApi } from '../types.ts';
import { dialects } from './dialect.ts';
import type { EmittedMemory } from './emitted.ts';
import { type ApiError, errorBody } from './error-body.ts';
import type { Mint, StreamPlan } from './plan.ts';

/** Answers with the API's own error body. */
export function answerError(response: ServerResponse, api: WireApi, error: ApiError): void {
  response.writeHead(error.status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(errorBody(api, error)));
}

/**
 * Streams a turn and notes in `memory` what was streamed. A raw event that is a string goes out unframed, so
 * that a broken server-sent event can be scripted too. A turn that hangs leaves the stream open.
 */
export function answerTurn(
  response: ServerResponse,
  api: WireApi,
  turn: Turn,
  context: { model: string; mint: Mint; memory: EmittedMemory },
): void {
  const { encode, frame, end, remember } = dialects[api];
  const plan: StreamPlan = turn.raw
    ? { body: turn.raw, finish: [] }
    : encode(turn, context.model, context.mint);
  const events = turn.hang ? plan.body : [...plan.body, ...plan.finish];
  remember(events, context.memory);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.write(events.map((event) => (typeof event === 'string' ? event : frame(event))).join(''));
  if (!turn.hang) response.end(end);
}
