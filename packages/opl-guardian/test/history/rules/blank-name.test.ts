import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { estimateTokens } from '@earendil-works/pi-coding-agent';
import { TARGET_APIS } from '../../../src/history/target.ts';
import { leftOutNote } from '../../../src/notes.ts';
import { assistant, call, result, text, thinking, user } from '../../build.ts';
import { blocksAt, found, healList, healPlain } from '../heal.ts';
import { callTurn } from '../turns.ts';

describe('blank-name', () => {
  for (const name of ['', ' \n', undefined, null, 7, ['read']]) {
    it(`of ${JSON.stringify(name) ?? 'nothing'} leaves call and result out, for any API and host`, () => {
      for (const target of TARGET_APIS) {
        for (const heal of [healList, healPlain]) {
          const history = callTurn('c', name);
          const { messages, findings } = heal(history, target);
          assert.deepEqual(messages, [
            history[0],
            { ...history[1], content: [text(leftOutNote(1))], stopReason: 'stop' },
            history[3],
          ]);
          assert.deepEqual(found({ findings }), ['blank-name 1']);
        }
      }
    });
  }

  it('is left out of a turn that is skipped where it is no text, since Pi stops at it', () => {
    for (const name of [undefined, null]) {
      const skipped = assistant([call('c1', name), call('c2', '')], { stopReason: 'aborted' });
      const { messages, findings } = healList([user('a'), skipped, user('b')], 'anthropic');
      assert.deepEqual(messages[1], { ...skipped, content: [call('c2', '')] });
      assert.deepEqual(found({ findings }), ['blank-name 1']);
      assert.throws(() => estimateTokens(skipped as never), TypeError);
      assert.ok(estimateTokens(messages[1] as never) > 0);
    }
  });

  it('is one finding where the id is blank too', () => {
    assert.deepEqual(found(healPlain(callTurn('', ''), 'anthropic')), ['blank-name 1']);
  });

  it('keeps what Anthropic signed whole beside a call that stays, and drops it with the last one', () => {
    const signed = thinking('t', 'signature');
    const head = { api: 'anthropic-messages' };
    const kept = call('c2', 'read');
    const some = [
      user('a'),
      assistant([signed, call('c1', ''), kept], head),
      result('c1', ''),
      result('c2', 'read'),
      user('b'),
    ];
    const blocks = blocksAt(healPlain(some, 'anthropic').messages, 1);
    assert.deepEqual(blocks, [signed, text(leftOutNote(1)), kept]);
    assert.equal(blocks[0], signed);
    const all = [
      user('a'),
      assistant([signed, text('I look.'), call('c1', '')], head),
      result('c1', ''),
      user('b'),
    ];
    const { messages } = healPlain(all, 'anthropic');
    assert.deepEqual(blocksAt(messages, 1), [text('I look.'), text(`\n\n${leftOutNote(1)}`)]);
  });

  it('hands the signature of a Google group over to the first call that stays', () => {
    const head = { api: 'google-generative-ai' };
    const first = call('c1', '', { thoughtSignature: 'c2ln' });
    const history = [
      user('a'),
      assistant([first, call('c2', 'read')], head),
      result('c1', ''),
      result('c2', 'read'),
    ];
    const [, kept] = blocksAt(healPlain(history, 'google').messages, 1);
    assert.deepEqual(kept, call('c2', 'read', { thoughtSignature: 'c2ln' }));
  });

  it('drops the reasoning of a Responses call with it, and the ids of items that came with it', () => {
    const reasoning = thinking('t', '{"type":"reasoning","id":"rs_1","summary":[]}');
    const head = { api: 'openai-responses' };
    const history = [
      user('a'),
      assistant([reasoning, call('c1|fc_1', ''), call('c2|fc_2', 'read')], head),
      result('c1|fc_1', ''),
      result('c2|fc_2', 'read'),
    ];
    const { messages } = healPlain(history, 'openai-responses');
    assert.deepEqual(blocksAt(messages, 1), [text(leftOutNote(1)), call('c2', 'read')]);
    assert.equal(messages[2]?.toolCallId, 'c2');
  });

  it('takes one result along, not that of a call with a name and the same id', () => {
    const own = result('c', 'read', 'own');
    const history = [
      user('a'),
      assistant([call('c', ''), call('c', 'read')]),
      result('c', ''),
      own,
      user('b'),
    ];
    assert.deepEqual(healPlain(history, 'openai-completions').messages[2], own);
  });

  it('never leaves its result to a call with a name and the same id', () => {
    const history = [user('a'), assistant([call('c', ''), call('c', 'read')]), result('c', ''), user('b')];
    const { messages, findings } = healPlain(history, 'openai-completions');
    assert.equal(messages[2]?.isError, true);
    assert.deepEqual(found({ findings }), ['blank-name 1', 'call-without-result 1']);
  });

  it('is nothing in a turn that the host skips', () => {
    const history = [user('a'), assistant([call('c', '')], { stopReason: 'aborted' }), user('b')];
    for (const target of TARGET_APIS) assert.equal(healPlain(history, target).messages, history);
  });
});
