import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { buildIncidentRecord, guardAssistantMessage } from '../src/guardian.ts';
import { incidentLine, MAX_RECORD_BYTES } from '../src/incident-record.ts';
import { malformedReason } from '../src/malformed.ts';
import { isText, isThinking, isToolCall, saysSomething } from '../src/message.ts';
import { assistantMessage } from './arbitrary.ts';
import { deepFreeze } from './freeze.ts';

const runs = { numRuns: 3000 };

function eachGuarded(
  check: (
    original: Record<string, unknown>,
    guarded: NonNullable<ReturnType<typeof guardAssistantMessage>>,
  ) => void,
) {
  fc.assert(
    fc.property(assistantMessage, (message) => {
      const original = deepFreeze(message) as Record<string, unknown>;
      const guarded = guardAssistantMessage(original);
      if (guarded !== undefined) check(original, guarded);
    }),
    runs,
  );
}

describe('for any assistant message', () => {
  it('the guard never throws and does not mutate its input', () => eachGuarded(() => {}));

  it('a message without malformed calls is left alone, any other is changed', () => {
    fc.assert(
      fc.property(assistantMessage, (message) => {
        const hasMalformed =
          Array.isArray(message.content) &&
          message.content.some(
            (block) => isToolCall(block) && malformedReason(block, message.api) !== undefined,
          );
        assert.equal(guardAssistantMessage(message) !== undefined, hasMalformed);
      }),
      runs,
    );
  });

  it('no malformed call is left', () =>
    eachGuarded((_, { message }) => {
      for (const block of message.content as unknown[]) {
        if (isToolCall(block)) assert.equal(malformedReason(block, message.api), undefined);
      }
    }));

  it('surviving calls are the same objects in the same order, but for one moved Google signature', () =>
    eachGuarded((original, { message }) => {
      const before = (original.content as unknown[]).filter(
        (block) => isToolCall(block) && malformedReason(block, original.api) === undefined,
      );
      const after = (message.content as unknown[]).filter(isToolCall);
      assert.equal(after.length, before.length);
      for (const [index, block] of after.entries()) {
        if (block === before[index]) continue;
        assert.ok(index === 0 && String(original.api).startsWith('google-'));
        assert.deepEqual({ ...(before[0] as object), thoughtSignature: block.thoughtSignature }, block);
      }
    }));

  it('blocks of unknown types stay where calls stay, in order', () =>
    eachGuarded((original, { message }) => {
      const isOther = (block: unknown) => !isToolCall(block) && !isText(block) && !isThinking(block);
      const others = (message.content as unknown[]).filter(isOther);
      const expected = (message.content as unknown[]).some(isToolCall)
        ? (original.content as unknown[]).filter(isOther)
        : [];
      assert.equal(others.length, expected.length);
      assert.ok(others.every((block, index) => Object.is(block, expected[index])));
    }));

  it('the stop reason agrees with the content and changes only from toolUse to stop', () =>
    eachGuarded((original, { message }) => {
      const keepsCalls = (message.content as unknown[]).some(isToolCall);
      if (message.stopReason === 'toolUse') assert.ok(keepsCalls);
      if (message.stopReason !== original.stopReason) {
        assert.deepEqual([original.stopReason, message.stopReason, keepsCalls], ['toolUse', 'stop', false]);
      }
    }));

  it('content is never empty and no text block is blank', () =>
    eachGuarded((_, { message }) => {
      const content = message.content as unknown[];
      assert.ok(content.length > 0);
      for (const block of content) if (isText(block)) assert.ok(saysSomething(block));
    }));

  it('a turn that keeps no call is text alone, without message ids', () =>
    eachGuarded((_, { message }) => {
      const content = message.content as unknown[];
      if (content.some(isToolCall)) return;
      for (const block of content) assert.ok(isText(block) && !('textSignature' in block));
    }));

  it('nothing stands between reasoning and what it came with on the Responses family', () =>
    eachGuarded((original, { message }) => {
      if (!String(message.api).endsWith('responses')) return;
      const before = original.content as unknown[];
      const after = message.content as unknown[];
      for (const [index, block] of after.entries()) {
        if (!isThinking(block)) continue;
        assert.equal(after[index + 1], before[before.indexOf(block) + 1]);
      }
    }));

  it('a second pass changes nothing', () =>
    eachGuarded((_, { message }) => assert.equal(guardAssistantMessage(message), undefined)));

  it('the incident record is one line of JSON that holds no text and no thinking', () =>
    eachGuarded((original, { removedToolCalls }) => {
      const line = incidentLine(
        buildIncidentRecord(original, { sessionId: 's', cwd: '/p' }, removedToolCalls),
      );
      assert.equal(line.indexOf('\n'), line.length - 1);
      assert.ok(Buffer.byteLength(line) <= MAX_RECORD_BYTES);
      const record = JSON.parse(line);
      assert.equal(record.removedToolCalls.length, removedToolCalls.length);
      assert.equal(new Date(record.timestamp).toISOString(), record.timestamp);
      assert.ok(!('content' in record));
    }));
});
