import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TARGET_APIS } from '../../../src/history/target.ts';
import { unknownOutcomeText } from '../../../src/notes.ts';
import { assistant, call, result, text, user } from '../../build.ts';
import { found, healList, healPlain } from '../heal.ts';
import { callsAt } from '../turns.ts';

const unknown = (id: unknown, name: string) => ({
  role: 'toolResult',
  toolCallId: id,
  toolName: name,
  content: [text(unknownOutcomeText())],
  isError: true,
});
const answers = (list: readonly Record<string, unknown>[]) =>
  list.filter(({ role }) => role === 'toolResult').map(({ timestamp: _, ...message }) => message);

describe('call-without-result', () => {
  it('gets an error result directly behind its turn, in front of what the user said', () => {
    const history = [user('a'), assistant([call('c', 'read')]), user('b'), user('d')];
    for (const target of TARGET_APIS) {
      const { messages, findings } = healPlain(history, target);
      assert.deepEqual(answers([messages[2] ?? {}]), [unknown('c', 'read')]);
      assert.deepEqual(messages.toSpliced(2, 1), history);
      assert.deepEqual(found({ findings }), ['call-without-result 1']);
    }
  });

  it('is left to a host that answers open calls itself', () => {
    const history = [user('a'), assistant([call('c', 'read')]), user('b')];
    for (const target of TARGET_APIS) assert.equal(healList(history, target).messages, history);
  });

  for (const [what, next] of [
    ['another turn', assistant([text('x')])],
    ['a turn that is skipped', assistant([text('x')], { stopReason: 'aborted' })],
    ['a custom message', { role: 'custom', content: 'x' }],
    ['a shell command', { role: 'bashExecution', command: 'ls' }],
  ] as const) {
    it(`is closed by ${what}`, () => {
      const { findings } = healPlain([user('a'), assistant([call('c', 'read')]), next], 'anthropic');
      assert.deepEqual(found({ findings }), ['call-without-result 1']);
    });
  }

  it('is none in the newest turn, which may still run it, even beside calls that are done', () => {
    for (const behind of [[], [result('c2', 'bash')], [{ role: 'system', content: 's' }]]) {
      const history = [user('a'), assistant([call('c1', 'read'), call('c2', 'bash')]), ...behind];
      for (const target of TARGET_APIS) assert.equal(healPlain(history, target).messages, history);
    }
  });

  it('is none of a turn that is skipped', () => {
    const history = [user('a'), assistant([call('c', 'read')], { stopReason: 'error' }), user('b')];
    for (const target of TARGET_APIS) assert.equal(healPlain(history, target).messages, history);
  });

  it('stands behind the results that are there, under the id and the name that the call is sent with', () => {
    const history = [
      user('a'),
      assistant([call('a:1', 'a.b'), call('c2', 'bash')]),
      result('c2', 'bash'),
      user('b'),
    ];
    const { messages } = healPlain(history, 'anthropic');
    const [first] = callsAt(messages, 1);
    assert.equal(messages[2], history[2]);
    assert.deepEqual(answers([messages[3] ?? {}]), [unknown(first?.id, 'a_b')]);
  });

  it('of several gets an answer each, in the order of the calls', () => {
    const history = [assistant([call('c1', 'read'), call('c2', 'bash')]), user('b')];
    assert.deepEqual(answers(healPlain(history, 'google').messages), [
      unknown('c1', 'read'),
      unknown('c2', 'bash'),
    ]);
  });
});
