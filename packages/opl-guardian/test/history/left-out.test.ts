import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { leftOutNote, leftOutResultsNote } from '../../src/notes.ts';
import { assistant, call, result, text, thinking, user } from '../build.ts';
import { contents, heal, mintedOf } from './heal.ts';

describe('a stored call that cannot keep its place', () => {
  it('goes together with its result when it has no name', () => {
    const { messages, healed } = heal(
      user('a'),
      assistant([text('I look.'), call('call_1', '')]),
      result('call_1', ''),
      assistant([text('Again.')]),
    );
    assert.deepEqual(contents(messages), [
      'a',
      [text('I look.'), text(`\n\n${leftOutNote(1)}`)],
      [text(leftOutResultsNote({ calls: 1, results: 1 }))],
      [text('Again.')],
    ]);
    assert.equal(messages[2]?.role, 'user');
    assert.equal(messages[1]?.stopReason, 'stop');
    assert.equal(healed[0]?.calls[0]?.mintedId, undefined);
  });

  it('takes its result along whatever tool the result names', () => {
    const valid = call('call_2', 'read');
    const own = result('call_2', 'read');
    const { messages } = heal(assistant([call('call_1', ''), valid]), result('call_1', 'unknown'), own);
    assert.deepEqual(messages.slice(1), [own]);
  });

  it('leaves the result of a valid call alone that shares its id', () => {
    const valid = call('call_1', 'read');
    const own = result('call_1', 'read');
    const { messages } = heal(assistant([call('call_1', ''), valid]), result('call_1', ''), own);
    assert.deepEqual(messages[0]?.content, [text(leftOutNote(1)), valid]);
    assert.deepEqual(messages.slice(1), [own]);
  });

  it('goes when there are fewer results than calls of its name, and the note says what may have run', () => {
    const { messages } = heal(
      user('a'),
      assistant([call('', 'read'), call('', 'read')]),
      result('', 'read'),
      assistant([text('x')]),
    );
    assert.deepEqual(contents(messages), [
      'a',
      [text(leftOutNote(2, ['read']))],
      [text(leftOutResultsNote({ calls: 2, results: 1 }))],
      [text('x')],
    ]);
  });

  it('goes when no result was stored', () => {
    const { messages } = heal(user('a'), assistant([text('I read.'), call('', 'read')]), user('b'));
    assert.deepEqual(messages[1]?.content, [text('I read.'), text(`\n\n${leftOutNote(1)}`)]);
  });

  it('never takes a result from another turn', () => {
    const other = [assistant([text('x'), call('', 'read')]), result('', 'read')];
    const { messages } = heal(user('a'), assistant([text('I read.'), call('', 'read')]), user('b'), ...other);
    assert.deepEqual(messages[1]?.content, [text('I read.'), text(`\n\n${leftOutNote(1)}`)]);
    assert.equal(messages[4]?.toolCallId, mintedOf(messages, 3, 1));
  });

  it('leaves its turn cut as a new message is: note in front of the first call, Responses in front of all', () => {
    const kept = [thinking('t', 's'), call('a|fc_1', 'read')];
    const turn = [
      assistant([...kept, call('b|fc_2', '')], { api: 'openai-responses' }),
      result('a|fc_1', 'read'),
    ];
    assert.deepEqual(heal(...turn, result('b|fc_2', '')).messages[0]?.content, [
      text(leftOutNote(1)),
      ...kept,
    ]);
  });
});

describe('a stored turn that loses everything', () => {
  const lost = [assistant([thinking('t', 's'), call('', '')]), result('', '')];

  it('is left out whole between the user and the next answer', () => {
    const { messages } = heal(user('a'), ...lost, assistant([text('x')]));
    assert.deepEqual(contents(messages), ['a', [text('x')]]);
  });

  it('says so in one line where two user messages would follow each other', () => {
    const { messages } = heal(user('a'), ...lost, user('b'));
    assert.deepEqual(contents(messages), ['a', [text(leftOutNote(1))], 'b']);
    assert.equal(messages[1]?.stopReason, 'stop');
    assert.doesNotMatch(leftOutNote(1), /\n/);
  });

  it('counts system messages, hidden shell commands and skipped turns as no neighbour', () => {
    const system = { role: 'system', content: 's' };
    const hidden = { role: 'bashExecution', excludeFromContext: true };
    const skipped = assistant([text('x')], { stopReason: 'aborted' });
    const { messages } = heal(user('a'), system, ...lost, hidden, skipped, user('b'));
    assert.deepEqual(messages[2]?.content, [text(leftOutNote(1))]);
  });

  it('counts custom messages, shown shell commands and summaries as the user', () => {
    for (const role of ['custom', 'bashExecution', 'compactionSummary', 'branchSummary']) {
      assert.equal(heal({ role, content: 's' }, ...lost, user('b')).messages.length, 3);
    }
  });

  it('says so once where several lost turns follow each other', () => {
    const { messages } = heal(user('a'), ...lost, ...lost, user('b'));
    assert.deepEqual(contents(messages), ['a', [text(leftOutNote(1))], 'b']);
  });

  it('costs time in proportion to the history, however many there are and however alike', () => {
    const many = Array.from({ length: 50_000 }, () => lost).flat();
    assert.equal(heal(user('a'), ...many, user('b')).messages.length, 3);
    const alike = Array.from({ length: 50_000 }, () => [
      assistant([call('', 'read')]),
      result('', 'read'),
    ]).flat();
    const ids = new Set(heal(...alike).messages.map((message) => message.toolCallId));
    assert.equal(ids.size, 50_001);
  });

  it('is left out at either end of the history', () => {
    assert.deepEqual(contents(heal(...lost, user('b')).messages), ['b']);
    assert.deepEqual(contents(heal(user('a'), ...lost).messages), ['a']);
  });
});
