import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TARGET_APIS } from '../../../src/history/target.ts';
import { assistant, call, result, text, user } from '../../build.ts';
import { blocksAt, found, healList, healPlain, mintedOf } from '../heal.ts';
import { callsAt, callTurn } from '../turns.ts';

describe('blank-id', () => {
  for (const target of TARGET_APIS) {
    it(`gives call and result one id that ${target} takes, with any host`, () => {
      for (const id of ['', ' \t', undefined, null, 7, {}]) {
        for (const heal of [healList, healPlain]) {
          const { messages, findings } = heal(callTurn(id, 'read'), target);
          assert.equal(messages[2]?.toolCallId, mintedOf(messages, 1));
          assert.deepEqual(found({ findings }), ['blank-id 1']);
        }
      }
    });
  }

  it('keeps the item id of a Responses call, save for Anthropic, which takes no bar', () => {
    const history = callTurn('|fc_1', 'read', {}, { api: 'openai-responses' });
    assert.match(String(healPlain(history, 'openai-responses').messages[2]?.toolCallId), /^opl_\w+\|fc_1$/);
    assert.match(String(healPlain(history, 'anthropic').messages[2]?.toolCallId), /^opl_\w+$/);
  });

  it('is the same for the same call whatever the history holds in front of it', () => {
    const turn = callTurn('', 'read');
    const alone = mintedOf(healPlain(turn, 'anthropic').messages, 1);
    const later = healPlain([user('x'), ...callTurn('c', 'read'), ...structuredClone(turn)], 'anthropic');
    assert.equal(mintedOf(later.messages, 6), alone);
  });

  it('never takes an id that another call of the turn has', () => {
    const minted = mintedOf(healPlain(callTurn('', 'read'), 'anthropic').messages, 1);
    const history = [
      user('a'),
      assistant([call('', 'read'), call(minted, 'bash')]),
      result('', 'read'),
      result(minted, 'bash'),
      user('b'),
    ];
    for (const target of TARGET_APIS) {
      const { messages } = healPlain(history, target);
      const ids = callsAt(messages, 1).map(({ id }) => id);
      assert.equal(new Set(ids).size, 2);
      assert.deepEqual(new Set(messages.slice(2, 4).map(({ toolCallId }) => toolCallId)), new Set(ids));
    }
  });

  it('is left out where no result is there, though the host would answer it', () => {
    const history = [user('a'), assistant([text('I look.'), call('', 'read')]), user('b')];
    assert.equal(blocksAt(healList(history, 'google').messages, 1).length, 2);
    assert.deepEqual(callsAt(healList(history, 'google').messages, 1), []);
  });

  it('is left out of a turn that is skipped where it is no text, since Pi stops at it', () => {
    for (const stopReason of ['error', 'aborted']) {
      const skipped = assistant([text('I look.'), call(undefined, 'read'), call('', 'bash')], { stopReason });
      const { messages, findings } = healList([user('a'), skipped, user('b')], 'anthropic');
      assert.deepEqual(messages[1], { ...skipped, content: [text('I look.'), call('', 'bash')] });
      assert.deepEqual(found({ findings }), ['blank-id 1']);
    }
  });
});
