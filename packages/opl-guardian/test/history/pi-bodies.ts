import { stream as anthropic } from '@earendil-works/pi-ai/api/anthropic-messages';
import { stream as google } from '@earendil-works/pi-ai/api/google-generative-ai';
import { stream as completions } from '@earendil-works/pi-ai/api/openai-completions';
import { stream as responses } from '@earendil-works/pi-ai/api/openai-responses';
import { convertToLlm } from '@earendil-works/pi-coding-agent';
import type { TargetApi } from '../../src/history/target.ts';
import { type Message, MODEL_ID, PI_API } from './nasty-history.ts';

type Stream = (model: never, context: never, options: never) => { result(): Promise<unknown> };

const STREAMS: Record<TargetApi, Stream> = {
  'openai-completions': completions,
  'openai-responses': responses,
  anthropic,
  google,
};

/**
 * The request body that the real Pi makes of a history. Nothing is sent: the request ends where Pi shows its body.
 *
 * @throws what Pi's converters throw
 */
export async function piBody(messages: readonly Message[], target: TargetApi): Promise<unknown> {
  const model = {
    id: MODEL_ID,
    name: MODEL_ID,
    api: PI_API[target],
    provider: 'fake',
    baseUrl: 'http://127.0.0.1:9',
    reasoning: true,
    input: ['text'],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 100_000,
    maxTokens: 1000,
  };
  const shown: { body?: unknown } = {};
  const options = {
    apiKey: 'none',
    maxRetries: 0,
    onPayload(body: unknown) {
      shown.body = body;
      throw new Error('not sent');
    },
  };
  const context = { messages: convertToLlm([...messages] as never) };
  const { errorMessage } = (await STREAMS[target](
    model as never,
    context as never,
    options as never,
  ).result()) as {
    errorMessage?: string;
  };
  if (!('body' in shown)) throw new Error(errorMessage);
  return shown.body;
}
