import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RULE_TEXTS } from '../../src/rule-texts.ts';

test('every rule has one sentence, which says whether the call is allowed or denied', () => {
  for (const [rule, text] of Object.entries(RULE_TEXTS)) {
    const denies = rule.startsWith('source-') || rule.startsWith('project-');
    assert.match(text, denies ? /^Denied once: [^.]+\.$/ : /^Allowed[:,] [^.]+\.$/, rule);
  }
  assert.equal(new Set(Object.values(RULE_TEXTS)).size, Object.keys(RULE_TEXTS).length);
});
