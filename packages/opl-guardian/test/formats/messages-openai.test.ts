import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Fields, listIn, repaired } from './mended-items.ts';

describe('chat completions', () => {
  const prompt = { role: 'user', content: 'Go on.' };
  const call = (id: unknown, name: string, args: unknown = '{}') => ({
    id,
    type: 'function',
    function: { name, arguments: args },
  });
  const result = (id: unknown, more: Fields = {}) => ({
    role: 'tool',
    tool_call_id: id,
    content: 'out',
    ...more,
  });

  it('keeps the very text of arguments that hold an object, and sends an object for others', async () => {
    const turn = {
      role: 'assistant',
      content: '',
      tool_calls: [call('', 'a', '{"n": 1.0}'), call('c', 'b', '{"p')],
    };
    const { items } = await repaired([prompt, turn, result(''), result('c')]);
    const [first, second] = listIn(items[1], 'tool_calls');
    assert.deepEqual(first?.function, { name: 'a', arguments: '{"n": 1.0}' });
    assert.deepEqual(second?.function, { name: 'b', arguments: '{}' });
    assert.equal(items[1]?.content, '');
  });

  it('leaves no empty list of calls behind, and keeps what else the message says', async () => {
    const turn = {
      role: 'assistant',
      content: 'So.',
      refusal: null,
      tool_calls: [call('c', ' ')],
      reasoning_content: 'Hm.',
    };
    const { items } = await repaired([prompt, turn, result('c'), prompt]);
    assert.deepEqual(Object.keys(items[1] ?? {}), ['role', 'content', 'refusal', 'reasoning_content']);
    assert.match(String(items[1]?.content), /^So\.\n\n\[opl-guardian\]/);
    assert.equal(items.length, 3);
  });

  it('takes a refusal, a sound or a call of the old kind for something that is said', async () => {
    for (const said of [
      { refusal: 'No.' },
      { audio: { id: 'a' } },
      { function_call: { name: 'n', arguments: '{}' } },
    ]) {
      const { rules } = await repaired([
        prompt,
        { role: 'assistant', content: null, tool_calls: undefined, ...said },
        prompt,
      ]);
      assert.deepEqual(rules, [], JSON.stringify(said));
    }
  });

  it('renames a result with its call where the result has the name', async () => {
    const turn = { role: 'assistant', tool_calls: [call('c', 'a b')] };
    const { items } = await repaired([prompt, turn, result('c', { name: 'a b' }), prompt]);
    assert.equal(items[2]?.name, 'a_b');
    assert.equal('content' in (items[1] ?? {}), false, 'content that was absent stays so');
  });

  it('mends the calls of custom tools', async () => {
    const custom = { id: '', type: 'custom', custom: { name: 'patch', input: 'free text' } };
    const { items } = await repaired([
      prompt,
      { role: 'assistant', content: null, tool_calls: [custom] },
      result(''),
      prompt,
    ]);
    const [call] = listIn(items[1], 'tool_calls');
    assert.deepEqual(call, { ...custom, id: items[2]?.tool_call_id });
    assert.notEqual(call?.id, '');
  });

  it('lets no answer be missing', async () => {
    const turn = { role: 'assistant', content: null, tool_calls: [call('c', 'a')] };
    const { items, rules } = await repaired([
      prompt,
      turn,
      { role: 'tool', tool_call_id: 'c', content: null },
      prompt,
    ]);
    assert.deepEqual(rules, ['empty-content']);
    assert.equal(typeof items[2]?.content, 'string');
  });
});

describe('Responses', () => {
  const prompt = { role: 'user', content: [{ type: 'input_text', text: 'Go on.' }] };
  const reasoning = (id: string) => ({
    type: 'reasoning',
    id,
    summary: [],
    encrypted_content: `sealed ${id}`,
  });
  const call = (more: Fields) => ({ type: 'function_call', name: 'read', arguments: '{}', ...more });
  const output = (id: unknown) => ({ type: 'function_call_output', call_id: id, output: 'out' });
  const message = (text: string, more: Fields = {}) => ({
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text, annotations: [] }],
    ...more,
  });

  it('gives a call without an id one, keeps the id of its item, and answers it under the new one', async () => {
    const list = [prompt, reasoning('rs_1'), call({ id: 'fc_1', call_id: '' }), output(''), prompt];
    const { items, rules } = await repaired({ input: list });
    assert.deepEqual(rules, ['blank-id']);
    assert.deepEqual(items[1], list[1]);
    assert.equal(items[2]?.id, 'fc_1');
    assert.match(String(items[2]?.call_id), /^opl_/);
    assert.equal(items[3]?.call_id, items[2]?.call_id);
  });

  it('takes reasoning out with its call, and the ids that point to it', async () => {
    const list = [
      prompt,
      reasoning('rs_1'),
      call({ id: 'fc_1', call_id: 'c1', name: '' }),
      message('Let me see.', { id: 'msg_1' }),
      call({ id: 'fc_2', call_id: 'c2' }),
      output('c1'),
      output('c2'),
      prompt,
    ];
    const { items } = await repaired({ input: list });
    const types = items.map(({ type, role }) => type ?? role);
    assert.deepEqual(types, ['user', 'message', 'message', 'function_call', 'function_call_output', 'user']);
    assert.equal('id' in (items[2] ?? {}), false, 'a message that came with the reasoning keeps its id');
    assert.equal('id' in (items[3] ?? {}), false, 'a call that came with the reasoning keeps its id');
    assert.equal(items[4]?.call_id, 'c2');
  });

  it('keeps items that it does not know, and the turn around them', async () => {
    const search = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { query: 'x' } };
    const reference = { type: 'item_reference', id: 'msg_0' };
    const list = [prompt, reference, search, call({ call_id: 'c', name: 'a b' }), output('c'), prompt];
    const { items } = await repaired({ input: list });
    assert.deepEqual(items, [prompt, reference, search, { ...list[3], name: 'a_b' }, list[4], prompt]);
  });

  it('answers a call that nobody answered', async () => {
    const { items } = await repaired({ input: [prompt, call({ id: 'fc_1', call_id: 'c' }), prompt] });
    assert.deepEqual([items[2]?.type, items[2]?.call_id], ['function_call_output', 'c']);
  });

  it('tells the outputs of calls under one id by their order', async () => {
    const twins = [
      call({ id: 'fc_1', call_id: 'c' }),
      call({ id: 'fc_2', call_id: 'c', arguments: '{"a":1}' }),
    ];
    const outputs = [output('c'), { ...output('c'), output: 'the second' }];
    const { items, rules } = await repaired({ input: [prompt, ...twins, ...outputs, prompt] });
    assert.deepEqual(rules, ['duplicate-id']);
    assert.equal(items[1]?.call_id, 'c');
    assert.equal(items[4]?.call_id, items[2]?.call_id);
    assert.equal(items[4]?.output, 'the second');
  });
});
