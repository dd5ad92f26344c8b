import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type {
  AssistantMessage,
  ImageContent,
  Message,
  SimpleStreamOptions,
  Tool,
} from '@earendil-works/pi-ai';
import { type ScriptedModel, startScriptedModel, type Turn, WIRE_APIS, type WireApi } from '../src/index.ts';
import { ask, user } from './model-pi-client.ts';

const image: ImageContent = { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' };
const tool: Tool = {
  name: 'read',
  description: 'Reads a file',
  parameters: {
    type: 'object',
    properties: { path: { type: 'string' } },
    required: ['path'],
  } as Tool['parameters'],
};

const thinking = { type: 'thinking', thinking: 'let me see', signature: 'c2lnbmVkISEh' } as const;
const text = (words: string) => ({ type: 'text', text: words }) as const;
const call = (id: string, path: string) => ({ type: 'call', id, name: 'read', arguments: { path } }) as const;
const signed = (id: string, path: string) =>
  ({ ...call(id, path), thoughtSignature: 'Y2FsbHNpZ24=' }) as const;

/** Every ordinary kind of answer: each prompt with what the model then says until it stops. */
const conversation: readonly { prompt: Message; turns: Turn[] }[] = [
  { prompt: user('text'), turns: [{ parts: [text('hello')] }] },
  { prompt: user('thinking'), turns: [{ parts: [thinking, text('so')] }] },
  { prompt: user('one call'), turns: [{ parts: [call('c1', 'a')] }, { parts: [text('done')] }] },
  {
    prompt: { role: 'user', content: [{ type: 'text', text: 'picture' }, image], timestamp: 0 },
    turns: [
      { parts: [thinking, text('both'), signed('c2', 'image'), call('c3', 'broken')] },
      { parts: [thinking, signed('c4', 'b'), call('c5', 'c'), call('c6', 'image')] },
      { parts: [signed('c7', 'd')] },
      { parts: [text('done')] },
    ],
  },
  { prompt: user('cut off'), turns: [{ parts: [text('half of the')], stop: 'length' }] },
  { prompt: user('failed'), turns: [{ parts: [text('oh'), call('c8', 'e')], stop: 'error' }] },
  { prompt: user('no answer'), turns: [] },
];

function resultsOf({ content }: AssistantMessage): Message[] {
  const calls = content.filter((block) => block.type === 'toolCall');
  return calls.map(({ id, name, arguments: { path } }) => ({
    role: 'toolResult',
    toolCallId: id,
    toolName: name,
    content: path === 'image' ? [{ type: 'text', text: 'see' }, image] : [{ type: 'text', text: '' }],
    isError: path === 'broken',
    timestamp: 0,
  }));
}

/** Plays the conversation against one API as Pi's loop does, and gives the history that Pi holds then. */
async function play(server: ScriptedModel, api: WireApi, options: Options): Promise<Message[]> {
  const history: Message[] = [];
  for (const { prompt, turns } of conversation) {
    server.push(...turns);
    history.push(prompt);
    for (const _ of turns) {
      const answer = await ask(server, api, [...history], { tools: [tool], ...options });
      history.push(answer, ...(answer.stopReason === 'toolUse' ? resultsOf(answer) : []));
    }
  }
  return history;
}

type Options = SimpleStreamOptions & { modelId?: string };

const variants: Record<string, Partial<Record<WireApi, Options>> & { all: Options }> = {
  'thinking on': { all: { reasoning: 'high' } },
  'thinking off': { all: {} },
  'Gemini without call ids': { all: {}, google: { modelId: 'gemini-2.5-flash' } },
};

for (const [variant, options] of Object.entries(variants)) {
  describe(`ordinary Pi histories, ${variant}`, () => {
    const optionsOf = (api: WireApi): Options => ({ ...options.all, ...options[api] });
    for (const from of WIRE_APIS) {
      it(`pass the strict ${from} endpoint, and every other one when the user changes the model`, async () => {
        await using server = await startScriptedModel({ turns: [] });
        const history = await play(server, from, optionsOf(from));
        for (const to of WIRE_APIS) {
          server.push({ parts: [text('hello')] });
          await ask(server, to, history, { tools: [tool], ...optionsOf(to) });
        }
        const turns = conversation.flatMap((step) => step.turns);
        assert.equal(server.requests.length, turns.length + WIRE_APIS.length);
        for (const { api, status, violations } of server.requests) {
          assert.deepEqual({ api, status, violations }, { api, status: 200, violations: [] });
        }
      });
    }
  });
}
