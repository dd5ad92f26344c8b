import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { legalName } from '../../../src/history/rules/illegal-name.ts';
import { TARGET_APIS, type TargetApi } from '../../../src/history/target.ts';
import { assistant, call, result, user } from '../../build.ts';
import { found, healList, healPlain } from '../heal.ts';
import { callsAt, callTurn, firstCall } from '../turns.ts';

const rename = (name: string, target: TargetApi) =>
  firstCall(healPlain(callTurn('c', name), target).messages).name;

describe('illegal-name', () => {
  for (const [what, name, legal] of [
    ['a control token and what follows it', 'read<|channel|>commentary', 'read'],
    ['a control token behind a space', 'read <|channel|>', 'read'],
    ['nothing but a control token', '<|channel|>', '__channel__'],
    ['padding', ' read\n', 'read'],
    ['a space', 'read file', 'read_file'],
    ['a NUL character', 'exec\0\0', 'exec__'],
    ['letters of another alphabet', 'café', 'caf_'],
    ['an emoji, which is one character', 'go🙂', 'go_'],
    ['half a surrogate pair', 'go\ud83d', 'go_'],
    ['a line break in the middle', 'a\nb', 'a_b'],
  ] as const) {
    it(`makes a name with ${what} legal for every API`, () => {
      for (const target of TARGET_APIS) assert.equal(rename(name, target), legal);
    });
  }

  for (const [name, refusedBy] of [
    ['a.b', ['openai-completions', 'openai-responses', 'anthropic']],
    ['a:b', ['openai-completions', 'openai-responses', 'anthropic']],
    ['mcp__a-b', []],
    ['1st', ['google']],
    ['-x', ['google']],
    ['_x', []],
  ] as const) {
    it(`leaves ${name} to every API but ${refusedBy.join(', ') || 'none'}`, () => {
      const refusing = TARGET_APIS.filter((target) => rename(name, target) !== name);
      assert.deepEqual(refusing, refusedBy);
    });
  }

  it('gives the result the name of its call and keeps what it tells', () => {
    const history = callTurn('c', 'a.b');
    const { messages, findings } = healPlain(history, 'anthropic');
    assert.deepEqual(messages[2], { ...result('c', 'a.b'), toolName: 'a_b' });
    assert.deepEqual(found({ findings }), ['illegal-name 1']);
  });

  it('is judged on a host that makes ids legal as well, since none does so with names', () => {
    assert.equal(firstCall(healList(callTurn('c', 'a.b'), 'anthropic').messages).name, 'a_b');
  });

  it('is not judged for an API whose rules are not known', () => {
    const history = callTurn('c', 'a.b');
    assert.equal(healList(history, undefined).messages, history);
  });

  it('leaves arguments, id and order of the calls as they are', () => {
    const args = { path: 'a' };
    const history = [
      user('a'),
      assistant([call('c1', 'a.b', { arguments: args }), call('c2', 'read')]),
      result('c1', 'a.b'),
      result('c2', 'read'),
    ];
    const { messages } = healPlain(history, 'anthropic');
    const [first, second] = callsAt(messages, 1);
    assert.deepEqual([first?.id, first?.name], ['c1', 'a_b']);
    assert.equal(first?.arguments, args);
    assert.equal(second, callsAt(history, 1)[1]);
    assert.equal(messages[3], history[3]);
  });

  it('tells a hostile name on one line, quoted and cut', () => {
    const { findings } = healPlain(callTurn('c', `x\n\u001b[31m${'y'.repeat(500)}`), 'anthropic');
    const { what = '', remedy = '' } = findings[0] ?? {};
    assert.match(what, /^the tool call "x\\n\\u001b\[31my+" in block 1 has a name that the API refuses$/);
    assert.ok(what.length < 130 && remedy.length < 130);
  });

  it('is the same name at every request', () => {
    assert.equal(legalName('a.b'), legalName('a.b'));
  });
});
