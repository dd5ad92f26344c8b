import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { estimateTokens } from '@earendil-works/pi-coding-agent';
import { TARGET_APIS } from '../../../src/history/target.ts';
import { assistant, call, result, text, user } from '../../build.ts';
import { found, healList, healPlain } from '../heal.ts';
import { callTurn, firstCall } from '../turns.ts';

describe('arguments-not-object', () => {
  for (const [what, stored, sent] of [
    ['a text that holds an object', '{"path":"a"}', { path: 'a' }],
    ['a text that was cut off', '{"path":"a', {}],
    ['a text with two objects', '{"q":"A"}{"q":"B"}', {}],
    ['a text that holds a list', '[1]', {}],
    ['a text that holds a text', '"ls"', {}],
    ['an empty text', '', {}],
    ['a list', [1], {}],
    ['null', null, {}],
    ['missing', undefined, {}],
    ['a number', 7, {}],
    ['true', true, {}],
  ] as const) {
    it(`that are ${what} become an object, for any API and host`, () => {
      for (const target of TARGET_APIS) {
        for (const heal of [healList, healPlain]) {
          const history = callTurn('c', 'read', { arguments: stored });
          const { messages, findings } = heal(history, target);
          assert.deepEqual(firstCall(messages).arguments, sent);
          assert.deepEqual(found({ findings }), ['arguments-not-object 1']);
          assert.equal(messages[2], history[2]);
        }
      }
    });
  }

  it('that are missing in a turn that is skipped take the call out of it, since Pi stops at them', () => {
    const skipped = assistant([text('I look.'), call('c', 'read', { arguments: undefined })], {
      stopReason: 'error',
    });
    const { messages, findings } = healList([user('a'), skipped, user('b')], 'google');
    assert.throws(() => estimateTokens(skipped as never), TypeError);
    assert.ok(estimateTokens(messages[1] as never) > 0);
    assert.deepEqual(messages[1], { ...skipped, content: [text('I look.')] });
    assert.deepEqual(found({ findings }), ['arguments-not-object 1']);
  });

  it('says whether the object of a text was found', () => {
    const remedy = (stored: unknown) =>
      healPlain(callTurn('c', 'read', { arguments: stored }), 'anthropic').findings[0]?.remedy;
    assert.match(String(remedy('{"a":1}')), /the object that the text holds/);
    assert.match(String(remedy('{}')), /the object that the text holds/);
    assert.match(String(remedy('{')), /an empty object/);
  });

  it('keeps keys that a prototype has, and what is nested deeply', () => {
    const stored = `{"__proto__":{"a":1},"deep":${'['.repeat(5000)}${']'.repeat(5000)}}`;
    const sent = firstCall(healPlain(callTurn('c', 'read', { arguments: stored }), 'anthropic').messages);
    assert.deepEqual(Object.keys(sent.arguments as object), ['__proto__', 'deep']);
    assert.equal(Object.getPrototypeOf(sent.arguments), Object.prototype);
  });

  it('are never invented for a call that could still run', () => {
    const history = [user('a'), assistant([call('c', 'read', { arguments: null })])];
    for (const target of TARGET_APIS) assert.equal(healPlain(history, target).messages, history);
  });

  it('are replaced in the newest turn where the call has its result', () => {
    const history = [user('a'), assistant([call('c', 'read', { arguments: null })]), result('c', 'read')];
    assert.deepEqual(firstCall(healPlain(history, 'anthropic').messages).arguments, {});
  });

  it('of whatever content are left alone where they are an object', () => {
    const history = callTurn('c', 'read', { arguments: { '': [null, { ['k'.repeat(1000)]: '' }] } });
    for (const target of TARGET_APIS) assert.equal(healPlain(history, target).messages, history);
  });
});
