import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TARGET_APIS, type TargetApi } from '../../../src/history/target.ts';
import { emptyMessageText } from '../../../src/notes.ts';
import { assistant, call, result, text, thinking, user } from '../../build.ts';
import { blocksAt, found, healList, healPlain } from '../heal.ts';
import { type Message, PI_API } from '../nasty-history.ts';

const line = text(emptyMessageText());
const refusing = (heal: typeof healPlain, message: Message) =>
  TARGET_APIS.filter((target) => {
    const history = [user('a'), message, user('b')];
    const { messages, findings } = heal(history, target);
    assert.equal(findings.length === 0, messages === history);
    assert.ok(findings.every(({ rule }) => rule === 'empty-content'));
    return findings.length > 0;
  });
const NOT_OPENAI = ['anthropic', 'google'];

describe('empty-content of a list that is sent as it is', () => {
  for (const [what, message, targets] of [
    ['an answer without blocks', assistant([]), TARGET_APIS],
    ['an answer of one blank text', assistant([text(' \n')]), TARGET_APIS],
    ['an answer without content', assistant(undefined), TARGET_APIS],
    ['an answer of an empty text', assistant(''), TARGET_APIS],
    ['an empty text of the user', user(''), NOT_OPENAI],
    ['a blank block of the user', { role: 'user', content: [text(' ')] }, NOT_OPENAI],
    ['a list of nothing of the user', { role: 'user', content: [] }, TARGET_APIS],
    ['a custom message without text', { role: 'custom', content: '' }, NOT_OPENAI],
    ['a system message', { role: 'system', content: '' }, []],
    ['a turn that is skipped', assistant([], { stopReason: 'error' }), []],
    ['a blank text among others', assistant([text(''), text('x')]), NOT_OPENAI],
  ] as const) {
    it(`${what} is refused by ${targets.join(', ') || 'none'}`, () => {
      assert.deepEqual(refusing(healPlain, message), targets);
    });
  }

  it('a result without content says that it was empty, one with an empty text stays', () => {
    const turn = assistant([call('c', 'read')]);
    const missing = { ...result('c', 'read'), content: undefined };
    assert.deepEqual(blocksAt(healPlain([turn, missing, user('b')], 'openai-responses').messages, 1), [line]);
    const history = [turn, result('c', 'read', ''), user('b')];
    for (const target of TARGET_APIS) assert.equal(healPlain(history, target).messages, history);
  });

  it('a blank text beside a call is left out, and the call is the same object', () => {
    const kept = call('c', 'read');
    const history = [assistant([text('\n'), kept]), result('c', 'read'), user('b')];
    for (const target of ['anthropic', 'google'] as const) {
      const blocks = blocksAt(healPlain(history, target).messages, 0);
      assert.equal(blocks[0], kept);
      assert.equal(blocks.length, 1);
    }
  });

  it('content stays in the form that it had', () => {
    assert.equal(healPlain([user('')], 'google').messages[0]?.content, emptyMessageText());
    assert.deepEqual(blocksAt(healPlain([{ role: 'user', content: [] }], 'google').messages, 0), [line]);
  });

  it('an empty text on which Google put a signature stays for Google', () => {
    const signed = text('', { textSignature: 'c2ln' });
    const history = [user('a'), assistant([signed, call('c', 'read')]), result('c', 'read'), user('b')];
    assert.equal(healPlain(history, 'google').messages, history);
    assert.equal(blocksAt(healPlain(history, 'anthropic').messages, 1).length, 1);
  });
});

describe('empty-content in Pi', () => {
  it('is what Pi does not leave out itself: an empty message of the user for Google', () => {
    assert.deepEqual(refusing(healList, assistant([])), []);
    assert.deepEqual(refusing(healList, assistant([text(''), text('x')])), []);
    assert.deepEqual(refusing(healList, user('')), ['google']);
    assert.deepEqual(refusing(healList, { role: 'custom', content: [] }), ['google']);
  });
});

describe('a turn that holds nothing but thinking', () => {
  const thoughts = (target: TargetApi) => {
    const signature =
      target === 'openai-responses' ? '{"type":"reasoning","id":"rs_1","summary":[]}' : 'c2ln';
    return [thinking('t', signature)];
  };
  const turnOf = (target: TargetApi) => assistant(thoughts(target), { api: PI_API[target] });

  it('gets a text behind it for Anthropic, with the signed thinking as it was', () => {
    const turn = turnOf('anthropic');
    for (const heal of [healList, healPlain]) {
      const { messages, findings } = heal([user('a'), turn, user('b')], 'anthropic');
      assert.deepEqual(blocksAt(messages, 1), [...thoughts('anthropic'), line]);
      assert.equal(blocksAt(messages, 1)[0], (turn.content as unknown[])[0]);
      assert.deepEqual(found({ findings }), ['empty-content 1']);
    }
  });

  it('counts blank texts as nothing for Anthropic', () => {
    const turn = assistant([...thoughts('anthropic'), text(' ')], { api: 'anthropic-messages' });
    assert.deepEqual(blocksAt(healList([turn], 'anthropic').messages, 0), [...thoughts('anthropic'), line]);
  });

  it('loses its reasoning on the Responses API, where no item follows it', () => {
    for (const heal of [healList, healPlain])
      assert.deepEqual(blocksAt(heal([turnOf('openai-responses')], 'openai-responses').messages, 0), [line]);
  });

  it('gets a text on chat completions, where what was thought is no content', () => {
    const { messages } = healPlain([user('a'), turnOf('openai-completions')], 'openai-completions');
    assert.deepEqual(blocksAt(messages, 1), [...thoughts('openai-completions'), line]);
  });

  it('is no matter for another API, which is not sent the thinking', () => {
    const history = [user('a'), turnOf('anthropic'), user('b')];
    assert.equal(healList(history, 'google').messages, history);
    assert.equal(healList(history, 'openai-responses').messages, history);
  });
});
