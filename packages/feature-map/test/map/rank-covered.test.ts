import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankSections } from '../../src/map/rank.ts';
import { mapOf, OTHERS, pageOf, ranked } from './rank-map.ts';

function covers(pages: Readonly<Record<string, string>>, topic: string): boolean {
  return rankSections(mapOf(pages), topic).covered;
}

test('an identifier that stands in the map is covered, with what is attached to it there or in the topic', () => {
  for (const [written, topics] of [
    ['src/sha256.ts', ['sha256', 'SHA-256', 'sha256.ts', 'src/sha256.ts']],
    ['src/oauth2.ts', ['oauth2', 'OAuth2', 'OAuth 2']],
    ['src/s3.ts', ['s3', 'S3', 's3.ts']],
    ['lib/k8s.py', ['k8s', 'k8s.py']],
    ['bench/retrieval/bm25.ts', ['BM25', 'bm25']],
    ['OAuth2Client', ['oauth2', 'oauth2client']],
    ['toSha256Hex()', ['sha256', 'SHA256']],
    ['src/http2/frame-reader.test.ts', ['frameReader', 'frame-reader', 'frame_reader.test.ts', 'http2']],
    ['settings.maxBytes', ['maxBytes', 'max_bytes']],
    ['SHA256', ['sha256.ts']],
  ] as const) {
    const pages = { ...OTHERS, 'a.md': pageOf('Sums', 'changing sums', { map: `- \`${written}\` — sums` }) };
    for (const topic of topics) {
      assert.ok(covers(pages, topic), `${topic} in ${written}`);
      assert.equal(ranked(mapOf(pages), topic)[0], 'a.md > Map', `${topic} in ${written}`);
    }
  }
});

test('an identifier whose pieces alone stand in the map is named as absent from it', () => {
  const map = mapOf({ ...OTHERS, 'a.md': pageOf('Loans', 'loans', { does: 'A service for each loan.' }) });
  for (const topic of ['LoanService', 'loan_service', 'loan.service']) {
    assert.deepEqual(rankSections(map, topic).unknown, [topic]);
  }
  assert.deepEqual(rankSections(map, 'loan-service').unknown, []);
  assert.deepEqual(rankSections(map, 'loan service').unknown, []);
});

test('on a small map a word of most pages is covered, and one of all pages is not', () => {
  for (const count of [1, 2, 3, 4, 5]) {
    const names = ['a', 'b', 'c', 'd', 'e'].slice(0, count);
    const pages = Object.fromEntries(
      names.map((name, i) => {
        const does = i === 0 ? 'The project.' : 'The project charges by Stripe: `chargeCard()`.';
        return [`${name}.md`, pageOf(name, name, { does })];
      }),
    );
    if (count > 1) {
      assert.ok(covers(pages, 'Stripe'), `Stripe, ${count} pages`);
      assert.ok(covers(pages, 'chargeCard'), `chargeCard, ${count} pages`);
    }
    assert.equal(covers(pages, 'project'), count < 3, `project, ${count} pages`);
  }
});

test('an identifier in code spans is covered also where every page has it', () => {
  const pages = Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => [
      `${name}.md`,
      pageOf(name, name, { does: 'Reads the session id by `sessionId`.' }),
    ]),
  );
  assert.ok(covers(pages, 'sessionId'));
  assert.equal(covers(pages, 'session'), false);
});

test('a synonym of one word among others does not make a topic covered, wherever it stands', () => {
  for (const page of [
    '# Notes\n\n## Each folder\n\nA folder.\n',
    pageOf('The folder', 'changing a folder', { does: 'A folder.' }),
  ]) {
    const pages = { ...OTHERS, 'a.md': page };
    assert.equal(covers(pages, 'directory portcullis'), false, page);
    assert.equal(covers(pages, 'directory'), true, page);
    assert.equal(covers(pages, 'folder portcullis'), true, page);
  }
});

test('the verbs of a question about anything do not make its subject uncovered', () => {
  const pages = { ...OTHERS, 'a.md': pageOf('Scanner', 'scanning', { why: 'A lazy line goes on.' }) };
  for (const topic of [
    'lazy line',
    'why does a lazy line matter',
    'why do lazy lines exist',
    'explain how exactly a lazy line works',
    'describe how the lazy line behaves',
    'what concerns a lazy line, is it important to understand',
  ]) {
    assert.ok(covers(pages, topic), topic);
    assert.equal(ranked(mapOf(pages), topic)[0], 'a.md > How & why', topic);
  }
  assert.equal(covers(pages, 'why does a turnstile matter'), false);
});

test('a word does not answer for another one that only shares its letters', () => {
  for (const [topic, other] of [
    ['stripe', 'strips'],
    ['plane', 'plans'],
    ['rate', 'rats'],
    ['care', 'cars'],
    ['site', 'sits'],
    ['mode', 'mods'],
    ['node', 'nods'],
    ['pipe', 'pips'],
    ['locale', 'local'],
    ['suite', 'suits'],
  ] as const) {
    const pages = { ...OTHERS, 'a.md': `# Notes\n\n## Notes on it\n\nIt ${other} here.\n` };
    assert.equal(covers(pages, topic), false, `${topic}, ${other}`);
    assert.equal(covers(pages, other), true, other);
  }
});
