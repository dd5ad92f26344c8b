import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TARGET_APIS, type TargetApi } from '../../../src/history/target.ts';
import { leftOutResultsNote } from '../../../src/notes.ts';
import { assistant, call, result, text, user } from '../../build.ts';
import { found, healList, healPlain } from '../heal.ts';
import { callTurn } from '../turns.ts';

type Message = Record<string, unknown>;
const places = (history: readonly Message[], messages: readonly Message[]) =>
  messages.map((message) => history.indexOf(message));

function expectSent(history: readonly Message[], sent: readonly number[], findings: readonly string[]): void {
  for (const target of TARGET_APIS) {
    for (const heal of [healList, healPlain]) {
      const healed = heal(history, target);
      assert.deepEqual(places(history, healed.messages), sent);
      assert.deepEqual(found(healed), findings);
    }
  }
}

describe("result-without-call that is nobody's", () => {
  it('goes in front of the first turn, as a compaction leaves it', () => {
    const history = [result('c', 'read'), user('a'), assistant([text('x')])];
    expectSent(history, [1, 2], ['result-without-call 0']);
  });

  it('goes behind a turn that is skipped, with all results of its calls', () => {
    const skipped = assistant([call('c', 'read')], { stopReason: 'aborted' });
    expectSent([user('a'), skipped, result('c', 'read'), user('b')], [0, 1, 3], ['result-without-call 2']);
  });

  it('is that of the skipped turn in front of it, where an earlier call has the same id', () => {
    const open = assistant([call('c', 'read')]);
    const skipped = assistant([call('c', 'read')], { stopReason: 'aborted' });
    const history = [user('a'), open, skipped, result('c', 'read'), user('b')];
    assert.deepEqual(found(healPlain(history, 'google')), ['call-without-result 1', 'result-without-call 3']);
    assert.deepEqual(found(healList(history, 'google')), ['result-without-call 3']);
  });

  it('goes behind the turn after that of its call', () => {
    const history = [...callTurn('c', 'read'), assistant([text('x')]), result('c', 'read'), user('e')];
    expectSent(history, [0, 1, 2, 3, 4, 6], ['result-without-call 5']);
  });

  it('leaves a line where two turns of the model would meet', () => {
    const history = [user('a'), assistant([text('x')]), result('c', 'read'), assistant([text('y')])];
    const { messages } = healPlain(history, 'anthropic');
    assert.equal(messages[2]?.role, 'user');
    assert.deepEqual(messages[2]?.content, [text(leftOutResultsNote({ calls: 0, results: 1 }))]);
  });
});

describe('result-without-call that is away from its call', () => {
  for (const [what, between] of [
    ['a message of the user', user('wait')],
    ['a custom message', { role: 'custom', content: 'wait' }],
    ['a shell command', { role: 'bashExecution', command: 'ls' }],
    ['a turn that is skipped', assistant([text('x')], { stopReason: 'aborted' })],
  ] as const) {
    it(`moves up over ${what}`, () => {
      const [begin, turn, own, end] = callTurn('c', 'read') as [Message, Message, Message, Message];
      const history = [begin, turn, between, own, end];
      expectSent(history, [0, 1, 3, 2, 4], ['result-without-call 3']);
    });
  }

  it('keeps the order of the results, those in place first', () => {
    const turn = assistant([call('c1', 'read'), call('c2', 'read'), call('c3', 'read')]);
    const history = [turn, result('c2', 'read'), user('x'), result('c3', 'read'), result('c1', 'read')];
    expectSent(history, [0, 1, 3, 4, 2], ['result-without-call 3', 'result-without-call 4']);
  });

  it('stays behind a hidden shell command, which is not sent', () => {
    const hidden = { role: 'bashExecution', command: 'ls', excludeFromContext: true };
    const history = [assistant([call('c', 'read')]), hidden, result('c', 'read'), user('b')];
    expectSent(history, [0, 1, 2, 3], []);
  });

  it('moves up over a system message, save where the host holds those back', () => {
    const history = [
      assistant([call('c', 'read')]),
      { role: 'system', content: 's' },
      result('c', 'read'),
      user('b'),
    ];
    assert.equal(healList(history, 'anthropic').messages, history);
    assert.deepEqual(places(history, healPlain(history, 'anthropic').messages), [0, 2, 1, 3]);
  });
});

describe('result-without-call that lost what ties it to its call', () => {
  const sentResult = (stored: Message, target: TargetApi = 'anthropic') => {
    const history = [user('a'), assistant([call('call_1', 'read')]), stored, user('b')];
    return healPlain(history, target);
  };

  it('gets the id of its call where it has none and one call is open', () => {
    for (const id of [undefined, '', null]) {
      for (const name of ['read', '', undefined]) {
        const { messages, findings } = sentResult(result(id, name));
        assert.equal(messages[2]?.toolCallId, 'call_1');
        assert.deepEqual(found({ findings }), ['result-without-call 2']);
      }
    }
  });

  it('gets the id of its call where it has another spelling of it', () => {
    const history = [user('a'), assistant([call('read:0', 'read')]), result('read_0', 'read'), user('b')];
    assert.equal(healPlain(history, 'google').messages[2]?.toolCallId, 'read:0');
  });

  it('goes where it names another tool, or where several calls or results are left', () => {
    assert.equal(sentResult(result('', 'bash')).messages[2]?.isError, true);
    const calls = assistant([call('c1', 'read'), call('c2', 'read')]);
    for (const history of [
      [calls, result('', 'read'), user('b')],
      [assistant([call('c1', 'read')]), result('', 'read'), result('', 'read'), user('b')],
    ]) {
      const results = healPlain(history, 'anthropic').messages.filter(({ role }) => role === 'toolResult');
      assert.ok(results.every(({ isError }) => isError));
    }
  });

  it('is kept under its id where it has no name', () => {
    const history = [user('a'), assistant([call('c', 'a.b')]), result('c', ''), user('b')];
    assert.equal(healPlain(history, 'anthropic').messages[2]?.toolCallId, 'c');
    assert.deepEqual(found(healPlain(history, 'anthropic')), ['illegal-name 1']);
  });

  it('gets the name of its call for Google, which matches by name', () => {
    const history = callTurn('c', 'read').with(2, result('c', 'bash'));
    const { messages, findings } = healPlain(history, 'google');
    assert.equal(messages[2]?.toolName, 'read');
    assert.deepEqual(found({ findings }), ['result-without-call 2']);
    assert.equal(healPlain(history, 'anthropic').messages, history);
  });
});
