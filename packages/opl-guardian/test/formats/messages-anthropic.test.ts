import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Fields, listIn, repaired } from './mended-items.ts';

describe('Anthropic', () => {
  const prompt = { role: 'user', content: 'Go on.' };
  const use = (more: Fields) => ({ type: 'tool_use', id: 't', name: 'read', input: {}, ...more });
  const result = (more: Fields) => ({ type: 'tool_result', tool_use_id: 't', content: 'out', ...more });
  const turn = (...content: unknown[]) => ({ role: 'assistant', content });
  const answer = (...content: unknown[]) => ({ role: 'user', content });

  it('keeps signed thinking and what it does not know', async () => {
    const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'sig' };
    const redacted = { type: 'redacted_thinking', data: 'sealed' };
    const server = { type: 'server_tool_use', id: 's', name: 'web_search', input: {} };
    const text = { type: 'text', text: 'So.', citations: [] };
    const list = [
      prompt,
      turn(thinking, redacted, server, text, use({ name: 'a b' })),
      answer(result({})),
      prompt,
    ];
    const { items } = await repaired({ messages: list });
    assert.deepEqual(items, [
      prompt,
      turn(thinking, redacted, server, text, use({ name: 'a_b' })),
      list[2],
      prompt,
    ]);
  });

  it('puts an error result where the endpoint looks for it', async () => {
    const text = { type: 'text', text: 'And now?' };
    const uses = [use({}), use({ id: 't2' })];
    const { items } = await repaired({ messages: [prompt, turn(...uses), answer(result({}), text), prompt] });
    const [first, second, third] = listIn(items[2], 'content');
    assert.deepEqual([first, third], [result({}), text]);
    assert.deepEqual([second?.tool_use_id, second?.is_error], ['t2', true]);

    const bare = await repaired({ messages: [prompt, turn(use({})), prompt] });
    const [added, said] = listIn(bare.items[2], 'content');
    assert.deepEqual([added?.type, said], ['tool_result', { type: 'text', text: 'Go on.' }]);
  });

  it('puts results in front of other content, and leaves out those of no call', async () => {
    const text = { type: 'text', text: 'And now?' };
    const list = [
      prompt,
      turn(use({})),
      answer(text, result({ tool_use_id: 'gone' }), result({})),
      turn(text),
    ];
    const { items } = await repaired({ messages: list });
    assert.deepEqual(items[2], answer(result({}), text));
  });

  it('keeps what a result holds when its id changes', async () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } };
    const own = result({
      tool_use_id: 'a.b',
      content: [image],
      is_error: false,
      cache_control: { type: 'ephemeral' },
    });
    const { items } = await repaired({ messages: [prompt, turn(use({ id: 'a.b' })), answer(own), prompt] });
    const [renamed] = listIn(items[2], 'content');
    const [call] = listIn(items[1], 'content');
    assert.deepEqual(renamed, { ...own, tool_use_id: call?.id });
    assert.match(String(call?.id), /^[\w-]+$/);
  });
});
