import type { WireApi } from '../types.ts';

/**
 * The APIs under which Pi can reach the scripted model: the four wire APIs, and the two further members of
 * Pi's Responses family, which speak `openai-responses` on the wire.
 */
export type PiApi = WireApi | 'azure-openai-responses' | 'openai-codex-responses';

/**
 * `fake-model` cannot think. `fake-thinker` can, so Pi asks for thinking and replays it. `gemini-3-fake`
 * thinks too, and its name makes Pi's Google client send call ids, as it does for Gemini 3.
 */
export type PiModelId = 'fake-model' | 'fake-thinker' | 'gemini-3-fake';

export const DEFAULT_MODEL: PiModelId = 'fake-model';

interface Provider {
  /** Id in `models.json`. */
  id: string;
  /** Pi's name of the API. */
  api: string;
  /** Path below the scripted model's URL. */
  path: string;
}

const PROVIDERS: Readonly<Record<PiApi, Provider>> = {
  'openai-completions': { id: 'fake-completions', api: 'openai-completions', path: '/v1' },
  'openai-responses': { id: 'fake-responses', api: 'openai-responses', path: '/v1' },
  'azure-openai-responses': { id: 'fake-azure', api: 'azure-openai-responses', path: '/v1' },
  'openai-codex-responses': { id: 'fake-codex', api: 'openai-codex-responses', path: '/v1' },
  anthropic: { id: 'fake-anthropic', api: 'anthropic-messages', path: '' },
  google: { id: 'fake-google', api: 'google-generative-ai', path: '/v1beta' },
};

const MODELS: readonly { id: PiModelId; reasoning: boolean }[] = [
  { id: 'fake-model', reasoning: false },
  { id: 'fake-thinker', reasoning: true },
  { id: 'gemini-3-fake', reasoning: true },
];

export const PI_APIS = Object.keys(PROVIDERS) as readonly PiApi[];

/** Pi's names for the API and the provider that serve `api`, as assistant messages carry them. */
export function piProvider(api: PiApi): { provider: string; api: string } {
  const { id, api: piApi } = PROVIDERS[api];
  return { provider: id, api: piApi };
}

/** The content of `models.json`: one provider per API, each with all models, at the scripted model's URL. */
export function modelsConfig(modelUrl: string): { providers: Record<string, object> } {
  const providers = Object.values(PROVIDERS).map(({ id, api, path }) => [
    id,
    { baseUrl: `${modelUrl}${path}`, api, apiKey: FAKE_KEY, models: MODELS },
  ]);
  return { providers: Object.fromEntries(providers) };
}

/** Shaped like a ChatGPT token, since Pi's Codex client reads the account id out of it; unsigned and worthless. */
const FAKE_KEY = [{ alg: 'none' }, { 'https://api.openai.com/auth': { chatgpt_account_id: 'fake' } }, {}]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.');
