import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bodyOf } from '../../src/map/reply-frame.ts';
import { indexOfRows, mapOf, pageOf } from './rank-map.ts';
import { allPieces, ask, callsIn, closingOf, headerOf } from './reply-call.ts';

const NAMES = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'];
const OTHERS = Object.fromEntries(NAMES.map((name) => [`${name}.md`, pageOf(name, `changing ${name}`)]));
const ROWS = NAMES.map((name) => [name, `${name}.md`, `changing ${name}`] as const);

test('sections come in full under a line that names their page', () => {
  const map = mapOf({ ...OTHERS, 'gate.md': pageOf('The gate', 'turnstiles', { does: 'Stops a call.' }) });
  const { text, shown } = ask(map, { topic: 'turnstile' });
  assert.match(
    text,
    /^\[\d sections for "turnstile"\]\n\[gate\.md: The gate\]\n## What it does\n\nStops a call\.\n/,
  );
  assert.equal(text.split('[gate.md: The gate]').length, 2);
  assert.ok(shown.every(({ page, whole }) => page === 'gate.md' && whole));
});

test('a topic gives no more sections than the setting says, and none that hardly fit', () => {
  const map = mapOf({ ...OTHERS, 'gate.md': pageOf('The gate', 'turnstiles') });
  assert.equal(ask(map, { topic: 'turnstile' }, { sectionsPerTopic: 1 }).shown.length, 1);
  assert.equal(ask(map, { topic: 'turnstile' }, { sectionsPerTopic: 2 }).shown.length, 2);
  const weak = mapOf({
    ...OTHERS,
    'gate.md': '# Gate\n\n## The turnstile barrier\n\nText.\n',
    'x.md': '# X\n\n## Notes\n\nA barrier.\n',
  });
  assert.equal(ask(weak, { topic: 'turnstile barrier' }).shown.length, 1);
});

test('what was left out is named, with the calls that get it', () => {
  const map = mapOf({
    ...OTHERS,
    'gate.md': pageOf('The gate', 'turnstiles', { does: 'Stops.', tests: 'Pins.' }),
  });
  const reply = ask(map, { topic: 'turnstile' }, { sectionsPerTopic: 1 });
  assert.match(closingOf(reply), /^left out: /);
  const [call] = callsIn(closingOf(reply));
  const [next] = ask(map, call).shown;
  assert.ok(next && !reply.shown.some(({ section }) => section === next.section));
  assert.match(closingOf(reply), /gate\.md > Tests that pin it \(\d+ bytes\)/);
});

test('more than can be named are counted, with the call for their shapes', () => {
  const pages = Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`t${i}.md`, pageOf(`Turnstile ${i}`, 'this')]),
  );
  const topic = 'turnstile';
  const reply = ask(
    mapOf({
      ...OTHERS,
      ...pages,
      ...Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`o${i}.md`, 'No.'])),
    }),
    { topic },
  );
  assert.match(closingOf(reply), /\d+ more: feature_map \{"topic":"turnstile","skeleton":true\}/);
});

test("where nothing else fits the topic, the page's other headings are offered", () => {
  const map = mapOf({ ...OTHERS, 'gate.md': '# Gate\n\n## Turnstile\n\nText.\n' });
  assert.equal(closingOf(ask(map, { topic: 'turnstile' })), 'other headings: feature_map {"page":"gate.md"}');
});

test('a guessed section about mechanism brings what the feature does along, behind the ranked ones', () => {
  const map = mapOf({
    ...OTHERS,
    'gate.md': pageOf('Gate', 'calls', { does: 'Stops the first one.', why: 'A turnstile is synchronous.' }),
    'b.md': pageOf('B', 'calls', { tests: 'Not far from a turnstile.' }),
  });
  const { shown } = ask(map, { topic: 'why is a turnstile synchronous' }, { sectionsPerTopic: 1 });
  assert.deepEqual(
    shown.map(({ section }) => section),
    ['How & why', 'What it does'],
  );
});

test('a section that is not about mechanism brings nothing along', () => {
  const map = mapOf({ ...OTHERS, 'gate.md': pageOf('Gate', 'calls', { map: '- `turnstile.ts`' }) });
  assert.deepEqual(ask(map, { topic: 'turnstile.ts' }, { sectionsPerTopic: 1 }).shown.length, 1);
});

test('the best section is there whole whenever it fits the budget, and lesser ones are named instead', () => {
  const section = 'The turnstile barrier';
  fc.assert(
    fc.property(fc.nat(4000), fc.nat(1500), fc.integer({ min: 1024, max: 4000 }), (best, other, maxBytes) => {
      const text = `## ${section}\n\nText.${'x'.repeat(best)}`;
      const lesser = `# B\n\n## A barrier\n\nThe turnstile. ${'y'.repeat(other)}\n`;
      const map = mapOf({ ...OTHERS, 'a.md': `# A\n\n${text}\n`, 'b.md': lesser });
      const { text: reply, shown } = ask(map, { topic: 'turnstile barrier' }, { maxBytes });
      const whole = ask(map, { page: 'a.md', section }, { maxBytes }).shown[0]?.whole ?? false;
      assert.equal(shown[0]?.section, section);
      if (whole) assert.ok(shown[0]?.whole && reply.includes(text));
      const free = maxBytes - Buffer.byteLength(text);
      if (shown.length === 1 && (shown[0]?.whole ? free > 300 : maxBytes >= 2048)) {
        assert.deepEqual(callsIn(reply).at(-1), { page: 'b.md', section: 'A barrier' });
      }
    }),
  );
});

test('the best section is whole when it leaves no byte for anything else', () => {
  const frame = Buffer.byteLength('[a.md > Turnstile]\n\n[end of section]');
  for (const [more, whole] of [
    [0, true],
    [1, false],
  ] as const) {
    const text = '## Turnstile\n\n'.padEnd(1024 - frame + more, 'x');
    const map = mapOf({ ...OTHERS, 'a.md': text });
    assert.equal(ask(map, { topic: 'turnstile' }, { maxBytes: 1024 }).shown[0]?.whole, whole);
  }
});

test('a best section that is larger than the budget begins, and its next calls give the rest byte for byte', () => {
  const text = `## Turnstile\r\n\r\n${'Größe 語\r\n'.repeat(900)}`;
  const map = mapOf({ ...OTHERS, 'a.md': text });
  for (const maxBytes of [1024, 3000]) {
    assert.equal(allPieces(map, { topic: 'turnstile' }, maxBytes).join(''), text);
  }
});

test('a topic that the map does not cover says so in one line and lets the agent search', () => {
  const reply = ask(mapOf(OTHERS, indexOfRows(...ROWS)), { topic: 'kubernetes ingress' });
  assert.match(headerOf(reply), /the map does not cover "kubernetes ingress": search the source/);
  assert.equal(reply.isError, false);
  assert.deepEqual(reply.shown, []);
});

test('a topic of words that are everywhere is not covered either', () => {
  const pages = Object.fromEntries(
    NAMES.map((name) => [`${name}.md`, pageOf(name, 'x', { does: 'The session.' })]),
  );
  assert.match(headerOf(ask(mapOf(pages), { topic: 'the session' })), /does not cover/);
});

test('a topic that is not covered shows the nearest index rows, nearest first', () => {
  const numbers = Array.from({ length: 30 }, (_, i) => i);
  const pages = Object.fromEntries(
    numbers.map((i) => [`p${i}.md`, pageOf(`Page ${i}`, 'x', { does: i === 21 ? 'A turnstile.' : '' })]),
  );
  const index = indexOfRows(...numbers.map((i) => [`Feature ${i}`, `p${i}.md`, `changing ${i}`] as const));
  const reply = ask(mapOf(pages, index), { topic: 'turnstile kubernetes ingress controller' });
  assert.match(headerOf(reply), /does not cover/);
  assert.match(bodyOf(reply.text), /^Feature 21 \| p21\.md \| Read when: changing 21/);
  assert.equal(
    bodyOf(ask(mapOf(OTHERS, indexOfRows(...ROWS)), { topic: 'kubernetes' }).text).split('\n').length,
    NAMES.length,
  );
});

test('words of a topic that no page has are named beside the answer', () => {
  const map = mapOf({ ...OTHERS, 'gate.md': pageOf('The turnstile', 'turnstiles') });
  assert.match(headerOf(ask(map, { topic: 'turnstile webhooks' })), /in no page: "webhooks"/);
});

test('a topic that is not covered says which pages could not be read', () => {
  const map = { ...mapOf(OTHERS), unreadable: [{ page: 'bad.md', reason: 'is not UTF-8 text' }] };
  assert.match(headerOf(ask(map, { topic: 'kubernetes' })), /"bad\.md" is not UTF-8 text/);
});

test('the skeleton of a topic that is not covered says so, too', () => {
  assert.match(headerOf(ask(mapOf(OTHERS), { topic: 'kubernetes', skeleton: true })), /does not cover/);
});

test('a map without pages covers nothing and lists nothing', () => {
  const empty = mapOf({});
  assert.match(headerOf(ask(empty, { topic: 'x y z' })), /does not cover/);
  assert.match(headerOf(ask(empty, { page: 'x' })), /the map has 0 pages$/);
  assert.equal(bodyOf(ask(empty, {}).text), '');
});
