import { type Message, normalizeContext, type ProviderStreams } from '@earendil-works/pi-ai';
import * as anthropic from '@earendil-works/pi-ai/api/anthropic-messages';
import * as google from '@earendil-works/pi-ai/api/google-generative-ai';
import * as completions from '@earendil-works/pi-ai/api/openai-completions';
import * as responses from '@earendil-works/pi-ai/api/openai-responses';
import type { ScriptedModel, WireApi } from '@session-guards/testkit';

interface Client {
  streams: Pick<ProviderStreams, 'streamSimple'>;
  /** Pi's name of the API. */
  name: string;
  base: string;
}

const CLIENTS: Readonly<Record<WireApi, Client>> = {
  'openai-completions': { streams: completions, name: 'openai-completions', base: '/v1' },
  'openai-responses': { streams: responses, name: 'openai-responses', base: '/v1' },
  anthropic: { streams: anthropic, name: 'anthropic-messages', base: '' },
  google: { streams: google, name: 'google-generative-ai', base: '/v1beta' },
};

const NOTHING_USED = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 };

/** What an assistant message of Pi says of its origin when the model that {@link askThroughPi} speaks to made it. */
export function madeBy(api: WireApi): { api: string; provider: string; model: string; usage: object } {
  return { api: CLIENTS[api].name, provider: 'scripted', model: 'model-x', usage: NOTHING_USED };
}

/**
 * Sends a history as Pi's own client does, to the model that made it.
 *
 * @returns what was wrong with the request: the rules that it broke, or why Pi could not make one
 */
export async function askThroughPi(
  server: ScriptedModel,
  api: WireApi,
  messages: readonly object[],
): Promise<string[]> {
  const { streams, base } = CLIENTS[api];
  const { provider, model: id, api: name } = madeBy(api);
  const model = {
    id,
    name: id,
    api: name,
    provider,
    baseUrl: server.url + base,
    reasoning: false,
    input: ['text' as const],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 100_000,
    maxTokens: 4_000,
  };
  const sent = server.requests.length;
  server.push({ parts: [{ type: 'text', text: 'Fine.' }] });
  const context = normalizeContext({ systemPrompt: 'You are scripted.', messages: messages as Message[] });
  const answer = await streams.streamSimple(model, context, { apiKey: 'sk-x', maxRetries: 0 }).result();
  const request = server.requests.at(sent);
  if (request === undefined) return [`Pi makes no request of it: ${answer.errorMessage}`];
  return [...new Set(request.violations.map(({ rule }) => rule))];
}
