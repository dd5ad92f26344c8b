import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Fields, listIn, repaired } from './mended-items.ts';

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
