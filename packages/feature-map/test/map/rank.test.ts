import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { rankSections, rankTopic } from '../../src/map/rank.ts';
import { body, indexOfRows, mapOf, OTHERS, pageOf, ranked } from './rank-map.ts';

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

test('what a section does, its place and its tests stay in front of mechanism in a phrase as well', () => {
  const same = 'The turnstile of `countVisits` lets visitors pass slowly.';
  const map = mapOf({
    ...OTHERS,
    'gate.md': pageOf('Gate', 'x', { does: same, map: same, why: same, tests: same }),
  });
  assert.deepEqual(ranked(map, 'turnstile lets visitors pass'), [
    'gate.md > What it does',
    'gate.md > Map',
    'gate.md > Tests that pin it',
    'gate.md > How & why',
  ]);
  assert.equal(ranked(map, 'where does the turnstile let visitors pass')[0], 'gate.md > Map');
  assert.equal(ranked(map, 'entry point of the turnstile visitors pass')[0], 'gate.md > Map');
  assert.equal(ranked(map, 'overview of the turnstile visitors pass')[0], 'gate.md > What it does');
  assert.equal(ranked(map, 'countVisits turnstile visitors pass').at(-1), 'gate.md > How & why');
});

test('a list of links does not come before an answer', () => {
  const map = mapOf({
    ...OTHERS,
    'a.md':
      '# A\n\n## Related\n\n[turnstile](turnstile.md), the turnstile.\n\n## What it does\n\nOne turnstile.\n',
  });
  assert.equal(ranked(map, 'turnstile')[0], 'a.md > What it does');
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
