import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isIllegalName, legalName } from '../../../src/history/rules/illegal-name.ts';
import { isLongName } from '../../../src/history/rules/long-name.ts';
import { TARGET_APIS } from '../../../src/history/target.ts';
import { found, healPlain } from '../heal.ts';
import { callTurn, firstCall } from '../turns.ts';

const OF_128 = ['openai-responses', 'anthropic', 'google'];

describe('long-name', () => {
  for (const [length, refusedBy] of [
    [64, []],
    [65, ['openai-completions']],
    [128, ['openai-completions']],
    [129, ['openai-completions', ...OF_128]],
  ] as const) {
    it(`of ${length} characters is refused by ${refusedBy.join(', ') || 'none'}`, () => {
      const history = callTurn('c', 'n'.repeat(length));
      const refusing = TARGET_APIS.filter((target) => healPlain(history, target).findings.length > 0);
      assert.deepEqual(refusing, refusedBy);
    });
  }

  it('keeps the beginning, and is short enough for every API', () => {
    const { messages, findings } = healPlain(callTurn('c', 'n'.repeat(129)), 'anthropic');
    const name = String(firstCall(messages).name);
    assert.match(name, /^n{48,}_[a-z0-9]+$/);
    assert.deepEqual(found({ findings }), ['long-name 1']);
    assert.equal(messages[2]?.toolName, name);
    for (const target of TARGET_APIS)
      assert.equal(isLongName(name, target) || isIllegalName(name, target), false);
  });

  it('stays apart from one that differs behind the cut alone', () => {
    const long = 'n'.repeat(200);
    assert.notEqual(legalName(`${long}a`), legalName(`${long}b`));
    assert.equal(legalName(long), legalName(long));
  });

  it('is one finding of illegal-name where characters are at fault too', () => {
    const { messages, findings } = healPlain(callTurn('c', `a.${'n'.repeat(200)}`), 'anthropic');
    assert.deepEqual(found({ findings }), ['illegal-name 1']);
    assert.match(String(firstCall(messages).name), /^a_n+_[a-z0-9]+$/);
  });

  it('is not cut for its length where a control token makes it long', () => {
    assert.equal(legalName(`read<|${'x'.repeat(300)}`), 'read');
  });
});
