import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyOf } from '../../src/map/reply-frame.ts';
import { indexOfRows, mapOf, pageOf } from './rank-map.ts';
import { allPieces, ask, callsIn, closingOf, headerOf } from './reply-call.ts';

const DOUBLE =
  '# Double\n\n## Steps\n\nFirst.\n\n## Steps\n\nSecond.\n\n## NOTES\n\nLoud.\n\n## Notes\n\nQuiet.\n\n### Aside\n\nMore.\n';
const map = mapOf(
  {
    'gate.md': pageOf('The gate', 'changing the gate'),
    'host/pi.md': pageOf('Pi', 'changing Pi'),
    'wire/pi.md': pageOf('Wire of Pi', 'changing the wire'),
    'double.md': DOUBLE,
  },
  indexOfRows(['Gatekeeping', 'gate.md', 'changing the gate']),
);
const section = 'What it does';

test('a page is found by its path, with or without folder, ending and case, by title and by feature', () => {
  for (const page of [
    'gate.md',
    'gate',
    './gate.md',
    'GATE.md',
    'docs/features/gate.md',
    ' gate.md ',
    'The gate',
    'the GATE',
    'Gatekeeping',
  ]) {
    assert.deepEqual(ask(map, { page, section }).shown[0]?.page, 'gate.md', page);
  }
  assert.equal(ask(map, { page: 'host/pi', section }).shown[0]?.page, 'host/pi.md');
});

test('a section is found forgivingly about case, spaces, backticks and surrounding #', () => {
  for (const name of [
    'What it does',
    'what it does',
    '## What it does',
    '## What  it does ##',
    '`What` it does',
  ]) {
    assert.equal(ask(map, { page: 'gate.md', section: name }).shown[0]?.section, section, name);
  }
});

test('sections of one name are told apart by their number', () => {
  assert.match(ask(map, { page: 'double.md', section: 'Steps' }).text, /First/);
  assert.match(ask(map, { page: 'double.md', section: 'Steps 2' }).text, /Second/);
  assert.match(ask(map, { page: 'double.md', section: 'NOTES' }).text, /Loud/);
});

test('an unknown page names the nearest and lists all', () => {
  const reply = ask(map, { page: 'gaet.md' });
  assert.equal(reply.isError, true);
  assert.match(headerOf(reply), /^no page "gaet\.md"; the map has 4 pages:$/);
  assert.deepEqual(callsIn(closingOf(reply)), [{ page: 'gate.md' }]);
  assert.equal(
    bodyOf(reply.text),
    'double.md: Double\ngate.md: The gate\nhost/pi.md: Pi\nwire/pi.md: Wire of Pi',
  );
});

test('an ambiguous page lists those that it fits', () => {
  const reply = ask(map, { page: 'pi' });
  assert.equal(reply.isError, true);
  assert.match(headerOf(reply), /"pi" fits 2 pages/);
  assert.equal(bodyOf(reply.text), 'host/pi.md: Pi\nwire/pi.md: Wire of Pi');
});

test('an unknown section names the nearest and lists all with their sizes', () => {
  const reply = ask(map, { page: 'gate.md', section: 'Tests that pin' });
  assert.equal(reply.isError, true);
  assert.match(headerOf(reply), /no section "Tests that pin"; gate\.md has 4 sections/);
  assert.match(bodyOf(reply.text), /^## Map \(\d+ bytes\)$/m);
  assert.deepEqual(callsIn(closingOf(reply)), [{ page: 'gate.md', section: 'Tests that pin it' }]);
});

test('an ambiguous section lists those that it fits', () => {
  const reply = ask(map, { page: 'double.md', section: 'notes' });
  assert.match(headerOf(reply), /"notes" fits 2 sections of double\.md/);
  assert.match(bodyOf(reply.text), /^## NOTES \(\d+ bytes\)\n## Notes \(\d+ bytes\)$/);
});

test('a part that is given as a section is named with the call that gets it', () => {
  const reply = ask(map, { page: 'double.md', section: 'aside' });
  assert.match(headerOf(reply), /"aside" is a ### part/);
  const [call] = callsIn(closingOf(reply));
  assert.match(ask(map, call).text, /More\./);
});

test('an unknown part lists the parts, and says so where there are none', () => {
  const reply = ask(map, { page: 'double.md', section: 'Notes', sub: 'Asid' });
  assert.match(bodyOf(reply.text), /^### Aside \(\d+ bytes\)$/);
  assert.deepEqual(callsIn(closingOf(reply)), [{ page: 'double.md', section: 'Notes', sub: 'Aside' }]);
  assert.match(
    headerOf(ask(map, { page: 'gate.md', section: 'Map', sub: 'x' })),
    /gate\.md > Map has 0 parts$/,
  );
});

test('a page that could not be read is refused by name', () => {
  const unreadable = [{ page: 'bad.md', reason: 'is not UTF-8 text' }];
  const reply = ask({ ...map, unreadable }, { page: 'bad' });
  assert.equal(reply.isError, true);
  assert.match(headerOf(reply), /^"bad\.md" is not UTF-8 text/);
});

test('no name reaches a file outside the map: it is looked up in the list of pages', () => {
  for (const page of [
    '../../package.json',
    '/etc/passwd',
    'docs/features/../../AGENTS.md',
    '..%2F..%2Fpackage.json',
    'gate.md/../../x',
    'gate.md\0',
    'file:///etc/passwd',
    '\\\\server\\share',
  ]) {
    const reply = ask(map, { page, full: true });
    assert.equal(reply.isError, true, page);
    assert.match(headerOf(reply), /^no page /, page);
  }
});

test('names of any length can be called as the reply writes them', () => {
  const long = 'A very "long" name, '.repeat(20);
  const path = `${'folder/'.repeat(30)}page.md`;
  const pages = {
    [path]: `# ${long}\n\n## ${long} one\n\nFirst.\n\n## ${long} two\n\nLead.\n\n### ${long}\n\nPart.\n`,
    [`${path.slice(0, -3)}2.md`]: pageOf('Other', 'other'),
  };
  const strange = mapOf(pages);
  const [first] = callsIn(closingOf(ask(strange, { page: path }, { maxBytes: 1024 })));
  assert.match(ask(strange, first, { maxBytes: 1024 }).text, /First\./);
  const list = ask(strange, { page: path, section: 'nothing' }, { maxBytes: 1024 });
  const [, second = ''] = bodyOf(list.text).match(/^## .*(?= \(\d+ bytes\))/gm) ?? [];
  const shown = ask(strange, { page: path, section: second }, { maxBytes: 1024 });
  assert.match(shown.text, /Lead\./);
  const [, name = ''] =
    /^### (.*) \(\d+ bytes\)$/m.exec(ask(strange, { page: path }, { maxBytes: 2000 }).text) ?? [];
  const part = allPieces(strange, { page: path, section: second, sub: name }, 1024).join('');
  assert.match(part, /Part\./);
});

test('a name that looks like one given by its place means the thing of exactly that name', () => {
  const pages = {
    'a.md': '# A\n\n## a one\n\nFirst.\n\n## a two\n\nSecond.\n\n## a…[2]\n\nThird.\n\n### a…[1]\n\nPart.\n',
    'a…[1].md': pageOf('Other', 'other'),
    'a…[1]': pageOf('Odd', 'odd'),
  };
  const odd = mapOf(pages);
  assert.match(ask(odd, { page: 'a.md', section: 'a…[2]' }).text, /Third\./);
  assert.equal(ask(odd, { page: 'a…[1].md', section: 'Map' }).shown[0]?.page, 'a…[1].md');
  assert.equal(ask(odd, { page: 'a…[1]', section: 'Map' }).shown[0]?.page, 'a…[1]');
  for (const { path, text } of odd.pages) {
    const whole = callsIn(closingOf(ask(odd, { page: path }))).at(-1);
    assert.equal(bodyOf(ask(odd, whole).text), text, path);
  }
});

test('a thing that is named like the short name of another one does not take its place', () => {
  const long = 'Long '.repeat(60).trim();
  const short = callsIn(closingOf(ask(mapOf({ 'a.md': `## ${long}\n\nx\n` }), { page: 'a.md' })))[0]?.section;
  const odd = mapOf({ 'a.md': `## ${long}\n\nFirst.\n\n## ${short}\n\nSecond.\n` });
  const { sections = [] } = odd.pages[0] ?? {};
  assert.deepEqual(
    sections.map(({ name }) => name),
    [long, short],
  );
  const list = ask(odd, { page: 'a.md' });
  assert.match(ask(odd, callsIn(closingOf(list))[0]).text, /First\./);
  const [, second = ''] = bodyOf(list.text).match(/(?<=^## ).*(?= \(\d+ bytes\)$)/gm) ?? [];
  assert.match(ask(odd, { page: 'a.md', section: second }).text, /Second\./);
});

test('a section of the index is given, and one that it does not have is an error that lists those', () => {
  const index = `# Features\n\nLead.\n\n## Areas\n\n${map.index}\n## Terms\n\nWords.\n`;
  const divided = { ...map, index };
  assert.equal(bodyOf(ask(divided, { page: 'README.md', section: 'terms' }).text), '## Terms\n\nWords.\n');
  const missed = ask(divided, { page: 'README.md', section: 'nope' });
  assert.equal(missed.isError, true);
  assert.match(headerOf(missed), /^no section "nope"; README\.md has 2 sections:$/);
  assert.match(bodyOf(missed.text), /^## Areas \(\d+ bytes\)\n## Terms \(\d+ bytes\)$/);
  assert.equal(ask(map, { page: 'index', section: 'nope' }).isError, true);
  const unreadable = [{ page: 'README.md', reason: 'is not UTF-8 text' }];
  const failed = ask({ ...map, index: '', unreadable }, { page: 'README.md', section: 'Terms' });
  assert.match(headerOf(failed), /^README\.md is not UTF-8 text/);
});

test('names that are mostly white space, or many and long, are looked up in time that grows with their length', {
  timeout: 60_000,
}, () => {
  const wide = mapOf({ 'a.md': `## x${' '.repeat(200_000)}y\n\nText.\n\n### ${'# '.repeat(100_000)}z\n` });
  assert.equal(ask(wide, { page: 'a.md', section: 'x y' }).shown.length, 1);
  assert.equal(ask(wide, { page: 'a.md', section: 'no' }).isError, true);
  const letters = 'abcdefghij'.repeat(90);
  const many = mapOf({
    'a.md': Array.from({ length: 3000 }, (_, i) => `## ${letters}${i}\n\n### ${letters}${i}\n`).join('\n'),
  });
  assert.equal(ask(many, { page: 'a.md', section: `${letters.toUpperCase()}no` }).isError, true);
});

test('on a map of 1,000 pages the index, the lists and the shapes are paged', () => {
  const numbers = Array.from({ length: 1000 }, (_, i) => i);
  const titleOf = (i: number) => (i % 4 === 0 ? `Turnstile ${i}` : `Page ${i}`);
  const pages = Object.fromEntries(
    numbers.map((i) => [`page-${i}.md`, pageOf(titleOf(i), `changing feature ${i}`)]),
  );
  const index = indexOfRows(
    ...numbers.map((i) => [`Feature ${i}`, `page-${i}.md`, `changing feature ${i}`] as const),
  );
  const large = mapOf(pages, index);
  assert.equal(allPieces(large, {}, 12_000).join(''), index);
  const list = allPieces(large, { page: 'nothing' }, 12_000).join('');
  assert.equal(list.split('\n').length, 1000);
  assert.equal(allPieces(large, { page: 'z'.repeat(1000) }, 2000).join(''), list);
  const shapes = allPieces(large, { topic: 'turnstile', skeleton: true }, 12_000);
  assert.ok(shapes.length > 1);
  assert.equal(shapes.join('').match(/^page-\d+\.md: Turnstile/gm)?.length, 250);
});
