import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CallPart, startScriptedModel, type Turn, WIRE_APIS, type WireApi } from '../src/index.ts';
import { eventsOf, post } from './model-http.ts';

/** Posts the smallest request and gives the events that answer it. */
async function stream(api: WireApi, turn: Turn): Promise<object[]> {
  await using server = await startScriptedModel({ turns: [turn] });
  return await eventsOf(await post(server, api));
}

/** All values under a key, anywhere in the events, in order. */
function findAll(value: unknown, key: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => [
    ...(name === key ? [child] : []),
    ...findAll(child, key),
  ]);
}

/** The key whose values are calls on the wire, and what that API calls the id. */
const WIRE_CALLS: Record<WireApi, [container: string, id: string]> = {
  'openai-completions': ['tool_calls', 'id'],
  'openai-responses': ['item', 'call_id'],
  anthropic: ['content_block', 'id'],
  google: ['functionCall', 'id'],
};

/** The first object of the stream that stands for the call, its nested `function` laid flat. */
async function wireCall(api: WireApi, part: Omit<CallPart, 'type'>): Promise<object> {
  const events = await stream(api, { parts: [{ type: 'call', ...part }] });
  const [first] = findAll(events, WIRE_CALLS[api][0]).flat();
  assert.ok(typeof first === 'object' && first !== null);
  return { ...first, ...Reflect.get(first, 'function') };
}

for (const api of WIRE_APIS) {
  describe(`malformed calls over ${api}`, () => {
    const [, idKey] = WIRE_CALLS[api];

    for (const odd of ['', '  ', null, 7, true, ['c'], { of: 'any type' }]) {
      it(`put the id and the name ${JSON.stringify(odd)} on the wire as they are`, async () => {
        const call = await wireCall(api, { id: odd, name: odd });
        assert.deepEqual([Reflect.get(call, idKey), Reflect.get(call, 'name')], [odd, odd]);
      });
    }

    it('leave out the id and the name that the script leaves out', async () => {
      const call = await wireCall(api, {});
      assert.ok(!(idKey in call) && !('name' in call));
    });

    it('may share an id', async () => {
      const part = { type: 'call', id: 'same', name: 'read' } as const;
      const events = await stream(api, { parts: [part, part] });
      const started = findAll(events, WIRE_CALLS[api][0]).flat();
      const ids = started.map((call) => Object(call)[idKey]).filter((id) => id !== undefined);
      assert.deepEqual([...new Set(ids)], ['same']);
      assert.ok(ids.length >= 2);
    });
  });

  it(`over ${api}, raw events go out exactly as given`, async () => {
    const raw = [{ type: 'odd', deep: [{ nothing: null }] }, { choices: [] }];
    assert.deepEqual(await stream(api, { raw }), raw);
  });

  it(`over ${api}, arguments that are text go out as they are, whatever they hold`, async () => {
    const broken = '{"path": "a" "b"';
    const events = await stream(api, { parts: [{ type: 'call', id: 'c', name: 'x', arguments: broken }] });
    const pieces = ['arguments', 'partial_json', 'args', 'delta'].flatMap((key) => findAll(events, key));
    assert.ok(
      pieces
        .filter((piece) => typeof piece === 'string')
        .join('')
        .includes(broken),
    );
  });
}

it('arguments of null are put on the wire as null', async () => {
  const part = { id: 'c', name: 'x', arguments: null };
  assert.equal(Reflect.get(await wireCall('google', part), 'args'), null);
  const events = await stream('openai-responses', { parts: [{ type: 'call', ...part }] });
  assert.ok(findAll(events, 'arguments').includes('null'));
});

it('a raw text goes out unframed, so that a broken event can be scripted', async () => {
  await using server = await startScriptedModel({ turns: [{ raw: ['data: {"half\n\n', { whole: true }] }] });
  const text = await (await post(server, 'openai-completions')).text();
  assert.equal(text, 'data: {"half\n\ndata: {"whole":true}\n\ndata: [DONE]\n\n');
});

it('the delta index is what the script says, and absent for null', async () => {
  const call = { type: 'call', id: 'c', name: 'x' } as const;
  const parts = [call, { ...call, index: 7 }, { ...call, index: null }];
  const events = await stream('openai-completions', { parts, chunking: 'one' });
  const calls = findAll(events, 'tool_calls').flat();
  assert.deepEqual(
    calls.map((each) => Object(each).index),
    [0, 7, undefined],
  );
});

it('split streams bring the arguments behind id and name, in several deltas', async () => {
  const parts = [{ type: 'call', id: 'c', name: 'x', arguments: { path: 'a/b/c' } }] as const;
  const events = await stream('openai-completions', { parts: [...parts], chunking: 'split' });
  const calls = findAll(events, 'tool_calls').flat().map(Object);
  assert.deepEqual(calls[0], { index: 0, id: 'c', type: 'function', function: { name: 'x', arguments: '' } });
  assert.ok(calls.length > 2);
  for (const later of calls.slice(1)) assert.deepEqual(Object.keys(later), ['index', 'function']);
});

it('the item id of a Responses call is what the script says', async () => {
  const call = await wireCall('openai-responses', { id: 'c', name: 'x', itemId: '' });
  assert.equal(Reflect.get(call, 'id'), '');
});
