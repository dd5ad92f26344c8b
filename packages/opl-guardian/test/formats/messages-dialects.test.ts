import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { repairList } from './read-list.ts';

type Fields = Record<string, unknown>;

/** The items of a mended list, whatever object they lie in. */
async function repaired(list: unknown): Promise<{ items: Fields[]; rules: string[] }> {
  const { text, rules } = await repairList(JSON.stringify(list));
  const value = JSON.parse(text) as Fields | Fields[];
  const items = Array.isArray(value) ? value : (value.messages ?? value.input ?? value.contents);
  return { items: items as Fields[], rules };
}

function listIn(item: Fields | undefined, key: string): Fields[] {
  const list = item?.[key];
  assert.ok(Array.isArray(list), `no list under ${key}`);
  return list;
}

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

describe('Gemini', () => {
  const prompt = { role: 'user', parts: [{ text: 'Go on.' }] };
  const call = (more: Fields) => ({ functionCall: { name: 'read', args: {}, ...more } });
  const response = (more: Fields) => ({
    functionResponse: { name: 'read', response: { output: 'out' }, ...more },
  });
  const model = (...parts: unknown[]) => ({ role: 'model', parts });
  const user = (...parts: unknown[]) => ({ role: 'user', parts });

  it('needs no ids, and writes none', async () => {
    const list = [
      prompt,
      model(call({ name: 'a b' }), call({})),
      user(response({ name: 'a b' }), response({})),
      prompt,
    ];
    const { items, rules } = await repaired({ contents: list });
    assert.deepEqual(rules, ['illegal-name']);
    assert.deepEqual(items[1], model(call({ name: 'a_b' }), call({})));
    assert.deepEqual(items[2], user(response({ name: 'a_b' }), response({})));
  });

  it('answers a call without an id, beside the other responses', async () => {
    const list = [prompt, model(call({}), call({ name: 'ls' })), user(response({})), prompt];
    const { items } = await repaired({ contents: list });
    const parts = listIn(items[2], 'parts');
    assert.equal(parts.length, 2);
    const added = Object(parts[1]?.functionResponse);
    assert.deepEqual(Object.keys(added), ['name', 'response']);
    assert.equal(added.name, 'ls');
  });

  it('hands the signature of a group to the first call that is left', async () => {
    const signed = { ...call({ name: '' }), thoughtSignature: 'c2ln' };
    const list = [
      prompt,
      model({ text: 'Hm.', thought: true }, signed, call({})),
      user(response({ name: '' }), response({})),
    ];
    const { items } = await repaired({ contents: list });
    const parts = listIn(items[1], 'parts');
    assert.deepEqual(parts.at(-1), { ...call({}), thoughtSignature: 'c2ln' });
    assert.deepEqual(parts[0], { text: 'Hm.', thought: true });
    assert.deepEqual(items[2], user(response({})));
  });

  it('keeps parts that it does not know', async () => {
    const data = { inlineData: { mimeType: 'image/png', data: 'AA==' } };
    const list = [
      user(data, { text: 'Look.' }),
      model({ executableCode: { code: 'x' } }, call({ name: 'a b' })),
      user(response({ name: 'a b' }), data),
    ];
    const { items } = await repaired({ contents: list });
    assert.deepEqual(items[0], list[0]);
    assert.deepEqual(items[1], model({ executableCode: { code: 'x' } }, call({ name: 'a_b' })));
    assert.deepEqual(items[2], user(response({ name: 'a_b' }), data));
  });
});

describe("Pi's messages", () => {
  it('change where something is wrong, and keep every field', async () => {
    const turn = {
      role: 'assistant',
      content: [{ type: 'toolCall', id: '', name: 'read', arguments: {} }],
      api: 'anthropic-messages',
      stopReason: 'toolUse',
      usage: { input: 1 },
      timestamp: 1,
    };
    const result = {
      role: 'toolResult',
      toolCallId: '',
      toolName: 'read',
      content: [],
      isError: false,
      details: { a: 1 },
    };
    const { items } = await repaired([{ role: 'user', content: 'Go on.' }, turn, result]);
    const [call] = listIn(items[1], 'content');
    assert.deepEqual(items[1], { ...turn, content: [{ ...turn.content[0], id: call?.id }] });
    assert.deepEqual(items[2], { ...result, toolCallId: call?.id });
    assert.notEqual(call?.id, '');
  });
});
