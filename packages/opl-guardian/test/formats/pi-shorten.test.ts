import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { shortContribution } from '../../src/formats/pi/entry.ts';
import { healHistory } from '../../src/history/heal-history.ts';
import { PI_FACTS } from '../../src/history/host-facts.ts';
import { hasLoneSurrogate } from '../../src/history/rules/lone-surrogate.ts';
import { TARGET_APIS } from '../../src/history/target.ts';
import type { MessageLike } from '../../src/message.ts';
import { nastyHistory } from '../history/nasty-history.ts';

const LONG = 'x'.repeat(2000);

const oddBlock = fc.constantFrom<unknown>(
  ...[null, 7, LONG, [LONG], {}, { text: LONG }, { type: 'image', data: LONG }, { type: 'other', text: '' }],
  ...[undefined, 7, '', ' ', LONG].flatMap((text) => [
    { type: 'text', text },
    { type: 'text', text, textSignature: LONG },
    { type: 'thinking', thinking: text },
    { type: 'thinking', thinking: text, thinkingSignature: LONG },
    { type: 'thinking', thinking: text, redacted: true },
  ]),
);

/** Histories in which some messages hold nothing but odd blocks, or odd blocks behind their own. */
const history = fc
  .tuple(nastyHistory, fc.array(fc.tuple(fc.nat(), fc.boolean(), fc.array(oddBlock, { maxLength: 3 }))))
  .map(([messages, oddities]) => {
    const odd = [...messages];
    for (const [draw, isAlone, blocks] of oddities) {
      const at = draw % Math.max(1, odd.length);
      const message = odd[at];
      if (message === undefined) continue;
      const own = Array.isArray(message.content) && !isAlone ? message.content : [];
      odd[at] = { ...message, content: [...own, ...blocks] };
    }
    return odd as readonly MessageLike[];
  });

const short = (message: MessageLike) =>
  shortContribution({ message }, hasLoneSurrogate(message)).message ?? message;

describe('a message of a Pi session in little memory', () => {
  it('is judged as the whole one', () => {
    fc.assert(
      fc.property(history, (messages) => {
        for (const target of [...TARGET_APIS, undefined]) {
          const found = (list: readonly MessageLike[]) =>
            healHistory(list, { target, facts: PI_FACTS }).findings.map(
              ({ message: _, ...finding }) => finding,
            );
          assert.deepEqual(found(messages.map(short)), found(messages));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('holds no text and no argument of it, whatever its blocks are', () => {
    fc.assert(
      fc.property(fc.array(oddBlock), (content) => {
        assert.equal(JSON.stringify(short({ role: 'user', content })).includes(LONG), false);
      }),
    );
  });
});
