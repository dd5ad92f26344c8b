import type { ScriptedModel, WireApi } from '../src/index.ts';

/** The usual path of each API. */
export const PATHS: Record<WireApi, string> = {
  'openai-completions': '/v1/chat/completions',
  'openai-responses': '/v1/responses',
  anthropic: '/v1/messages',
  google: '/v1beta/models/gemini-x:streamGenerateContent?alt=sse',
};

/** The smallest legal request body of each API. */
export const BODIES: Record<WireApi, object> = {
  'openai-completions': { messages: [{ role: 'user', content: 'hi' }] },
  'openai-responses': { input: 'hi' },
  anthropic: { messages: [{ role: 'user', content: 'hi' }] },
  google: { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
};

/** Posts a body, a text as it is, with no provider's client in between. */
export function post(server: ScriptedModel, api: WireApi, body: unknown = BODIES[api]): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(server.url + PATHS[api], { method: 'POST', body: text });
}

/** The parsed `data:` lines of a server-sent event stream, without `[DONE]`. */
export async function eventsOf(response: Response): Promise<object[]> {
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: {'));
  return lines.map((line) => JSON.parse(line.slice('data: '.length)));
}
