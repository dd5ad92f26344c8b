import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TARGET_APIS } from '../../../src/history/target.ts';
import { assistant, call, result, user } from '../../build.ts';
import { found, healList, healPlain } from '../heal.ts';

const failed = (id: string) => ({ ...result(id, 'read', 'interrupted'), isError: true });
const done = (id: string, words = 'done') => result(id, 'read', words);
const turn = () => assistant([call('c', 'read')]);

describe('result-twice', () => {
  for (const [what, results, kept] of [
    ['the success behind an error', [failed('c'), done('c')], 1],
    ['the success in front of an error', [done('c'), failed('c')], 0],
    ['the first of two successes', [done('c', '1'), done('c', '2')], 0],
    ['the first of two errors', [failed('c'), failed('c')], 0],
    ['the first success of five', [failed('c'), failed('c'), done('c'), done('c'), failed('c')], 2],
  ] as const) {
    it(`keeps ${what}, for any API and host`, () => {
      const history = [user('a'), turn(), ...results, user('b')];
      for (const target of TARGET_APIS) {
        for (const heal of [healList, healPlain]) {
          const { messages, findings } = heal(history, target);
          assert.deepEqual(messages, [history[0], history[1], results[kept], history.at(-1)]);
          assert.equal(messages[2], results[kept]);
          const left = results.flatMap((_, at) => (at === kept ? [] : [`result-twice ${at + 2}`]));
          assert.deepEqual(found({ findings }), left);
        }
      }
    });
  }

  it('keeps the one under the name of the call', () => {
    const other = result('c', 'bash', 'other');
    const own = done('c');
    assert.equal(healPlain([turn(), other, own, user('b')], 'anthropic').messages[1], own);
  });

  it('is found where the second one came in behind what the user said', () => {
    const history = [turn(), failed('c'), user('go on'), done('c'), user('b')];
    const { messages } = healPlain(history, 'openai-completions');
    assert.deepEqual(messages, [history[0], history[3], history[2], history[4]]);
  });

  it('is none in another turn, where ids start anew', () => {
    const history = [user('a'), turn(), done('c'), user('b'), turn(), done('c')];
    assert.equal(healPlain(history, 'openai-completions').messages, history);
  });

  it('is one of them where the same object stands there twice', () => {
    const own = done('c');
    assert.deepEqual(healPlain([turn(), own, own, user('b')], 'anthropic').messages.length, 3);
  });
});
