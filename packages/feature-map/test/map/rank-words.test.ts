import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankSections } from '../../src/map/rank.ts';
import { body, mapOf, OTHERS, pageOf, ranked } from './rank-map.ts';

test('an identifier is found in every way of writing it', () => {
  const map = mapOf({
    ...OTHERS,
    'root.md': pageOf('Roots', 'changing roots', { map: '- `src/x.ts`: `findMapRoot()`' }),
  });
  for (const topic of ['findMapRoot', 'find_map_root', 'find-map-root', 'find map root', 'findMapRoot()']) {
    assert.equal(ranked(map, topic)[0], 'root.md > Map', topic);
  }
});

test('a topic of two letters finds its page', () => {
  const map = mapOf({ ...OTHERS, 'panel.md': pageOf('Panel', 'changing the UI', { does: 'Draws.' }) });
  assert.match(ranked(map, 'UI')[0] ?? '', /^panel\.md/);
  assert.equal(rankSections(map, 'UI').covered, true);
});

test('a topic in a script without spaces finds its section', () => {
  const map = mapOf({
    ...OTHERS,
    'ja.md':
      '# 案内\n\n## 概要\n\n地図を読む前にソースを検索することを一度だけ拒否する。\n\n## 設定\n\n値を選ぶ。\n',
  });
  assert.equal(ranked(map, '検索の拒否')[0], 'ja.md > 概要');
  assert.equal(ranked(map, '設定')[0], 'ja.md > 設定');
  assert.equal(rankSections(map, '請求書').covered, false);
});

test('plural and singular find the same sections', () => {
  const map = mapOf({ ...OTHERS, 'guard.md': pageOf('Gate', 'denials', { does: 'Writes one denial.' }) });
  assert.deepEqual(ranked(map, 'denial'), ranked(map, 'denials'));
  assert.match(ranked(map, 'denials')[0] ?? '', /^guard\.md/);
});

test('a derived word and a synonym find what the word itself would, behind it', () => {
  const map = mapOf({
    ...OTHERS,
    'a.md': body('It says why a call was denied.'),
    'b.md': body('It says why the folder is missing.'),
  });
  assert.match(ranked(map, 'denial')[0] ?? '', /^a\.md/);
  assert.match(ranked(map, 'directory')[0] ?? '', /^b\.md/);
  const both = mapOf({ ...OTHERS, 'a.md': body('The folder.'), 'b.md': body('The directory.') });
  assert.match(ranked(both, 'directory')[0] ?? '', /^b\.md/);
});

test('an irregular form finds the word itself', () => {
  const map = mapOf({ ...OTHERS, 'a.md': body('Members pay at the desk.'), 'b.md': body('It is kept.') });
  assert.match(ranked(map, 'paid')[0] ?? '', /^a\.md/);
  assert.match(ranked(map, 'keeping')[0] ?? '', /^b\.md/);
});

test('a compound that no page has is found by its two halves', () => {
  const map = mapOf({ ...OTHERS, 'a.md': body('A page that repeats one key phrase, word for word.') });
  assert.match(ranked(map, 'keyword')[0] ?? '', /^a\.md/);
  assert.deepEqual(rankSections(map, 'keyword').unknown, []);
});

test('words apart find the one word made of them, also with a stop word among them', () => {
  const map = mapOf({ ...OTHERS, 'a.md': body('Each logout ends a visit.') });
  assert.match(ranked(map, 'log out of it')[0] ?? '', /^a\.md/);
});

test('a word of the topic does not stand for another word of the topic', () => {
  const map = mapOf({ ...OTHERS, 'a.md': body('To remove it.'), 'b.md': body('A turnstile, turnstile.') });
  assert.match(ranked(map, 'delete turnstile')[0] ?? '', /^b\.md/);
  assert.match(ranked(map, 'delete remove turnstile')[0] ?? '', /^b\.md/);
});

test('a synonym that is everywhere does not outweigh the rare word itself', () => {
  const map = mapOf({
    ...OTHERS,
    'a.md': pageOf('A', 'changing this', { does: 'It can change.' }),
    'b.md': body('An edit of the text.'),
  });
  assert.match(ranked(map, 'edit')[0] ?? '', /^b\.md/);
});

test('how long, how many or how often asks for no word of a page', () => {
  const map = mapOf({ ...OTHERS, 'a.md': pageOf('Long', 'how long'), 'b.md': body('The lease ends.') });
  assert.match(ranked(map, 'how long is a lease')[0] ?? '', /^b\.md/);
});

test('words in fenced code, in comments of code spans and in tables are found', () => {
  const map = mapOf({
    ...OTHERS,
    'a.md':
      '# A\n\n## One\n\n```sh\nrun turnstile --now\n```\n\n## Two\n\n| k | v |\n| - | - |\n| `barrier.max` | 3 |\n\n## Three\n\n``a ` portcullis``\n',
  });
  assert.equal(ranked(map, 'turnstile')[0], 'a.md > One');
  assert.equal(ranked(map, 'barrier.max')[0], 'a.md > Two');
  assert.equal(ranked(map, 'portcullis')[0], 'a.md > Three');
});

test('pages that are one huge word, line or list are ranked', () => {
  for (const text of [
    '検索の前に'.repeat(100_000),
    'aB3'.repeat(100_000),
    '`'.repeat(300_000),
    '## a\n'.repeat(20_000),
  ]) {
    assert.match(
      ranked(mapOf({ ...OTHERS, 'huge.md': `${text} turnstile` }), 'turnstile')[0] ?? '',
      /^huge\.md/,
    );
  }
});
