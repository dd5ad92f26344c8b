import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AssistantMessage, Message, SimpleStreamOptions } from '@earendil-works/pi-ai';
import { startScriptedModel, type TurnPart, type WireApi } from '../src/index.ts';
import { ask, user } from './model-pi-client.ts';

type Content = AssistantMessage['content'];
type Change = (content: Content) => Content;

const thinking = { type: 'thinking', thinking: 'let me see' } as const;
const read = { type: 'call', id: 'c1', name: 'read', arguments: { path: 'a' } } as const;
const ls = { type: 'call', id: 'c2', name: 'ls' } as const;
const note = { type: 'text', text: 'a call was dropped' } as const;

/**
 * Streams the parts to the real Pi client, changes what Pi got as a guard might, lets Pi send it back with the
 * results of the calls that are left, and gives the rules that this breaks.
 */
async function brokenBy(
  api: WireApi,
  parts: TurnPart[],
  change: Change,
  { prompt, ...options }: SimpleStreamOptions & { prompt?: string } = {},
): Promise<string[]> {
  await using server = await startScriptedModel({ turns: [{ parts }, { parts: [] }] });
  const streamed = await ask(server, api, [user('go')], options);
  const content = change(streamed.content);
  const results = content
    .filter((block) => block.type === 'toolCall')
    .map(({ id, name }): Message => {
      const text = { type: 'text', text: 'ok' } as const;
      return {
        role: 'toolResult',
        toolCallId: id,
        toolName: name,
        content: [text],
        isError: false,
        timestamp: 0,
      };
    });
  const later = prompt === undefined ? [] : [user(prompt)];
  await ask(server, api, [user('go'), { ...streamed, content }, ...results, ...later], options);
  return server.requests.flatMap(({ violations }) => violations.map(({ rule }) => rule));
}

const asStreamed: Change = (content) => content;
const without =
  (...places: number[]): Change =>
  (content) =>
    content.filter((_, at) => !places.includes(at));
const withNoteAt =
  (place: number): Change =>
  (content) =>
    content.toSpliced(place, 0, note);

describe('Anthropic thinking with calls, thinking enabled', () => {
  const broken = (change: Change, prompt?: string) =>
    brokenBy('anthropic', [thinking, read, ls], change, { reasoning: 'high', ...(prompt && { prompt }) });

  it('may come back as it was streamed, and without a call', async () => {
    assert.deepEqual(await broken(asStreamed), []);
    assert.deepEqual(await broken(without(1)), []);
  });
  it('may come back with a note between thinking and the first call', async () => {
    assert.deepEqual(await broken(withNoteAt(1)), []);
  });
  it('may not come back without the thinking, under new ids neither', async () => {
    assert.deepEqual(await broken(without(0)), ['anthropic/thinking-first']);
    const renamed = await broken((content) =>
      content
        .slice(1)
        .map((block) => (block.type === 'toolCall' ? { ...block, id: `new_${block.id}` } : block)),
    );
    assert.deepEqual(renamed, ['anthropic/thinking-first']);
  });
  it('may not come back with a note in front of the thinking', async () => {
    assert.deepEqual(await broken(withNoteAt(0)), ['anthropic/thinking-first']);
  });
  it('may not come back with other thinking', async () => {
    const changed = await broken((content) =>
      content.map((block) => (block.type === 'thinking' ? { ...block, thinking: 'other' } : block)),
    );
    assert.deepEqual(changed, ['anthropic/thinking-changed']);
  });
  it('may not come back with text behind a call', async () => {
    assert.deepEqual(await broken(withNoteAt(2)), ['anthropic/text-behind-tool-use']);
  });
  it('may lose its thinking once it is not asked for', async () => {
    assert.deepEqual(await brokenBy('anthropic', [thinking, read], without(0)), []);
  });
});

describe('Anthropic calls that the model made without thinking', () => {
  it('may come back as they were, though thinking is enabled', async () => {
    assert.deepEqual(await brokenBy('anthropic', [read, ls], asStreamed, { reasoning: 'high' }), []);
  });
});

describe('Responses reasoning', () => {
  const calls = (change: Change) =>
    brokenBy('openai-responses', [thinking, read, ls], change, { reasoning: 'high' });
  const text = (change: Change) => {
    const said = { type: 'text', text: 'so' } as const;
    return brokenBy('openai-responses', [thinking, said, read], change, { reasoning: 'high' });
  };

  it('may come back as it was streamed, with a note in front of everything, and without a call further behind', async () => {
    assert.deepEqual(await calls(asStreamed), []);
    assert.deepEqual(await calls(withNoteAt(0)), []);
    assert.deepEqual(await calls(without(2)), []);
    assert.deepEqual(await text(without(2)), []);
  });
  it('may not lose the call directly behind it', async () => {
    assert.deepEqual(await calls(without(1)), ['responses/reasoning-without-item']);
  });
  it('may be left out together with that call, once no other call points to it', async () => {
    const plain = await calls((content) =>
      content.slice(2).map((block) => (block.type === 'toolCall' ? { ...block, id: 'c2' } : block)),
    );
    assert.deepEqual(plain, []);
    assert.deepEqual(await calls(without(0, 1)), ['responses/item-without-reasoning']);
  });
  it('may not be left out alone, in front of a call or of a text', async () => {
    const rule = 'responses/item-without-reasoning';
    assert.deepEqual(await calls(without(0)), [rule, rule]);
    assert.deepEqual(await text(without(0, 2)), [rule]);
  });
  it('may be left out in front of a text that no longer has its message id', async () => {
    assert.deepEqual(await text(() => [{ type: 'text', text: 'so' }]), []);
  });
  it('is free of an earlier thought with a call of its own, but not of one directly in front of it', async () => {
    const reply = (parts: TurnPart[], change: Change) =>
      brokenBy('openai-responses', parts, change, { reasoning: 'high' });
    assert.deepEqual(await reply([thinking, read, thinking, ls], without(0, 1)), []);
    assert.deepEqual(await reply([thinking, thinking, read], asStreamed), []);
    assert.deepEqual(await reply([thinking, thinking, read], without(0)), [
      'responses/item-without-reasoning',
    ]);
  });
  it('may not be parted from its call by a note', async () => {
    assert.deepEqual(await calls(withNoteAt(1)), ['responses/reasoning-without-item']);
  });
});

describe('a Google group of calls with a thought signature', () => {
  const signed = { ...read, thoughtSignature: 'c2ln' };
  const broken = (change: Change, prompt?: string) =>
    brokenBy('google', [signed, ls], change, prompt === undefined ? {} : { prompt });

  it('may come back as it was streamed, and without its second call', async () => {
    assert.deepEqual(await broken(asStreamed), []);
    assert.deepEqual(await broken(without(1)), []);
  });
  it('may not lose the call that carries the signature', async () => {
    assert.deepEqual(await broken(without(0)), ['google/thought-signature-missing']);
  });
  it('may move the signature to the first call that is left', async () => {
    const moved = await broken(([, second]) =>
      second?.type === 'toolCall' ? [{ ...second, thoughtSignature: 'c2ln' }] : [],
    );
    assert.deepEqual(moved, []);
  });
  it('is free once the user sent another prompt', async () => {
    assert.deepEqual(await broken(without(0), 'next'), []);
  });
});
