import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { HealedHistory } from '../../src/history/heal-history.ts';
import { malformedReason } from '../../src/malformed.ts';
import { blocksOf, isSkippedOnReplay, isText, isToolCall, saysSomething } from '../../src/message.ts';
import { history } from '../arbitrary.ts';
import { deepFreeze } from '../freeze.ts';
import { healList } from './heal.ts';

type Message = Record<string, unknown>;

const isLine = (message: Message) =>
  message.role === 'user' && /left out (too|here)\./.test(JSON.stringify(message.content ?? ''));

/** A turn without content, which Pi leaves out of the request itself. */
const isSaidEmpty = (message: Message) => blocksOf(message).length === 0 && message.stopReason === 'stop';

function eachHealed(check: (original: readonly Message[], healed: HealedHistory<Message>) => void) {
  fc.assert(
    fc.property(history, (messages) => {
      const frozen = deepFreeze(messages) as readonly Message[];
      check(frozen, healList(frozen));
    }),
    { numRuns: 3000 },
  );
}

describe('for any history', () => {
  it('the pass never throws and does not mutate its input', () => eachHealed(() => {}));

  it('no malformed call is left in a turn that is sent', () =>
    eachHealed((_, { messages }) => {
      for (const message of messages) {
        if (message.role !== 'assistant' || isSkippedOnReplay(message)) continue;
        for (const block of blocksOf(message)) {
          if (isToolCall(block)) assert.equal(malformedReason(block, message.api), undefined);
        }
      }
    }));

  it('a second pass finds no malformed call and says the same', () =>
    eachHealed((_, { messages }) => {
      const again = healList(messages);
      assert.deepEqual(again.healed, []);
      assert.deepEqual(again.messages, messages);
    }));

  it('a history without anything to heal comes back as the same array', () =>
    eachHealed((original, { messages, healed }) => {
      if (messages === original) assert.deepEqual(healed, []);
      else assert.notDeepEqual(messages, original);
    }));

  it('messages that are neither healed turns nor results are the same objects in the same order', () =>
    eachHealed((original, { messages }) => {
      const isOther = (message: Message) =>
        message.role !== 'assistant' && message.role !== 'toolResult' && !isLine(message);
      const others = messages.filter(isOther);
      assert.ok(others.every((message, index) => message === original.filter(isOther)[index]));
      assert.equal(others.length, original.filter(isOther).length);
    }));

  it('a turn that was changed is never empty and never says something blank', () =>
    eachHealed((original, { messages }) => {
      for (const message of messages) {
        if (message.role !== 'assistant' || original.includes(message) || isSaidEmpty(message)) continue;
        if (isSkippedOnReplay(message)) continue;
        assert.ok(blocksOf(message).length > 0);
      }
    }));

  it('minted ids are on one call and one result each', () =>
    eachHealed((_, { messages, healed }) => {
      const sent = messages.filter((message) => message.role === 'assistant' && !isSkippedOnReplay(message));
      for (const { mintedId } of healed.flatMap((turn) => turn.calls)) {
        if (mintedId === undefined) continue;
        const isIt = (id: unknown) => id === mintedId || id === mintedId.split('|')[0];
        const calls = sent.flatMap((message) =>
          blocksOf(message).filter((block) => isToolCall(block) && isIt(block.id)),
        );
        const results = messages.filter(
          (message) => message.role === 'toolResult' && isIt(message.toolCallId),
        );
        assert.deepEqual([calls.length, results.length], [1, 1]);
      }
    }));

  it('text of the model in a healed turn is kept', () =>
    eachHealed((original, { messages }) => {
      const said = (list: readonly Message[]) =>
        list.flatMap((message) =>
          message.role === 'assistant'
            ? blocksOf(message).filter((block) => isText(block) && saysSomething(block))
            : [],
        ) as { text: string }[];
      const after = said(messages).map((block) => block.text);
      for (const block of said(original)) assert.ok(after.includes(block.text));
    }));
});
