import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parsePage } from '../../src/map/page.ts';
import { readTrigger } from '../../src/map/status.ts';

describe('trigger of a status paragraph', () => {
  const forms: [string, string | undefined][] = [
    ['Status: shipped · Read when: changing the guard', 'changing the guard'],
    [
      'Status: shipped · Read when: changing `a`,\n`b`, or\nanything else',
      'changing `a`, `b`, or anything else',
    ],
    ['Status: shipped\r\nRead when: a\r\nb', 'a b'],
    ['Status: shipped\\\nRead when: a\\\nb  \nc', 'a b c'],
    ['**Status:** shipped · **Read when:** a', 'a'],
    ['**Status**: shipped · **Read when**: a', 'a'],
    ['_Status:_ shipped · _Read when:_ a', 'a'],
    ['**Status: shipped · Read when: a b**', 'a b'],
    ['Status: shipped · **Read when: a b**', 'a b'],
    ['Read when: a: b, read when: c', 'a: b, read when: c'],
    ['**Read when:** a', 'a'],
    ['status: x · read  when : a', 'a'],
    ['Status: shipped', undefined],
    ['Status: shipped · Read when:', undefined],
    ['Status: shipped · Read when: <!-- to be said -->', undefined],
    ['Status: shipped · Read when: <!-- b --> a', '<!-- b --> a'],
    ['Status: shipped · already read when: x', 'x'],
    ['Status: shipped · Spread when: x', undefined],
    ['The status is open. Read when: x', undefined],
  ];
  for (const [paragraph, trigger] of forms) {
    it(`of ${JSON.stringify(paragraph)} is ${trigger === undefined ? 'not there' : JSON.stringify(trigger)}`, () => {
      assert.equal(readTrigger(paragraph), trigger);
    });
  }
});

describe('trigger of a page', () => {
  const trigger = (text: string) => parsePage('page.md', text).trigger;

  it('is found between title and first section', () => {
    assert.equal(trigger('# T\n\nIntro.\n\nStatus: open\nRead when: a\nb\n\n## One\n'), 'a b');
  });

  it('is found in a paragraph of its own below the status', () => {
    assert.equal(trigger('# T\n\nStatus: open\n\nRead when: a\n'), 'a');
  });

  it('is found below the `##` that a page begins with', () => {
    assert.equal(trigger('## One\nStatus: open · Read when: a\n'), 'a');
  });

  it('is not taken from a section, a fence or a quote', () => {
    assert.equal(
      trigger('# T\n\n```\nRead when: no\n```\n\n> Read when: no\n\n## One\n\nRead when: no\n'),
      undefined,
    );
  });
});
