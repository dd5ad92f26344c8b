import {
  type Api,
  type AssistantMessage,
  type Message,
  type Model,
  normalizeContext,
  type ProviderStreams,
  type SimpleStreamOptions,
  type Tool,
} from '@earendil-works/pi-ai';
import * as anthropic from '@earendil-works/pi-ai/api/anthropic-messages';
import * as google from '@earendil-works/pi-ai/api/google-generative-ai';
import * as completions from '@earendil-works/pi-ai/api/openai-completions';
import * as responses from '@earendil-works/pi-ai/api/openai-responses';
import type { ScriptedModel, WireApi } from '../src/index.ts';

interface Client {
  streams: Pick<ProviderStreams, 'streamSimple'>;
  piApi: Api;
  base: string;
  modelId: string;
}

const clients: Record<WireApi, Client> = {
  'openai-completions': { streams: completions, piApi: 'openai-completions', base: '/v1', modelId: 'gpt-x' },
  'openai-responses': { streams: responses, piApi: 'openai-responses', base: '/v1', modelId: 'gpt-y' },
  anthropic: { streams: anthropic, piApi: 'anthropic-messages', base: '', modelId: 'claude-x' },
  google: {
    streams: google,
    piApi: 'google-generative-ai',
    base: '/v1beta',
    modelId: 'gemini-3-pro-preview',
  },
};

/** The real Pi client's model object for one API of a scripted model. */
export function piModel(server: ScriptedModel, api: WireApi, id = clients[api].modelId): Model<Api> {
  const { piApi, base } = clients[api];
  return {
    id,
    name: id,
    api: piApi,
    provider: `scripted-${api}`,
    baseUrl: server.url + base,
    reasoning: true,
    input: ['text', 'image'],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 100_000,
    maxTokens: 4_000,
  };
}

/** Sends a history through Pi's own client and gives the assistant message that Pi makes of the answer. */
export function ask(
  server: ScriptedModel,
  api: WireApi,
  messages: Message[],
  options: SimpleStreamOptions & { modelId?: string; tools?: Tool[] } = {},
): Promise<AssistantMessage> {
  const { modelId, tools, ...rest } = options;
  const context = normalizeContext({ systemPrompt: 'You are scripted.', messages, tools: tools ?? [] });
  const model = piModel(server, api, modelId);
  return clients[api].streams
    .streamSimple(model, context, { apiKey: 'sk-x', maxRetries: 0, ...rest })
    .result();
}

export const user = (text: string): Message => ({ role: 'user', content: text, timestamp: 0 });
