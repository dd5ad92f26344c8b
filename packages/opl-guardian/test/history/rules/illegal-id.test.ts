import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { madeLegal } from '../../../src/history/rules/illegal-id.ts';
import { TARGET_APIS } from '../../../src/history/target.ts';
import { assistant, call, result, thinking, user } from '../../build.ts';
import { blocksAt, found, healList, healPlain, mintedOf } from '../heal.ts';
import { callsAt, callTurn, firstCall } from '../turns.ts';

describe('illegal-id', () => {
  for (const [what, id, refusedBy] of [
    ['a colon', 'functions.read:0', ['anthropic']],
    ['letters of another alphabet', 'é', ['anthropic']],
    ['64 characters', 'x'.repeat(64), []],
    ['65 characters', 'x'.repeat(65), ['openai-responses']],
    ['the id of an item behind it', 'call_1|fc_1', ['anthropic']],
    ['64 characters and the id of an item', `${'x'.repeat(64)}|fc_1`, ['anthropic']],
    ['65 characters and the id of an item', `${'x'.repeat(65)}|fc_1`, ['openai-responses', 'anthropic']],
    ['letters, digits, _ and -', 'toolu_01-Ab', []],
  ] as const) {
    it(`with ${what} is refused by ${refusedBy.join(', ') || 'none'}`, () => {
      const history = callTurn(id, 'read');
      const refusing = TARGET_APIS.filter((target) => {
        const { messages, findings } = healPlain(history, target);
        if (findings.length === 0) assert.equal(messages, history);
        else assert.deepEqual(found({ findings }), ['illegal-id 1']);
        return findings.length > 0;
      });
      assert.deepEqual(refusing, refusedBy);
    });
  }

  it('is replaced on call and result, by the same id at every request', () => {
    const history = callTurn('a:1', 'read');
    const { messages } = healPlain(history, 'anthropic');
    const id = mintedOf(messages, 1);
    assert.equal(messages[2]?.toolCallId, id);
    assert.equal(mintedOf(healPlain([user('x'), ...structuredClone(history)], 'anthropic').messages, 2), id);
  });

  it('keeps the id of its item where the Responses API takes it, and nowhere else', () => {
    const history = callTurn(`${'x'.repeat(65)}|fc_1`, 'read');
    assert.match(String(firstCall(healPlain(history, 'openai-responses').messages).id), /^opl_\w+\|fc_1$/);
    assert.match(String(firstCall(healPlain(history, 'anthropic').messages).id), /^opl_\w+$/);
  });

  it('is left to a host that makes ids legal itself', () => {
    for (const id of ['a:1', 'x'.repeat(65)]) {
      const history = callTurn(id, 'read');
      for (const target of TARGET_APIS) assert.equal(healList(history, target).messages, history);
    }
  });

  it('is judged even there where the host would leave nothing of it', () => {
    const history = callTurn('é_:', 'read');
    assert.deepEqual(found(healList(history, 'openai-responses')), ['illegal-id 1']);
    assert.equal(healList(history, 'anthropic').messages, history);
  });

  it('is not replaced for a call that still runs', () => {
    const history = [user('a'), assistant([call('a:1', 'read')])];
    assert.equal(healPlain(history, 'anthropic').messages, history);
  });

  it('names no item whose reasoning the guard took out, and says so', () => {
    const diagnostics = [{ type: 'opl-guardian', details: { unpairedToolCallIds: ['b|fc_2'] } }];
    const head = { api: 'openai-responses', diagnostics };
    const history = [assistant([call('b|fc_2', 'read')], head), result('b|fc_2', 'read'), user('b')];
    for (const heal of [healList, healPlain]) {
      const { messages, findings } = heal(history, 'openai-responses');
      assert.deepEqual([found({ findings }), messages[1]?.toolCallId], [['illegal-id 0'], 'b']);
      assert.deepEqual(messages[0]?.content, [call('b', 'read')]);
    }
  });

  for (const ids of [
    ['b|fc_1', 'b|fc_2'],
    ['b|fc_1', 'b'],
    ['b', 'b|fc_1'],
    ['b:1|fc_1', 'b_1|fc_2'],
  ]) {
    it(`keeps calls apart that would have one id without their items: ${ids.join(' and ')}`, () => {
      const diagnostics = [{ type: 'opl-guardian', details: { unpairedToolCallIds: ids } }];
      const calls = ids.map((id) => call(id, 'read'));
      const results = ids.map((id) => result(id, 'read'));
      const history = [assistant(calls, { api: 'openai-responses', diagnostics }), ...results, user('b')];
      const { messages } = healList(history, 'google');
      const sent = callsAt(messages, 0).map(({ id }) => id);
      assert.equal(new Set(sent.map((id) => madeLegal(id, 'google'))).size, 2);
      assert.deepEqual(
        messages.slice(1, 3).map(({ toolCallId }) => toolCallId),
        sent,
      );
    });
  }

  it('leaves reasoning and the item behind it together', () => {
    const reasoning = thinking('t', '{"type":"reasoning","id":"rs_1","summary":[]}');
    const id = `${'x'.repeat(65)}|fc_1`;
    const history = [
      assistant([reasoning, call(id, 'read')], { api: 'openai-responses' }),
      result(id, 'read'),
      user('b'),
    ];
    const [first, second] = blocksAt(healPlain(history, 'openai-responses').messages, 0) as { id: string }[];
    assert.equal(first, reasoning);
    assert.match(String(second?.id), /\|fc_1$/);
  });
});
