import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readLeadIn } from '../../src/regen/lead-in.ts';

describe('a lead-in', () => {
  for (const [source, name] of [
    ['**Retry.** Text', 'Retry'],
    ['**Retry:** Text', 'Retry'],
    ['**Retry**: Text', 'Retry'],
    ['**Retry**. Text', 'Retry'],
    ['**Retry** — text', 'Retry'],
    ['__Retry.__ Text', 'Retry'],
    ['**Why not two?** Text', 'Why not two?'],
    ['**Careful!** Text', 'Careful!'],
    ['**Retry**\nText', 'Retry'],
    ['**Retry**', 'Retry'],
    ['**The `asked.flag`\nof a session.** Text', 'The `asked.flag` of a session'],
    ['**`a ** b`.** Text', '`a ** b`'],
    ['**Grüße:** Text', 'Grüße'],
    ['- **Retry.** Text', 'Retry'],
    ['  12) **Retry:** Text', 'Retry'],
    ['- [x] **Retry:** Text', 'Retry'],
  ] as const) {
    it(`of ${JSON.stringify(source)} is ${JSON.stringify(name)}`, () => {
      assert.equal(readLeadIn(source), name);
    });
  }

  for (const source of [
    'Text **Retry.** Text',
    '**Never** do that.',
    '**Retry. Text',
    '*Retry.* Text',
    '**...** Text',
    '****',
    `**${'long '.repeat(13)}.** Text`,
    '- - **Nested.** Text',
    '# **Retry.**',
  ]) {
    it(`is not in ${JSON.stringify(source)}`, () => assert.equal(readLeadIn(source), undefined));
  }
});
