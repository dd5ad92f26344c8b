import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { leftOutNote, leftOutResultsNote } from '../src/notes.ts';
import { healHistory } from '../src/replay.ts';
import { assistant, call, result, text, thinking, user } from './build.ts';

type Message = Record<string, unknown>;
const heal = (...messages: Message[]) => healHistory(messages);
const blocksAt = (messages: readonly Message[], at: number) => messages[at]?.content as unknown[];
const contents = (messages: readonly Message[]) => messages.map((message) => message.content);

const contentText = (message: Message) =>
  (message.content as { text: string }[]).map((block) => block.text).join();

function mintedOf(messages: readonly Message[], at: number, block = 0): string {
  const id = (blocksAt(messages, at)[block] as { id: string }).id;
  assert.match(String(id), /^opl_[a-z0-9]+(_\d)?$/);
  return String(id);
}

describe('a clean history', () => {
  it('comes back as the same array', () => {
    const messages = [
      user('a'),
      assistant([call('a', 'read')]),
      result('a', 'read'),
      assistant([text('done')]),
    ];
    assert.equal(healHistory(messages).messages, messages);
    assert.equal(healHistory([]).messages.length, 0);
  });

  it('stays as it is where Pi skips the turn anyway', () => {
    for (const stopReason of ['error', 'aborted']) {
      const messages = [user('a'), assistant([call('', 'read')], { stopReason }), user('b')];
      assert.equal(healHistory(messages).messages, messages);
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
      assert.deepEqual(messages[1]?.content, [text('I read.'), text(`\n\n${leftOutNote(2)}`)]);
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
      [text(leftOutResultsNote(1))],
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

  it('goes when there are fewer results than calls of its name', () => {
    const { messages } = heal(
      user('a'),
      assistant([call('', 'read'), call('', 'read')]),
      result('', 'read'),
      assistant([text('x')]),
    );
    assert.deepEqual(contents(messages), ['a', [text('x')]]);
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

  it('a result with an id is not this pass to judge', () => {
    const messages = [user('a'), result('call_9', 'read')];
    assert.equal(healHistory(messages).messages, messages);
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
