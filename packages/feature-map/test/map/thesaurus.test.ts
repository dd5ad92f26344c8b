import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACTIONS } from '../../src/map/thesaurus/actions.ts';
import { CODE } from '../../src/map/thesaurus/code.ts';
import { QUALITIES } from '../../src/map/thesaurus/qualities.ts';
import { synonymsOf } from '../../src/map/thesaurus/thesaurus.ts';
import { TRADE } from '../../src/map/thesaurus/trade.ts';
import { stem } from '../../src/map/words.ts';

const GROUPS = [ACTIONS, CODE, QUALITIES, TRADE]
  .flatMap((area) => area.split(';'))
  .map((group) => group.trim().split(/\s+/));

test('each group holds at least two words that differ, in lower case', () => {
  for (const group of GROUPS) {
    for (const word of group) assert.match(word, /^[a-z0-9]{2,}$/, group.join(' '));
    assert.ok(group.length > 1 && new Set(group).size === group.length, group.join(' '));
  }
});

test('no group stands in another one', () => {
  const sets = GROUPS.map((group) => new Set(group));
  for (const [i, group] of GROUPS.entries()) {
    const other = sets.findIndex((set, j) => i !== j && group.every((word) => set.has(word)));
    assert.equal(other, -1, group.join(' '));
  }
});

test('the words of a group are synonyms of each other in every form, and words of two groups need not be', () => {
  assert.ok([...synonymsOf(stem('directories'))].includes(stem('folder')));
  assert.ok([...synonymsOf(stem('folders'))].includes(stem('directory')));
  assert.ok([...synonymsOf(stem('invoice'))].includes(stem('bill')));
  assert.ok(![...synonymsOf(stem('folder'))].includes(stem('invoice')));
  assert.deepEqual([...synonymsOf('turnstile')], []);
});
