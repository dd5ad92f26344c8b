import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TARGET_APIS } from '../../../src/history/target.ts';
import { leftOutNote } from '../../../src/notes.ts';
import { assistant, call, result, text, thinking, user } from '../../build.ts';
import { blocksAt, found, healList, healPlain } from '../heal.ts';
import { callsAt } from '../turns.ts';

const said = (message: Record<string, unknown> | undefined) =>
  (message?.content as { text: string }[] | undefined)?.[0]?.text;
const failed = (id: string, name: string) => ({ ...result(id, name, 'no'), isError: true });
const calls = (...args: { [key: string]: unknown }[]) =>
  assistant(args.map((fields) => call('c', 'read', { arguments: fields })));

describe('duplicate-id in one turn', () => {
  it('gives the later call another id with its own result, told by name', () => {
    const history = [
      user('a'),
      assistant([call('c', 'read'), call('c', 'bash')]),
      result('c', 'bash', 'of bash'),
      result('c', 'read', 'of read'),
      user('b'),
    ];
    for (const target of TARGET_APIS) {
      const { messages, findings } = healPlain(history, target);
      const [first, second] = callsAt(messages, 1);
      assert.equal(first?.id, 'c');
      assert.notEqual(second?.id, 'c');
      const sentFor = (id: unknown) => said(messages.find(({ toolCallId }) => toolCallId === id));
      assert.deepEqual([sentFor('c'), sentFor(second?.id)], ['of read', 'of bash']);
      assert.deepEqual(found({ findings }), ['duplicate-id 1']);
    }
  });

  it('tells calls of one name by their order where none failed', () => {
    const history = [
      calls({ p: 1 }, { p: 2 }),
      result('c', 'read', '1'),
      result('c', 'read', '2'),
      user('b'),
    ];
    const { messages } = healPlain(history, 'anthropic');
    const ids = callsAt(messages, 0).map(({ id }) => id);
    assert.deepEqual(
      messages.slice(1, 3).map((message) => [message.toolCallId, said(message)]),
      [
        [ids[0], '1'],
        [ids[1], '2'],
      ],
    );
  });

  it('leaves all of them out where one failed, and names what may have run', () => {
    for (const results of [
      [failed('c', 'read'), result('c', 'read')],
      [result('c', 'read'), failed('c', 'read')],
    ]) {
      const { messages } = healPlain(
        [user('a'), calls({ p: 1 }, { p: 2 }), ...results, user('b')],
        'anthropic',
      );
      assert.deepEqual(messages[1]?.content, [text(leftOutNote(2, ['read']))]);
      assert.equal(messages.length, 3);
    }
  });

  it('leaves calls with different arguments out where a result is missing', () => {
    const { messages } = healPlain([calls({ p: 1 }, { p: 2 }), result('c', 'read'), user('b')], 'anthropic');
    assert.deepEqual(messages[0]?.content, [text(leftOutNote(2, ['read']))]);
  });

  it('takes one result of two calls that are the same in everything for the first', () => {
    const history = [user('a'), calls({ p: 1 }, { p: 1 }), result('c', 'read'), user('b')];
    const { messages, findings } = healPlain(history, 'anthropic');
    const [first, second] = callsAt(messages, 1);
    assert.deepEqual(
      messages.slice(2, 4).map(({ toolCallId }) => toolCallId),
      [first?.id, second?.id],
    );
    assert.deepEqual(
      messages.slice(2, 4).map(({ isError }) => isError),
      [false, true],
    );
    assert.deepEqual(found({ findings }).sort(), ['call-without-result 1', 'duplicate-id 1']);
  });

  it('survives arguments that are nested too deeply to be compared', () => {
    let deep: unknown = {};
    for (let depth = 0; depth < 20_000; depth++) deep = { deep };
    const history = [calls({ deep }, { deep: structuredClone({}) }), result('c', 'read'), user('b')];
    assert.deepEqual(healPlain(history, 'anthropic').messages[0]?.content, [text(leftOutNote(2, ['read']))]);
  });

  it('of three calls gives the second and the third an id each', () => {
    const results = ['1', '2', '3'].map((words) => result('c', 'read', words));
    const { messages } = healPlain([calls({}, {}, {}), ...results, user('b')], 'anthropic');
    assert.equal(new Set(callsAt(messages, 0).map(({ id }) => id)).size, 3);
  });

  it('is told by the part in front of the bar on the Responses API alone', () => {
    const ids = ['c|fc_1', 'c|fc_2'];
    const history = [
      assistant(
        ids.map((id) => call(id, 'read')),
        { api: 'openai-responses' },
      ),
      ...ids.map((id) => result(id, 'read')),
      user('b'),
    ];
    assert.deepEqual(found(healPlain(history, 'openai-responses')), ['duplicate-id 0']);
    assert.equal(healPlain(history, 'openai-completions').messages, history);
    assert.equal(healPlain(history, 'google').messages, history);
  });

  it('is none where a call of the newest turn still runs', () => {
    const history = [user('a'), assistant([call('c', 'read'), call('c', 'bash')])];
    assert.equal(healPlain(history, 'anthropic').messages, history);
  });

  it('leaves calls and results of the newest turn alone until all results are there, names included', () => {
    for (const names of [
      [' read', 'read'],
      ['read', 'read'],
    ]) {
      const shared = names.map((name, at) => call('c', name, { arguments: { at } }));
      const history = [
        user('a'),
        assistant([...shared, call('d', 'a b')]),
        result('c', names[0]),
        result('d', 'a b'),
      ];
      const { messages, findings } = healPlain(history, 'anthropic');
      assert.deepEqual(found({ findings }), ['illegal-name 1']);
      assert.deepEqual(callsAt(messages, 1).slice(0, 2), shared);
      assert.equal(messages[2], history[2]);
      const apart = [assistant(shared), { role: 'system', content: 's' }, result('c', names[0])];
      assert.equal(healPlain(apart, 'anthropic').messages, apart);
      const complete = healPlain([...history, result('c', names[1])], 'anthropic');
      assert.equal(new Set(callsAt(complete.messages, 1).map(({ id }) => id)).size, 3);
      assert.equal(complete.messages.length, 5);
    }
  });

  it('is found where a host makes two ids equal', () => {
    const ids = ['a:1', 'a.1'];
    const history = [
      user('a'),
      assistant(ids.map((id) => call(id, 'read'))),
      ...ids.map((id) => result(id, 'read')),
    ];
    assert.deepEqual(found(healList(history, 'anthropic')), ['duplicate-id 1']);
    assert.equal(healList(history, 'openai-completions').messages, history);
  });
});

describe('duplicate-id in different turns', () => {
  const turn = () => [user('a'), assistant([call('c', 'read')]), result('c', 'read')];
  const history = [...turn(), ...turn(), ...turn()];

  it('is nothing to the APIs that count by turn', () => {
    for (const target of ['openai-completions', 'openai-responses', 'google'] as const)
      assert.equal(healPlain(history, target).messages, history);
  });

  it('gives each later pair one new id for Anthropic', () => {
    const { messages, findings } = healPlain(history, 'anthropic');
    const ids = [1, 4, 7].map((at) => callsAt(messages, at)[0]?.id);
    assert.equal(ids[0], 'c');
    assert.equal(new Set(ids).size, 3);
    assert.deepEqual(
      [2, 5, 8].map((at) => messages[at]?.toolCallId),
      ids,
    );
    assert.deepEqual(found({ findings }), ['duplicate-id 4', 'duplicate-id 7']);
    assert.equal(messages[1], history[1]);
  });

  it('gives them the same ids when the history has grown', () => {
    const grown = healPlain([...history, ...turn()], 'anthropic').messages;
    assert.deepEqual(grown.slice(0, history.length), healPlain(history, 'anthropic').messages);
  });

  it('never gives out an id that a repair left in the history', () => {
    const undated = history.map(({ timestamp: _, ...message }) => message as Record<string, unknown>);
    const repaired = healPlain(undated, 'anthropic').messages;
    const again = [...repaired, ...undated.slice(0, 3)];
    const { messages } = healPlain(again, 'anthropic');
    assert.equal(new Set([1, 4, 7, 10].map((at) => callsAt(messages, at)[0]?.id)).size, 4);
    assert.deepEqual(messages.slice(0, repaired.length), repaired);
  });

  it('sends the id of a Responses item once, and the call stays the same', () => {
    const items = [
      user('a'),
      assistant([call('c|fc_1', 'read')], { api: 'openai-responses' }),
      result('c|fc_1', 'read'),
    ];
    const { messages, findings } = healPlain([...items, ...items], 'openai-responses');
    assert.deepEqual(
      [1, 4].map((at) => callsAt(messages, at)[0]?.id),
      ['c|fc_1', 'c'],
    );
    assert.deepEqual(
      [2, 5].map((at) => messages[at]?.toolCallId),
      ['c|fc_1', 'c'],
    );
    assert.deepEqual(found({ findings }), ['duplicate-id 4']);
  });

  it('leaves the thinking of a signed turn as it is', () => {
    const signed = thinking('t', 'signature');
    const head = { api: 'anthropic-messages' };
    const later = [user('b'), assistant([signed, call('c', 'read')], head), result('c', 'read')];
    const { messages } = healPlain([...turn(), ...later], 'anthropic');
    assert.equal(blocksAt(messages, 4)[0], signed);
  });
});
