import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startScriptedModel, type Turn, WIRE_APIS, type WireApi } from '../src/index.ts';
import { ask, user } from './model-pi-client.ts';

/** Answers one prompt with one turn, through Pi's own client of the API. */
async function answer(api: WireApi, turn: Turn) {
  await using server = await startScriptedModel({ turns: [turn] });
  return await ask(server, api, [user('hi')], { reasoning: 'high' });
}

const thinking = { type: 'thinking', thinking: 'let me 🤔 see', signature: 'c2lnbmVkISEh' } as const;
const text = { type: 'text', text: 'héllo 🌍🌍 world' } as const;
const calls = [
  { type: 'call', id: 'c1', name: 'read', arguments: { path: 'ä/b', lines: [1, 2] } },
  { type: 'call', id: 'c2', name: 'ls' },
] as const;

/** Where Pi keeps the signature of a thinking block. */
const signatures: Record<WireApi, RegExp> = {
  'openai-completions': /^reasoning_content$/,
  'openai-responses': /"encrypted_content":"c2lnbmVkISEh"/,
  anthropic: /^c2lnbmVkISEh$/,
  google: /^c2lnbmVkISEh$/,
};

for (const api of WIRE_APIS) {
  for (const chunking of ['one', 'split'] as const) {
    describe(`a turn over ${api}, streamed in ${chunking} delta(s) a part`, () => {
      it('arrives in the real Pi client as it was scripted', async () => {
        const message = await answer(api, { parts: [thinking, text, ...calls], chunking });
        assert.equal(message.stopReason, 'toolUse', message.errorMessage);
        const [thought, said, ...called] = message.content;
        assert.ok(thought?.type === 'thinking' && said?.type === 'text');
        assert.equal(thought.thinking, thinking.thinking);
        assert.match(thought.thinkingSignature ?? '', signatures[api]);
        assert.equal(said.text, text.text);
        assert.deepEqual(
          called.map(
            (call) => call.type === 'toolCall' && [call.id.split('|')[0], call.name, call.arguments],
          ),
          [
            ['c1', 'read', { path: 'ä/b', lines: [1, 2] }],
            ['c2', 'ls', {}],
          ],
        );
        const { input, output, totalTokens } = message.usage;
        assert.deepEqual([input, output, totalTokens], [100, 20, 120]);
        assert.ok(message.responseId);
      });

      it('stops as scripted', async () => {
        const plain = await answer(api, { parts: [text], chunking });
        assert.deepEqual([plain.stopReason, plain.content.length], ['stop', 1]);
        const cut = await answer(api, { parts: [text, calls[0]], stop: 'length', chunking });
        assert.deepEqual([cut.stopReason, cut.content.length], ['length', 2]);
        const failed = await answer(api, { parts: [text, calls[0]], stop: 'error', chunking });
        assert.deepEqual([failed.stopReason, failed.content.length], ['error', 2]);
        assert.match(failed.errorMessage ?? '', /scripted model ended this turn with an error/);
      });

      it('holds the stream open until the user aborts', async () => {
        const abort = new AbortController();
        await using server = await startScriptedModel({
          turns: [{ parts: [text, { ...calls[0], arguments: { path: '~' } }], hang: true, chunking }],
        });
        const message = await ask(server, api, [user('hi')], {
          signal: abort.signal,
          onProviderStreamEvent: (event) => {
            if (JSON.stringify(event).includes('~')) abort.abort();
          },
        });
        assert.equal(message.stopReason, 'aborted');
        assert.deepEqual(message.content[0]?.type === 'text' && message.content[0].text, text.text);
      });
    });
  }

  it(`over ${api}, an empty turn and one of thinking alone arrive`, async () => {
    const empty = await answer(api, { parts: [] });
    assert.deepEqual([empty.stopReason, empty.content], ['stop', []]);
    const thought = await answer(api, { parts: [thinking] });
    assert.deepEqual([thought.stopReason, thought.content.length], ['stop', 1], thought.errorMessage);
  });

  it(`over ${api}, an HTTP error of the script reaches the client with its status and message`, async () => {
    const message = await answer(api, { httpError: { status: 429, message: 'slow down' } });
    assert.equal(message.stopReason, 'error');
    assert.match(message.errorMessage ?? '', /429.*slow down/s);
  });
}

it('redacted thinking arrives as a redacted block with its data', async () => {
  const message = await answer('anthropic', { parts: [{ ...thinking, redacted: true }, text] });
  const [block] = message.content;
  assert.ok(block?.type === 'thinking');
  assert.deepEqual([block.redacted, block.thinkingSignature], [true, 'c2lnbmVkISEh']);
});

it('ids that the server mints differ between two servers', async () => {
  const first = await answer('openai-responses', { parts: [text] });
  const second = await answer('openai-responses', { parts: [text] });
  assert.notEqual(first.responseId, second.responseId);
});
