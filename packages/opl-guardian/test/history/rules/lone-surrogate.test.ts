import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasLoneSurrogate, toWellFormed } from '../../../src/history/rules/lone-surrogate.ts';
import { TARGET_APIS } from '../../../src/history/target.ts';
import { assistant, call, result, text, thinking, user } from '../../build.ts';
import { blocksAt, found, healList, healPlain } from '../heal.ts';
import { callsAt, callTurn, firstCall } from '../turns.ts';

const HALVES = ['\ud83d', '\ude42', 'a\ud83d', '\ude42\ud83d'];
const SIGN = '\ufffd';
const whole = (text: string) => text.replaceAll(/\ud83d|\ude42/gu, SIGN);

describe('lone-surrogate', () => {
  it('in texts of all roles is replaced, for any API', () => {
    for (const half of HALVES) {
      const history = [
        user(half),
        { role: 'user', content: [text(half)] },
        ...callTurn('c', 'read'),
        assistant([text(half)]),
      ];
      history[4] = result('c', 'read', half);
      for (const target of TARGET_APIS) {
        const { messages, findings } = healPlain(history, target);
        assert.equal(messages[0]?.content, whole(half));
        for (const at of [1, 4, 6]) assert.deepEqual(blocksAt(messages, at), [text(whole(half))]);
        assert.deepEqual(
          found({ findings }),
          [0, 1, 4, 6].map((at) => `lone-surrogate ${at}`),
        );
      }
    }
  });

  it('in texts is left to a host that cleans them, but not in arguments', () => {
    const history = [user('\ud83d'), ...callTurn('c', 'read', { arguments: { a: '\ud83d' } })];
    const { messages, findings } = healList(history, 'anthropic');
    assert.equal(messages[0], history[0]);
    assert.deepEqual(callsAt(messages, 2)[0]?.arguments, { a: SIGN });
    assert.deepEqual(found({ findings }), ['lone-surrogate 2']);
  });

  it('in keys and values of arguments is replaced at any depth that a host can write', () => {
    let value: unknown = '\ud83d';
    for (let depth = 0; depth < 500; depth++) value = depth % 2 === 0 ? [value, 1] : { a: value, b: null };
    const sent = firstCall(
      healPlain(callTurn('c', 'read', { arguments: { '\ude42': 1, value } }), 'google').messages,
    );
    assert.ok(JSON.stringify(sent.arguments).includes(SIGN));
    assert.ok(JSON.stringify(sent.arguments).isWellFormed());
    assert.equal(hasLoneSurrogate(JSON.parse(JSON.stringify(sent.arguments)), -1000), false);
  });

  it('leaves arguments alone that are nested too deeply for any host, however deeply', () => {
    for (const depth of [65, 2000, 100_000]) {
      let deep: unknown = 'x';
      for (let level = 0; level < depth; level++) deep = [deep];
      const history = callTurn('c', 'read', { arguments: { deep } });
      assert.equal(healPlain(history, 'anthropic').messages, history);
    }
  });

  it('in arguments of a call that could still run stays', () => {
    const history = [user('a'), assistant([call('c', 'read', { arguments: { a: '\ud83d' } })])];
    assert.equal(healPlain(history, 'anthropic').messages, history);
  });

  it('in a name is one of its characters that an API refuses', () => {
    const { messages, findings } = healPlain(callTurn('c', 're\ud83dad'), 'anthropic');
    assert.equal(firstCall(messages).name, 're_ad');
    assert.deepEqual(found({ findings }), ['illegal-name 1']);
    assert.deepEqual(found(healList(callTurn('c', 're\ud83dad'), undefined)), ['lone-surrogate 1']);
  });

  it('in thinking that is signed stays, and in thinking that is not is replaced', () => {
    const head = { api: 'anthropic-messages' };
    const signed = [user('a'), assistant([thinking('\ud83d', 'signature'), text('x')], head)];
    assert.equal(healPlain(signed, 'anthropic').messages, signed);
    const unsigned = [user('a'), assistant([thinking('\ud83d'), text('x')], head)];
    assert.deepEqual(blocksAt(healPlain(unsigned, 'anthropic').messages, 1), [thinking(SIGN), text('x')]);
  });

  it('never stands in a note of the guard, which names a call by its own words', () => {
    const name = `re${'\ud83d'}ad`;
    const calls = [call('c', name, { arguments: { a: 1 } }), call('c', name, { arguments: { a: 2 } })];
    const { messages } = healPlain([user('a'), assistant(calls), result('c', name), user('b')], 'anthropic');
    assert.ok(JSON.stringify(messages).includes(`re${SIGN}ad`));
    assert.ok(!JSON.stringify(messages).includes('\\ud83d'));
  });

  it('is none in whole pairs', () => {
    const history = [user('🙂'), ...callTurn('c', 'read', { arguments: { '🙂': '🙂' } })];
    for (const target of TARGET_APIS) assert.equal(healPlain(history, target).messages, history);
  });

  it('leaves a value the same object where nothing is wrong, and parts of it where something is', () => {
    const kept = { a: [1, Number.NaN, -0] };
    assert.equal(toWellFormed(kept), kept);
    const cleaned = toWellFormed({ kept, bad: '\ud83d' }) as { kept: unknown; bad: string };
    assert.equal(cleaned.kept, kept);
    assert.equal(cleaned.bad, SIGN);
    assert.deepEqual(Object.keys(toWellFormed(JSON.parse('{"__proto__":"\\ud83d"}')) as object), [
      '__proto__',
    ]);
  });
});
