import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { rankSections, rankTopic } from '../../src/map/rank.ts';
import { indexOfRows, mapOf, pageOf, ranked } from './rank-map.ts';

/** Enough other pages that a word of one page is rare. */
const OTHERS = Object.fromEntries(
  ['alpha', 'beta', 'gamma', 'delta', 'epsilon'].map((name) => [
    `${name}.md`,
    pageOf(`The ${name}`, `changing ${name}`, { does: `Runs the ${name}.`, why: `Because of ${name}.` }),
  ]),
);

function body(words: string): string {
  return `# Notes\n\n## Notes on ${words.length}\n\n${words}\n`;
}

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

test('the hand-written trigger of an index row leads to its page', () => {
  const index = indexOfRows(['Alpha', 'alpha.md', 'anything about turnstiles']);
  assert.match(ranked(mapOf(OTHERS, index), 'turnstile')[0] ?? '', /^alpha\.md/);
});

test("feature name, title, path and the page's own trigger lead to the page", () => {
  const map = mapOf(
    {
      ...OTHERS,
      'one.md': pageOf('The turnstile', 'x'),
      'two.md': pageOf('Two', 'changing the barrier'),
      'host/portcullis.md': pageOf('Three', 'y'),
    },
    indexOfRows(['Drawbridge', 'alpha.md', 'z']),
  );
  assert.match(ranked(map, 'turnstile')[0] ?? '', /^one\.md/);
  assert.match(ranked(map, 'barrier')[0] ?? '', /^two\.md/);
  assert.match(ranked(map, 'portcullis')[0] ?? '', /^host\/portcullis\.md/);
  assert.match(ranked(map, 'drawbridge')[0] ?? '', /^alpha\.md/);
});

test('a heading or trigger match outweighs any number of body matches of the same word', () => {
  const named = (word: string): Record<string, string> => ({
    heading: `# Named\n\n## About ${word}\n\nText.\n`,
    part: `# Named\n\n## What it does\n\n### About ${word}\n\nText.\n`,
    trigger: pageOf('Named', `changing ${word}`),
    row: pageOf('Named', 'this'),
  });
  fc.assert(
    fc.property(
      fc.constantFrom('turnstile', 'sourceTools'),
      fc.constantFrom('heading', 'part', 'trigger', 'row'),
      fc.integer({ min: 1, max: 400 }),
      fc.constantFrom(' ', '`', '.\n\n'),
      fc.constantFrom('does', 'map', 'why', 'tests'),
      (word, place, times, around, section) => {
        const many = `${around}${word}${around} `.repeat(times);
        const pages = {
          ...OTHERS,
          'named.md': named(word)[place] ?? '',
          'body.md': pageOf('Other', 'other', { [section]: many }),
        };
        const index = place === 'row' ? indexOfRows(['Named', 'named.md', `changing ${word}`]) : '';
        assert.match(ranked(mapOf(pages, index), word)[0] ?? '', /^named\.md/);
      },
    ),
    { numRuns: 200 },
  );
});

test('a word that is everywhere weighs little beside a rare one', () => {
  const map = mapOf({
    'a.md': pageOf('A', 'x', { does: 'The session is common. Session, session, session.' }),
    'b.md': pageOf('B', 'x', { does: 'A session.' }),
    'c.md': pageOf('C', 'x', { does: 'The session has a turnstile.' }),
    'd.md': pageOf('D', 'x', { does: 'The session.' }),
  });
  assert.equal(ranked(map, 'session turnstile')[0], 'c.md > What it does');
});

test('the headings of the page form are no match', () => {
  const map = mapOf({
    ...OTHERS,
    'atlas.md': pageOf('Atlas', 'x', { does: 'Draws every map on paper.' }),
  });
  assert.equal(ranked(map, 'map')[0], 'atlas.md > What it does');
  assert.deepEqual(ranked(mapOf(OTHERS), 'tests that pin it'), []);
  assert.deepEqual(ranked(mapOf(OTHERS), 'how & why'), []);
});

test('at equal score the smaller section wins', () => {
  const map = mapOf({
    'a.md': '# Turnstile\n\n## First one\n\nLonger here.\n\n## Other one\n\nShort.\n',
    'b.md': '# Beta\n\n## Text\n\nNothing.\n',
  });
  assert.deepEqual(ranked(map, 'turnstile'), ['a.md > Other one', 'a.md > First one']);
});

test('where it is and what pins it come before how it works', () => {
  const same = 'The turnstile counts.';
  const map = mapOf({
    ...OTHERS,
    'gate.md': pageOf('Gate', 'x', { does: same, map: same, why: same, tests: same }),
  });
  const order = ranked(map, 'turnstile').map((name) => name.replace('gate.md > ', ''));
  assert.equal(order[0], 'What it does');
  assert.ok(order.indexOf('Map') < order.indexOf('How & why'));
  assert.ok(order.indexOf('Tests that pin it') < order.indexOf('How & why'));
});

test('a topic that asks for a kind of section gets it', () => {
  const same = 'The turnstile counts.';
  const map = mapOf({
    ...OTHERS,
    'gate.md': pageOf('Turnstile gate', 'x', { does: same, map: same, why: same, tests: same }),
  });
  assert.equal(ranked(map, 'where is the turnstile')[0], 'gate.md > Map');
  assert.equal(ranked(map, 'which test pins the turnstile')[0], 'gate.md > Tests that pin it');
  assert.equal(ranked(map, 'why does the turnstile count')[0], 'gate.md > How & why');
  assert.equal(ranked(map, 'what does the turnstile do')[0], 'gate.md > What it does');
});

test('a list of links does not come before an answer', () => {
  const map = mapOf({
    ...OTHERS,
    'a.md':
      '# A\n\n## Related\n\n[turnstile](turnstile.md), the turnstile.\n\n## What it does\n\nOne turnstile.\n',
  });
  assert.equal(ranked(map, 'turnstile')[0], 'a.md > What it does');
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

test('a topic of words that no page has is not covered, and the words are named', () => {
  const ranking = rankSections(mapOf(OTHERS), 'kubernetes ingress');
  assert.deepEqual(ranking, { hits: [], covered: false, unknown: ['kubernetes', 'ingress'] });
});

test('a topic of words that are everywhere is not covered', () => {
  const pages = Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e'].map((name) => [
      `${name}.md`,
      pageOf(name, name, { does: 'The project runs a session.' }),
    ]),
  );
  const { hits, covered } = rankSections(mapOf(pages), 'project session');
  assert.ok(hits.length > 0);
  assert.equal(covered, false);
});

test('a topic of which the map knows one common word of several is not covered', () => {
  const map = mapOf({ ...OTHERS, 'a.md': body('The runner logs.'), 'b.md': body('A runner.') });
  assert.equal(rankSections(map, 'stripe invoice webhook runner').covered, false);
});

test("the words of a page's status paragraph other than its trigger are no match", () => {
  assert.deepEqual(ranked(mapOf(OTHERS), 'shipped status'), []);
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

test('a page without sections is found as a whole', () => {
  assert.deepEqual(ranked(mapOf({ ...OTHERS, 'plain.md': 'All about the turnstile.\n' }), 'turnstile'), [
    'plain.md > plain',
  ]);
});

test('an explanation names the words and where they stand', () => {
  const map = mapOf({
    ...OTHERS,
    'gate.md': pageOf('Gate', 'changing turnstiles', { does: 'A `turnstile`.' }),
  });
  const [best] = rankTopic(map, 'turnstile');
  assert.match(best?.why ?? '', /turnstile: .*trigger.*code 1|turnstile: .*code 1.*trigger/);
});

test('a page that an earlier map had too is not read again', () => {
  const reads: string[] = [];
  const map = mapOf(OTHERS);
  const pages = map.pages.map((page) =>
    Object.defineProperty({ ...page }, 'text', {
      get() {
        reads.push(page.path);
        return page.text;
      },
    }),
  );
  rankTopic({ ...map, pages }, 'alpha');
  assert.deepEqual(
    [...new Set(reads)],
    map.pages.map(({ path }) => path),
  );

  reads.length = 0;
  const [changed] = mapOf({ 'alpha.md': pageOf('Changed', 'the turnstile') }).pages;
  assert.ok(changed);
  assert.deepEqual(
    ranked({ ...map, pages: [changed, ...pages.slice(1)] }, 'turnstile')[0],
    'alpha.md > What it does',
  );
  assert.deepEqual(reads, []);
});

test('a changed index row leads to its page at once', () => {
  const map = mapOf(OTHERS, indexOfRows(['Alpha', 'alpha.md', 'turnstiles']));
  assert.match(ranked(map, 'turnstiles')[0] ?? '', /^alpha/);
  const moved = mapOf(OTHERS, indexOfRows(['Beta', 'beta.md', 'turnstiles']));
  assert.match(ranked({ ...moved, pages: map.pages }, 'turnstiles')[0] ?? '', /^beta/);
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

test('any topic on any pages: no throw, and the same ranking at every call', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 120 });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), text, (texts, topic) => {
      const pages = Object.fromEntries(texts.map((content, i) => [`${i}.md`, `## ${content}\n\n${content}`]));
      const first = rankTopic(mapOf(pages), topic);
      assert.deepEqual(rankTopic(mapOf(pages), topic), first);
      for (const { score } of first) assert.ok(Number.isFinite(score) && score > 0);
    }),
    { numRuns: 300 },
  );
});
