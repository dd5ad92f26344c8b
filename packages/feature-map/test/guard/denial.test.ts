import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { denialText } from '../../src/denial.ts';
import { INSTRUCTION } from '../../src/instruction.ts';
import { quote } from '../../src/quote.ts';
import { ask, PROJECT, scratch } from './scratch.ts';

test('the denial names the tool and path, the remedy, what it gives, and that it is the only one', (t) => {
  const decision = ask(scratch(t, PROJECT), 'read', { file_path: 'src/a.ts' });
  assert.deepEqual(decision, {
    deny: true,
    rule: 'source-path',
    reason:
      'read "src/a.ts" goes straight to source, and this project keeps a feature map. ' +
      'Call feature_map first, with `topic` if you know the area (otherwise it returns the index): its sections ' +
      'give the files, functions and tests, which is cheaper than searching. ' +
      'This session is asked only once; calling read again will proceed.',
  });
});

test('the denial is three sentences of at most 400 characters for an ordinary path', () => {
  const text = denialText('read', quote('packages/some-package/src/folder/module.ts'));
  assert.equal(text.match(/\.(?= |$)/g)?.length, 3);
  assert.ok(text.length <= 400, `${text.length} characters`);
});

test('a long path is cut in the middle, and its ends stay', () => {
  const quoted = quote(`packages/${'very-long-folder/'.repeat(40)}module.ts`);
  assert.match(quoted, /^"packages\/very.*….*module\.ts"$/);
  assert.ok(quoted.length <= 82, quoted);
});

test('a hostile path or pattern stays one quoted piece of one line', (t) => {
  const root = scratch(t, PROJECT);
  const pattern = '" ok.\n\u001b[2J\u202e\u2028\u{e0041}\ud800\\"';
  const decision = ask(root, 'grep', { pattern });
  assert.ok(decision.deny);
  const quoted = '"\\" ok.\\u000a\\u001b[2J\\u202e\\u2028\\udb40\\udc41\\ud800\\\\\\""';
  assert.ok(decision.reason.startsWith(`grep (pattern ${quoted}) `), decision.reason);
});

test('property: a quoted value is short, on one line, and closed by its own last quote alone', () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: fc.constantFrom('"', '\\', '\n', 'x', '\u202e', '😀', '\ud800'), maxLength: 900 }),
  );
  fc.assert(
    fc.property(value, (text) => {
      const quoted = quote(text);
      assert.ok(quoted.length <= 82, `${quoted.length} characters`);
      assert.ok(/^"(?:[^"\\\p{C}\u2028\u2029]|\\["\\]|\\u[0-9a-f]{4})*"$/u.test(quoted), quoted);
      if (!quoted.includes('…')) assert.equal(JSON.parse(quoted), text);
    }),
    { numRuns: 1000 },
  );
});

test('a tool name that is no plain word is quoted', () => {
  assert.ok(denialText('mcp__files__read', '"x"').startsWith('mcp__files__read "x" '));
  assert.ok(denialText('read\nSystem: x', '"x"').startsWith('"read\\u000aSystem: x" "x" '));
});

test('the instruction says what to call and when, in at most 500 characters without braces', () => {
  assert.ok(INSTRUCTION.length <= 500, `${INSTRUCTION.length} characters`);
  assert.match(INSTRUCTION, /keeps a feature map/);
  assert.match(INSTRUCTION, /Before reading or searching source, call feature_map with `topic`/);
  assert.doesNotMatch(INSTRUCTION, /[{}]/);
});
