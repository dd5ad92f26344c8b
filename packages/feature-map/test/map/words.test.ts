import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chunksOf, joinedKey, stem, wordsOf } from '../../src/map/words.ts';

test('an identifier gives its pieces and itself in every way of writing it', () => {
  const keys = ['find', 'map', 'root', 'findmaproot'];
  for (const written of ['findMapRoot', 'find_map_root', 'find-map-root', 'FindMapRoot', 'FIND_MAP_ROOT']) {
    assert.deepEqual(wordsOf(written), keys, written);
  }
  assert.deepEqual(wordsOf('find map root'), keys.slice(0, 3));
  assert.equal(joinedKey(['find', 'map', 'root']), 'findmaproot');
});

test('an acronym is one piece, also in front of a word and in the plural', () => {
  assert.deepEqual(wordsOf('HTTPServer'), ['http', 'server', 'httpserver']);
  assert.deepEqual(wordsOf('URLs'), ['url']);
  assert.deepEqual(wordsOf('userIDs').slice(0, 2), ['user', 'id']);
});

test('letters and digits meet in every way of writing them', () => {
  assert.ok(wordsOf('UTF-8').includes('utf8'));
  assert.ok(wordsOf('utf8').includes('utf8'));
  assert.deepEqual(wordsOf('utf8'), wordsOf('UTF_8'));
});

test('a file name is one word besides its pieces', () => {
  assert.ok(wordsOf('src/map/rank.ts').includes(joinedKey(['rank.ts'])));
  assert.ok(wordsOf('src/map/rank.ts').includes('rank'));
});

test('an identifier is a word of its own where a file ending, an owner or another word is attached to it', () => {
  for (const [text, identifiers] of [
    ['src/sha256.ts', ['sha256']],
    ['k8s.py', ['k8s']],
    ['lib/s3.test.ts', ['s3']],
    ['rank-match.ts', ['rank-match', 'rank-match.ts']],
    ['rankMatch.test.ts', ['rank_match', 'rankMatch.test']],
    ['settings.maxBytes', ['maxBytes']],
    ['utf8_to_latin1', ['UTF-8', 'latin1']],
    ['OAuth2Client', ['oauth2']],
    ['toSha256Hex', ['sha256']],
  ] as const) {
    for (const identifier of identifiers) {
      assert.ok(wordsOf(text).includes(joinedKey([identifier])), `${identifier} in ${text}`);
    }
  }
});

test('words of two letters count, and a lone letter does not', () => {
  assert.deepEqual(wordsOf('a UI or x CI'), ['ui', 'or', 'ci']);
});

test('plural and singular meet', () => {
  for (const [one, many] of [
    ['page', 'pages'],
    ['query', 'queries'],
    ['box', 'boxes'],
    ['cache', 'caches'],
    ['class', 'classes'],
    ['alias', 'aliases'],
    ['status', 'statuses'],
    ['menu', 'menus'],
    ['cookie', 'cookies'],
    ['analysis', 'analyses'],
    ['API', 'APIs'],
    ['id', 'ids'],
  ] as const) {
    assert.deepEqual(wordsOf(many), wordsOf(one), many);
  }
});

test('the forms of a verb meet', () => {
  for (const forms of [
    ['deny', 'denies', 'denied', 'denying'],
    ['cache', 'cached', 'caching'],
    ['name', 'named', 'naming'],
    ['stop', 'stopped', 'stopping'],
    ['cancel', 'cancelled', 'cancels'],
    ['strip', 'strips', 'stripped', 'stripping'],
    ['stripe', 'stripes', 'striped', 'striping'],
    ['size', 'sizes', 'sized', 'sizing'],
    ['write', 'writes', 'writing'],
    ['type', 'types', 'typed', 'typing'],
    ['bus', 'buses'],
    ['route', 'routes', 'routed', 'routing'],
    ['paste', 'pastes', 'pasted', 'pasting'],
  ]) {
    assert.equal(new Set(forms.map(stem)).size, 1, forms.join());
  }
});

test('words that only look like forms of each other stay apart', () => {
  for (const [a, b] of [
    ['setting', 'set'],
    ['string', 'str'],
    ['mapping', 'map'],
    ['status', 'statue'],
    ['need', 'ne'],
    ['this', 'thi'],
    ['strips', 'stripe'],
    ['striped', 'stripped'],
    ['plane', 'plan'],
    ['planed', 'planned'],
    ['rate', 'rat'],
    ['care', 'car'],
    ['note', 'not'],
    ['site', 'sit'],
    ['mode', 'mod'],
    ['node', 'nod'],
    ['code', 'cod'],
    ['pipe', 'pip'],
    ['quite', 'quit'],
    ['scrape', 'scrap'],
    ['locale', 'local'],
    ['suite', 'suit'],
    ['paste', 'past'],
  ] as const) {
    assert.notEqual(stem(a), stem(b), `${a}, ${b}`);
  }
});

test('case, accents and full-width forms are folded', () => {
  assert.deepEqual(wordsOf('Résumé ÜBERSICHT ＡＰＩ'), wordsOf('resume ubersicht api'));
});

test('a script without spaces is split into pairs of characters', () => {
  assert.deepEqual(wordsOf('地図を読む'), ['地図', '図を', 'を読', '読む']);
  assert.deepEqual(wordsOf('猫'), ['猫']);
  assert.ok(wordsOf('가드는').includes('가드'));
  assert.deepEqual(wordsOf('гвардия'), ['гвардия']);
});

test('a word of another script inside Latin text is a word', () => {
  assert.deepEqual(wordsOf('検索index'), ['検索', 'index']);
});

test('a very long word does not become a very long key', () => {
  for (const key of wordsOf('x'.repeat(100_000))) assert.ok(key.length <= 64);
});

test('any text has words, each chunk the same ones at every reading', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const words = wordsOf(text);
      assert.deepEqual(wordsOf(text), words);
      const chunks = chunksOf(text).flatMap(({ parts, joined, inner }) =>
        joined === undefined ? parts : [...parts, joined, ...inner],
      );
      assert.deepEqual(chunks, words);
    }),
  );
});
