import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentWords, hostGrep, hostRead, huntBytes } from '../../../../bench/retrieval/host-tools.ts';
import { judge, type Outcome } from '../../../../bench/retrieval/outcome.ts';
import type { Question } from '../../../../bench/retrieval/questions.ts';
import { losses, rows } from '../../../../bench/retrieval/summary.ts';
import type { FeatureMap } from '../../src/map/types.ts';

const ALPHA = '# Alpha\n\n## Map\n\nthe map of alpha\n\n## How & why\n\nbecause\n';
const at = (heading: string) => ALPHA.indexOf(`## ${heading}`);

const MAP: FeatureMap = {
  root: '/project',
  index: '# Index\n',
  table: undefined,
  unreadable: [],
  pages: [
    {
      path: 'alpha.md',
      text: ALPHA,
      title: 'Alpha',
      trigger: undefined,
      sections: ['Map', 'How & why'].map((name, index, names) => {
        const next = names[index + 1];
        const end = next === undefined ? ALPHA.length : at(next);
        return { heading: name, name, line: 0, start: at(name), end, parts: [], leadEnd: end };
      }),
    },
  ],
};

const QUESTION: Question = {
  id: 'q',
  half: 'dev',
  kind: 'topic',
  question: 'why alpha',
  answers: [{ page: 'alpha.md', section: 'How & why' }],
};
const MISS: Question = { ...QUESTION, id: 'm', kind: 'miss', answers: [] };

const place = (section: string) => ({ page: 'alpha.md', section });
const judged = (text: string, ...sections: string[]): Outcome =>
  judge(MAP, 'set', 'arm', QUESTION, { text, shown: sections.map(place) }, 1000);

test('an answer counts as whole only with all of its text', () => {
  assert.equal(judged('## How & why\n\nbecause', 'How & why').whole, true);
  assert.equal(judged('## How & why\n\nbec', 'How & why').whole, false);
});

test('the rank is the place of the first answer in the order of the reply', () => {
  assert.equal(judged('', 'Map', 'How & why').rank, 2);
  assert.equal(judged('', 'Map').rank, undefined);
});

test('an answer behind the third section is not counted as there', () => {
  assert.equal(judged(ALPHA, 'Map', 'Map', 'Map', 'How & why').whole, false);
});

test('an answer that the map does not have is an error of the set', () => {
  const wrong = { ...QUESTION, answers: [{ page: 'alpha.md', section: 'Tests' }] };
  assert.throws(
    () => judge(MAP, 'set', 'arm', wrong, { text: '', shown: [place('Tests')] }, 0),
    /has no section "Tests"/,
  );
});

test('figures count answerable questions and misses apart', () => {
  const told = judge(MAP, 'set', 'arm', MISS, { text: 'no', shown: [] }, 0);
  const guessed = judge(MAP, 'set', 'arm', { ...MISS, id: 'n' }, { text: 'x', shown: [place('Map')] }, 0);
  const outcomes = [judged(ALPHA, 'Map', 'How & why'), told, guessed];
  const [all] = rows(outcomes);
  assert.deepEqual(
    [all?.answerable, all?.hit1, all?.hit3, all?.mrr, all?.whole3, all?.missesTold, all?.misses],
    [1, 0, 1, 0.5, 1, 1, 2],
  );
  assert.equal(all?.ofPages, 1);
  assert.deepEqual(
    losses(outcomes).map(({ id }) => id),
    ['q', 'n'],
  );
});

test('a read is numbered and cut where the host cuts it', () => {
  const file = (lines: string[]) => ({ path: 'src/a.ts', lines });
  assert.equal(
    hostRead(file(['a', 'b'])),
    '<path>src/a.ts</path>\n<type>file</type>\n<content>\n1: a\n2: b\n\n(End of file - total 2 lines)\n</content>',
  );
  const long = hostRead(file(Array.from({ length: 2001 }, () => 'x')));
  assert.match(long, /\(Showing lines 1-2000 of 2001\. Use offset=2001 to continue\.\)/);
  assert.match(hostRead(file(Array.from({ length: 60 }, () => 'x'.repeat(1000)))), /Output capped/);
  assert.match(hostRead(file(['x'.repeat(2001)])), /line truncated to 2000 chars/);
});

test('a grep groups its matches by file and stops at the host limit', () => {
  const tree = [
    { path: 'a.ts', lines: ['one', 'two one'] },
    { path: 'b.ts', lines: ['ONE'] },
  ];
  assert.equal(hostGrep(tree, 'one').text, 'Found 2 matches\n\na.ts\nLine 1: one\nLine 2: two one');
  const many = [{ path: 'a.ts', lines: Array.from({ length: 300 }, () => 'one') }];
  assert.match(hostGrep(many, 'one').text, /^Found 250 of 300 matches\n/);
});

test('hunting greps content words and reads each file once', () => {
  assert.deepEqual(contentWords('where is the late fee, and why is `late`?'), ['late', 'fee']);
  const tree = [{ path: 'a.ts', lines: ['late fee'] }];
  const greps = ['late', 'fee'].reduce((sum, word) => sum + hostGrep(tree, word).text.length, 0);
  assert.equal(
    huntBytes(tree, 'the late fee'),
    greps + hostRead({ path: 'a.ts', lines: ['late fee'] }).length,
  );
});
