import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { leftOutNote } from '../../src/notes.ts';
import { assistant, call, result, text, thinking, user } from '../build.ts';
import { blocksAt, contents, heal, healList, mintedOf } from './heal.ts';

const contentText = (message: Record<string, unknown>) =>
  (message.content as { text: string }[]).map((block) => block.text).join();

describe('a clean history', () => {
  it('comes back as the same array', () => {
    const messages = [
      user('a'),
      assistant([call('a', 'read')]),
      result('a', 'read'),
      assistant([text('done')]),
    ];
    assert.equal(healList(messages).messages, messages);
    assert.equal(heal().messages.length, 0);
  });

  it('stays as it is where Pi skips the turn anyway', () => {
    for (const stopReason of ['error', 'aborted']) {
      const messages = [user('a'), assistant([call('', 'read')], { stopReason }), user('b')];
      assert.equal(healList(messages).messages, messages);
    }
  });
});

describe('a stored call whose result is surely its own', () => {
  it('gets one minted id on call and result, and keeps its place', () => {
    const { messages, healed } = heal(
      user('a'),
      assistant([text('I read.'), call('', 'read')]),
      result('', 'read'),
    );
    const id = mintedOf(messages, 1, 1);
    assert.deepEqual(messages[1]?.content, [text('I read.'), call(id, 'read')]);
    assert.equal(messages[2]?.toolCallId, id);
    assert.equal(messages[1]?.stopReason, 'toolUse');
    assert.equal(healed[0]?.calls[0]?.mintedId, id);
  });

  it('gets the same id at every request, in every copy, however much history precedes it', () => {
    const turn = () => [assistant([call('', 'read')], { timestamp: 99 }), result('', 'read')];
    const alone = heal(...turn()).messages;
    const later = heal(user('a'), assistant([text('x')]), user('b'), ...structuredClone(turn())).messages;
    assert.equal(mintedOf(alone, 0), mintedOf(later, 3));
  });

  it('is not told apart by order from one that was refused, since older hosts write refusals first', () => {
    const refused = { ...result('', 'read', 'blocked'), isError: true };
    const ran = result('', 'read', 'content');
    for (const results of [
      [refused, ran],
      [ran, refused],
      [refused, refused],
    ]) {
      const { messages } = heal(
        user('a'),
        assistant([text('I read.'), call('', 'read'), call('', 'read')]),
        ...results,
      );
      assert.deepEqual(messages[1]?.content, [text('I read.'), text(`\n\n${leftOutNote(2, ['read'])}`)]);
      assert.equal(messages.length, 2);
    }
  });

  it('keeps its own result even where that is an error', () => {
    const refused = { ...result('', 'read', 'blocked'), isError: true };
    const { messages } = heal(assistant([call('', 'read')]), refused);
    assert.equal(messages[1]?.toolCallId, mintedOf(messages, 0));
  });

  it('gets an id of its own when several calls of one turn have none', () => {
    const { messages } = heal(
      assistant([call('', 'read'), call('', 'bash'), call('', 'read')]),
      result('', 'read', '1'),
      result('', 'bash', '2'),
      result('', 'read', '3'),
    );
    const ids = [0, 1, 2].map((block) => mintedOf(messages, 0, block));
    assert.equal(new Set(ids).size, 3);
    assert.deepEqual(
      messages.slice(1).map((message) => [message.toolCallId, contentText(message)]),
      ids.map((id, index) => [id, String(index + 1)]),
    );
  });

  it('gets different ids in turns of one and the same millisecond', () => {
    const turn = [assistant([call('', 'read')]), result('', 'read')];
    const { messages } = heal(...turn, ...turn);
    assert.notEqual(mintedOf(messages, 0), mintedOf(messages, 2));
  });

  for (const [what, id] of [
    ['a missing id', undefined],
    ['a null id', null],
    ['white space', '  '],
    ['a number', 7],
  ] as const) {
    it(`is healed with ${what} as well`, () => {
      const { messages } = heal(assistant([call(id, 'read')]), result(id, 'read'));
      assert.equal(messages[1]?.toolCallId, mintedOf(messages, 0));
    });
  }

  for (const callId of ['', 'undefined', 'null']) {
    it(`keeps the item id that its reasoning is paired with (Responses, ${JSON.stringify(callId)})`, () => {
      const id = `${callId}|fc_1`;
      const { messages } = heal(
        assistant([thinking('t', 'rs_1'), call(id, 'read')], { api: 'openai-responses' }),
        result(id, 'read'),
      );
      assert.match(String(messages[1]?.toolCallId), /^opl_[a-z0-9]+\|fc_1$/);
      assert.deepEqual(messages[0]?.content, [thinking('t', 'rs_1'), call(messages[1]?.toolCallId, 'read')]);
    });
  }

  it('is found by its id where names repeat', () => {
    const { messages } = heal(assistant([call(7, 'read'), call(8, 'read')]), result(8, 'read'));
    assert.deepEqual(messages[0]?.content, [
      text(leftOutNote(1)),
      { ...call(8, 'read'), id: messages[1]?.toolCallId },
    ]);
  });

  it('leaves valid siblings and their results as they were', () => {
    const sibling = call('a', 'read');
    const siblingResult = result('a', 'read');
    const { messages } = heal(assistant([call('', 'read'), sibling]), siblingResult, result('', 'read'));
    assert.equal(blocksAt(messages, 0)[1], sibling);
    assert.equal(messages[1], siblingResult);
    assert.equal(messages[2]?.toolCallId, mintedOf(messages, 0));
  });
});

describe('results without a call', () => {
  it('a result without an id goes, wherever it stands', () => {
    const { messages, healed } = heal(
      result('', 'read'),
      user('a'),
      assistant([text('x')]),
      result(null, ''),
    );
    assert.deepEqual(contents(messages), ['a', [text('x')]]);
    assert.deepEqual(healed, []);
  });

  it('a result with an id that no call of its turn has goes as well', () => {
    const { messages, findings } = heal(user('a'), result('call_9', 'read'));
    assert.deepEqual(contents(messages), ['a']);
    assert.deepEqual(
      findings.map(({ rule, at }) => [rule, at]),
      [['result-without-call', 1]],
    );
  });
});

describe('a call that lost its reasoning when its message was guarded', () => {
  const diagnostics = [{ type: 'opl-guardian', timestamp: 1, details: { unpairedToolCallIds: ['b|fc_2'] } }];
  const api = 'openai-responses';

  it('is sent without the item id, and so is its result', () => {
    const { messages, healed } = heal(
      assistant([call('b|fc_2', 'read')], { api, diagnostics }),
      result('b|fc_2', 'read'),
    );
    assert.deepEqual(messages[0]?.content, [call('b', 'read')]);
    assert.equal(messages[1]?.toolCallId, 'b');
    assert.deepEqual(healed, []);
  });

  it('is recognised in a stored turn that is cut now', () => {
    const turn = [
      assistant([thinking('t', 'rs'), call('|fc_1', ''), call('b|fc_2', 'read')], { api }),
      result('b|fc_2', 'read'),
    ];
    const { messages } = heal(...turn);
    assert.deepEqual(messages[0]?.content, [text(leftOutNote(1)), call('b', 'read')]);
    assert.equal(messages[1]?.toolCallId, 'b');
  });
});
