import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listIn, repaired } from './mended-items.ts';

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
