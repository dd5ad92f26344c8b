import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyOf } from '../../src/map/reply-frame.ts';
import { indexOfRows, mapOf, pageOf } from './rank-map.ts';
import { allPieces, ask, callsIn, closingOf, headerOf } from './reply-call.ts';

const GATE = `# The gate: once, never twice

Status: shipped (1.0) · Read when: changing the gate

An introduction.

## What it does

- Stops the first call.

## How & why

It is synchronous.

### Traps

- A stopped call is no error.

### Costs

- One \`stat\`.

## Tests that pin it

\`test/gate.test.ts\`
`;
const map = mapOf(
  { 'gate.md': GATE, 'host/pi.md': pageOf('Pi', 'changing Pi'), 'plain.md': 'Just text.\n' },
  indexOfRows(['Gate', 'gate.md', 'changing the gate'], ['Pi', 'host/pi.md', 'changing Pi']),
);
const sectionText = (heading: string) =>
  `## ${heading}${GATE.split(`## ${heading}`)[1]?.split(/^## /m)[0] ?? ''}`;

test('a call without arguments gives the index', () => {
  for (const args of [{}, undefined, null, { offset: 0 }, { page: 'README.md' }]) {
    const reply = ask(map, args);
    assert.equal(bodyOf(reply.text), map.index);
    assert.equal(reply.isError, false);
    assert.match(headerOf(reply), /3 pages/);
  }
});

test('a topic gives the sections that answer it', () => {
  const reply = ask(map, { topic: 'gate' });
  assert.match(reply.text, /Stops the first call\./);
  assert.deepEqual(reply.shown[0], { page: 'gate.md', section: 'What it does', whole: true });
});

test('a topic with skeleton gives headings and sizes of the pages that match', () => {
  const body = bodyOf(ask(map, { topic: 'gate', skeleton: true }).text);
  assert.match(body, /^gate\.md: The gate: once, never twice \(\d+ bytes\)\n/);
  const size = Buffer.byteLength(sectionText('What it does'));
  assert.match(body, new RegExp(`^## What it does \\(${size} bytes\\)$`, 'm'));
  assert.doesNotMatch(body, /Stops|pi\.md/);
});

test('a skeleton lists the parts of sections over the limit, and only of those', () => {
  const args = { topic: 'gate', skeleton: true };
  assert.match(ask(map, args, { maxSectionBytes: 50 }).text, /^### Traps/m);
  assert.doesNotMatch(ask(map, args, { maxSectionBytes: 2048 }).text, /^### Traps/m);
});

test('a page gives its trigger, its headings with sizes, and the calls that get its text', () => {
  const reply = ask(map, { page: 'gate.md' });
  const body = bodyOf(reply.text);
  assert.match(body, /^Read when: changing the gate\n/);
  assert.match(body, /^### Traps \(\d+ bytes\)$/m);
  assert.match(body, /before the first section: \d+ bytes/);
  assert.doesNotMatch(body, /Stops/);
  const [section, whole] = callsIn(closingOf(reply));
  assert.match(ask(map, section).text, /Stops the first call/);
  assert.equal(bodyOf(ask(map, whole).text), GATE);
});

test('a page and a section give that section as it is written', () => {
  const reply = ask(map, { page: 'gate.md', section: 'How & why' });
  assert.equal(bodyOf(reply.text), sectionText('How & why'));
  assert.deepEqual(reply.shown, [{ page: 'gate.md', section: 'How & why', whole: true }]);
});

test('a section that the caller named does not bring what the feature does along', () => {
  assert.doesNotMatch(ask(map, { page: 'gate.md', section: 'How & why' }).text, /What it does/);
});

test("a part comes with its section's heading and lead, and without the other parts", () => {
  const reply = ask(map, { page: 'gate.md', section: 'How & why', sub: 'Costs' });
  assert.equal(bodyOf(reply.text), '## How & why\n\nIt is synchronous.\n\n### Costs\n\n- One `stat`.\n\n');
  assert.deepEqual(callsIn(closingOf(reply)), [{ page: 'gate.md', section: 'How & why' }]);
});

test('a full page is the page byte for byte', () => {
  const reply = ask(map, { page: 'gate.md', full: true });
  assert.equal(bodyOf(reply.text), GATE);
  assert.equal(reply.shown.length, 3);
  assert.ok(reply.shown.every(({ whole }) => whole));
});

test('false flags are as good as none', () => {
  assert.deepEqual(
    ask(map, { page: 'gate.md', full: false, skeleton: false }),
    ask(map, { page: 'gate.md' }),
  );
});

test('a page without sections has one, named by its file', () => {
  assert.equal(bodyOf(ask(map, { page: 'plain.md', section: 'plain' }).text), 'Just text.\n');
});

test('an offset goes on where a cut reply ended, from the character it falls into', () => {
  const text = `## Übersicht\n\n${'語'.repeat(2000)}\n`;
  const wide = mapOf({ 'wide.md': text });
  const call = { page: 'wide.md', section: 'Übersicht' };
  assert.equal(allPieces(wide, call, 1024).join(''), text);
  const total = Buffer.byteLength(text);
  const from = text.indexOf('語') + 1;
  const reply = ask(wide, { ...call, offset: Buffer.byteLength(text.slice(0, from)) + 1 });
  assert.ok(bodyOf(reply.text).startsWith('語'));
  assert.match(
    headerOf(reply),
    new RegExp(`bytes ${Buffer.byteLength(text.slice(0, from))}-${total} of ${total}$`),
  );
});

test('an offset behind the end says that nothing is left', () => {
  const reply = ask(map, { page: 'gate.md', full: true, offset: 99_999 });
  assert.equal(bodyOf(reply.text), '');
  assert.match(closingOf(reply), /nothing is left/);
  assert.deepEqual(reply.shown, []);
});

test('only the sections of which a piece holds all are whole', () => {
  const long = mapOf({ 'a.md': `## One\n\n${'x '.repeat(200)}\n\n## Two\n\n${'y '.repeat(600)}\n` });
  const { shown } = ask(long, { page: 'a.md', full: true }, { maxBytes: 1024 });
  assert.deepEqual(shown, [
    { page: 'a.md', section: 'One', whole: true },
    { page: 'a.md', section: 'Two', whole: false },
  ]);
});

test('an index that could not be read is refused by name, and the pages are listed', () => {
  const unreadable = [{ page: 'README.md', reason: 'is not UTF-8 text' }];
  const reply = ask({ ...map, index: '', table: undefined, unreadable }, {});
  assert.equal(reply.isError, true);
  assert.match(headerOf(reply), /^README\.md is not UTF-8 text/);
  assert.match(bodyOf(reply.text), /^gate\.md/m);
});

test('the index names a page that could not be read', () => {
  const unreadable = [{ page: 'bad.md', reason: 'is not UTF-8 text' }];
  assert.match(headerOf(ask({ ...map, unreadable }, {})), /"bad\.md" is not UTF-8 text/);
});
