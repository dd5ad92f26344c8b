import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ContentBlock, Message } from '@deepseek-ai/dsh-llm';
import fc from 'fast-check';
import { healMessages } from '../../src/dsh/history.ts';
import { resultNames } from '../../src/history/result-names.ts';
import { idFault, malformedReason } from '../../src/malformed.ts';
import type { Block } from '../../src/message.ts';
import { leftOutNote, leftOutResultsNote } from '../../src/notes.ts';
import { deepFreeze } from '../freeze.ts';

type Fields = Record<string, unknown>;

let messages = 0;
const message = (role: string, content: unknown[], source: Fields): Message =>
  deepFreeze({ id: `message-${messages++}`, role, content, source }) as Message;
const user = (text: string) => message('user', [{ type: 'text', text }], { kind: 'user' });
const assistant = (content: unknown[], replayState?: unknown) =>
  message('assistant', content, {
    kind: 'model',
    provider: 'p',
    model: 'm',
    ...(replayState === undefined ? {} : { replayState }),
  });
const result = (callId: unknown, text = 'done') =>
  message(
    'user',
    [{ type: 'tool-result', toolCallId: callId, content: [{ type: 'text', text }], isError: false }],
    {
      kind: 'tool',
      callId,
    },
  );
const call = (id: unknown, name: unknown) => ({ type: 'tool-call', id, name, arguments: '{}' });
const text = (words: string) => ({ type: 'text', text: words });

/** The id of a call, or the one that a result answers. */
const idOf = (block: ContentBlock | undefined): unknown => {
  const { id, toolCallId } = (block ?? {}) as { id?: unknown; toolCallId?: unknown };
  return id ?? toolCallId;
};
const replayOf = (of: Message | undefined): unknown =>
  of?.source.kind === 'model' ? of.source.replayState : undefined;

const noTime = () => undefined;
const heal = (history: readonly Message[], timeOf: (of: Message) => number | undefined = noTime) =>
  healMessages(history, timeOf)?.messages;

describe('a history without malformed calls', () => {
  it('is left alone, and nobody asks for times', () => {
    const history = [user('Go.'), assistant([text('I look.'), call('a', 'read')]), result('a')];
    const asked = () => assert.fail('a time was asked for');
    assert.equal(healMessages(history, asked), undefined);
  });

  it('is left alone though an id is odd on another API', () => {
    const history = [assistant([call('undefined', 'read')]), result('undefined')];
    assert.equal(heal(history), undefined);
  });
});

describe('a call with a blank id', () => {
  const turn = assistant([text('I look.'), call('', 'read'), call('a', 'bash')]);
  const history = [user('Go.'), turn, result(''), result('a'), user('Thanks.')];

  it('keeps its place, call, result and source under one minted id', () => {
    const healed = heal(history) ?? [];
    const minted = String(idOf(healed[1]?.content[1]));
    assert.match(minted, /^opl_[0-9a-z]+$/);
    assert.deepEqual(healed[1]?.content, [text('I look.'), call(minted, 'read'), call('a', 'bash')]);
    assert.deepEqual(healed[2]?.content, [{ ...(history[2]?.content[0] as object), toolCallId: minted }]);
    assert.deepEqual(healed[2]?.source, { kind: 'tool', callId: minted });
  });

  it('leaves every other message as the same object, and identities as they are', () => {
    const healed = heal(history) ?? [];
    for (const at of [0, 3, 4]) assert.equal(healed[at], history[at]);
    assert.deepEqual(
      healed.map(({ id }) => id),
      history.map(({ id }) => id),
    );
    assert.equal(healed[1]?.content[0], turn.content[0]);
  });

  it('gets the same id at every request, by the time of its message', () => {
    const timeOf = (of: Message) => (of === turn ? 1_700_000_000_000 : undefined);
    const later = [user('Before.'), ...history, assistant([text('Done.')]), user('More.')];
    const idIn = (healed: readonly Message[] | undefined, at: number) => idOf(healed?.[at]?.content[1]);
    assert.equal(idIn(heal(history, timeOf), 1), idIn(heal(later, timeOf), 2));
    assert.notEqual(idIn(heal(history, timeOf), 1), idIn(heal(history), 1));
  });

  it('is deeply frozen where it changed, as the host keeps messages', () => {
    for (const healed of heal(history) ?? []) {
      assert.ok(Object.isFrozen(healed) && Object.isFrozen(healed.content) && Object.isFrozen(healed.source));
      for (const block of healed.content) assert.ok(Object.isFrozen(block));
    }
  });

  it('is told apart from its like by the order of results', () => {
    const two = [assistant([call('', 'read'), call('', 'bash')]), result('', 'first'), result('', 'second')];
    const healed = heal(two) ?? [];
    const ids = healed[0]?.content.map(idOf);
    assert.equal(new Set(ids).size, 2);
    assert.deepEqual(
      healed.slice(1).map(({ content: [block] }) => idOf(block)),
      ids,
    );
  });

  it('goes with its result when it is not sure which one that is', () => {
    const two = [assistant([call('', 'read'), call('', 'bash'), call('a', 'read')]), result(''), result('a')];
    assert.deepEqual(heal(two), [{ ...two[0], content: [text(leftOutNote(2)), call('a', 'read')] }, two[2]]);
  });
});

describe('a call with a blank name', () => {
  it('goes with its result, and a note stands in front of the first call that stays', () => {
    const history = [
      assistant([text('I look.'), call('b', ''), call('a', 'read')]),
      result('b'),
      result('a'),
    ];
    assert.deepEqual(heal(history), [
      { ...history[0], content: [text('I look.'), text(`\n\n${leftOutNote(1)}`), call('a', 'read')] },
      history[2],
    ]);
  });

  it('takes its turn along when nothing else was said, unless two users would then meet', () => {
    const empty = assistant([call('b', '')]);
    const history = [user('Go.'), empty, result('b'), assistant([text('Sorry.')]), user('Go on.')];
    assert.deepEqual(heal(history), [history[0], history[3], history[4]]);
    const between = [user('Go.'), empty, result('b'), user('Go on.')];
    assert.deepEqual(heal(between), [between[0], { ...empty, content: [text(leftOutNote(1))] }, between[3]]);
  });
});

describe('the results of a turn that lost all its calls', () => {
  it('leave a line of the user behind where two assistant messages would meet', () => {
    const history = [
      user('Go.'),
      assistant([text('I look.'), call('b', '')]),
      result('b'),
      assistant([text('Sorry.')]),
    ];
    const healed = heal(history) ?? [];
    assert.deepEqual(
      healed.map(({ role }) => role),
      ['user', 'assistant', 'user', 'assistant'],
    );
    assert.deepEqual(healed[2]?.content, [text(leftOutResultsNote({ calls: 1, results: 1 }))]);
    assert.deepEqual(healed[2]?.source, { kind: 'plugin', plugin: 'opl-guardian' });
    assert.ok(Object.isFrozen(healed[2]));
    assert.deepEqual(heal(history), healed);
  });
});

describe('the replay state of a stored turn', () => {
  const entries = [
    { type: 'reasoning', thinkingSignature: 'sig' },
    { type: 'tool-call' },
    { type: 'tool-call' },
  ];
  const state = (...blocks: unknown[]) => ({ response: { api: 'anthropic-messages' }, blocks });
  const turn = (replayState: unknown) => [
    assistant([{ type: 'reasoning', text: 'Hm.' }, call('b', ''), call('a', 'read')], replayState),
    result('b'),
    result('a'),
  ];

  it('keeps its signatures, with a place for the note', () => {
    const [healed] = heal(turn(state(...entries))) ?? [];
    assert.deepEqual(replayOf(healed), state(entries[0], { type: 'text' }, { type: 'tool-call' }));
  });

  it('goes when it did not fit before, and stays when it has no entries', () => {
    const [misfit] = heal(turn(state(...entries, { type: 'text' }))) ?? [];
    assert.equal('replayState' in (misfit?.source ?? {}), false);
    const own = { response: { own: 1 } };
    const [plain] = heal(turn(own)) ?? [];
    assert.deepEqual(replayOf(plain), own);
  });

  it('names the API: on the Responses family the note comes first and orphaned reasoning goes', () => {
    const responses = { response: { api: 'openai-responses' }, blocks: entries };
    const [healed] = heal(turn(responses)) ?? [];
    assert.deepEqual(healed?.content, [text(leftOutNote(1)), call('a', 'read')]);
  });
});

describe('a message with several results, or with text beside them', () => {
  it('keeps its other blocks in their order', () => {
    const both = message(
      'user',
      [
        { type: 'tool-result', toolCallId: 'a', content: [] },
        { type: 'tool-result', toolCallId: 'b', content: [] },
        text('And now?'),
      ],
      { kind: 'user' },
    );
    const history = [assistant([call('a', 'read'), call('b', '')]), both];
    const healed = heal(history) ?? [];
    assert.deepEqual(healed[1]?.content, [both.content[0], both.content[2]]);
  });
});

describe('names of results', () => {
  const named = (calls: [unknown, unknown][], ...ids: unknown[]) =>
    resultNames(
      calls.map(([id, name]) => call(id, name)),
      ids.map((toolCallId) => ({ toolCallId })),
    );

  it('come from the calls in their order where the ids fit', () =>
    assert.deepEqual(
      named(
        [
          ['', 'a'],
          ['x', 'b'],
          ['', 'c'],
        ],
        '',
        'x',
        '',
      ),
      ['a', 'b', 'c'],
    ));
  it('come from the id where all of its calls have one name', () =>
    assert.deepEqual(
      named(
        [
          ['', 'a'],
          ['x', 'b'],
          ['', 'a'],
        ],
        '',
        'x',
      ),
      ['a', 'b'],
    ));
  it('are not known otherwise', () =>
    assert.deepEqual(
      named(
        [
          ['', 'a'],
          ['', 'b'],
        ],
        '',
        'z',
      ),
      [undefined, undefined],
    ));
});

describe('for any stored session', () => {
  const odd = fc.constantFrom<unknown>('', ' ', 'a', 'b', 'undefined|fc_1', undefined, null, 7);
  const blocks = fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.record({ type: fc.constant('tool-call'), id: odd, name: odd }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom({ type: 'text', text: 'Hi.' }, { type: 'reasoning', text: 'Hm.' }),
      },
    ),
    { minLength: 1, maxLength: 5 },
  );
  const history = fc.array(
    fc.oneof(
      { weight: 3, arbitrary: blocks.map((list) => assistant(list)) },
      { weight: 4, arbitrary: odd.map((id) => result(id)) },
      { weight: 1, arbitrary: fc.constant(0).map(() => user('Go.')) },
    ),
    { maxLength: 12 },
  );
  const isCall = (block: ContentBlock) => block.type === 'tool-call';

  it('nothing malformed is sent, and a second pass finds nothing', () =>
    fc.assert(
      fc.property(history, (stored) => {
        const sent = heal(stored) ?? stored;
        for (const { role, content } of sent) {
          for (const block of content) {
            const part = block as unknown as Block;
            if (role === 'assistant' && isCall(block))
              assert.equal(malformedReason(part, undefined), undefined);
            if (block.type === 'tool-result') assert.equal(idFault(part.toolCallId, undefined), undefined);
          }
        }
        assert.equal(heal(sent), undefined);
      }),
      { numRuns: 3000 },
    ));

  it('a minted id is on one call and on one result', () =>
    fc.assert(
      fc.property(history, (stored) => {
        const ids = (heal(stored) ?? []).flatMap(({ content }) =>
          content.map((block) => String(idOf(block))),
        );
        const minted = ids.filter((id) => id.startsWith('opl_')).sort();
        assert.deepEqual(
          minted,
          [...new Set(minted)].flatMap((id) => [id, id]),
        );
      }),
      { numRuns: 3000 },
    ));
});
