import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TARGET_APIS } from '../../../src/history/target.ts';
import { assistant, call, result, text, thinking, user } from '../../build.ts';
import { found, healList, healPlain } from '../heal.ts';

const stopped = (content: unknown, stopReason: string) => assistant(content, { stopReason });

describe('stop-without-call', () => {
  it('becomes an ordinary stop, and nothing else of the turn changes', () => {
    for (const content of [[text('x')], [thinking('t', 's'), text('x')], 'x']) {
      const turn = stopped(content, 'toolUse');
      for (const target of TARGET_APIS) {
        for (const heal of [healList, healPlain]) {
          const { messages, findings } = heal([user('a'), turn, user('b')], target);
          assert.deepEqual(messages[1], { ...turn, stopReason: 'stop' });
          assert.equal(messages[1]?.content, turn.content);
          assert.deepEqual(found({ findings }), ['stop-without-call 1']);
        }
      }
    }
  });

  it('is found in an empty turn too', () => {
    const { messages, findings } = healPlain([user('a'), stopped([], 'toolUse')], 'anthropic');
    assert.equal(messages[1]?.stopReason, 'stop');
    assert.deepEqual(found({ findings }), ['stop-without-call 1', 'empty-content 1']);
  });

  it('is no finding of its own where the calls of a turn are taken out', () => {
    const history = [user('a'), assistant([text('x'), call('c', '')]), result('c', ''), user('b')];
    const { messages, findings } = healPlain(history, 'anthropic');
    assert.equal(messages[1]?.stopReason, 'stop');
    assert.deepEqual(found({ findings }), ['blank-name 1']);
  });

  for (const stopReason of ['stop', 'length', 'error', 'aborted', undefined, 'tool_use']) {
    it(`leaves the stop reason ${stopReason} as it is`, () => {
      const history = [user('a'), assistant([text('x')], { stopReason }), user('b')];
      for (const target of TARGET_APIS) assert.equal(healPlain(history, target).messages, history);
    });
  }

  it('leaves a turn with a call alone', () => {
    const history = [assistant([call('c', 'read')]), result('c', 'read')];
    assert.equal(healPlain(history, 'anthropic').messages, history);
  });
});
