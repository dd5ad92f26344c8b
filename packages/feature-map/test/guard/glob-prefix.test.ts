import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { climbs, globPrefix } from '../../src/glob-prefix.ts';
import { PROJECT, scratch } from './scratch.ts';

test('the fixed leading path ends before the first segment with a wildcard', () => {
  const prefixes: Record<string, string> = {
    'docs/**/*.md': 'docs',
    'docs/features/*': 'docs/features',
    'docs/': 'docs',
    './docs': './docs',
    '/docs': '/docs',
    'a/b.ts': 'a/b.ts',
    '*': '',
    '**/docs/*': '',
    'do?s/x': '',
    'docs/[a-z]/x': 'docs',
    'docs/{a,b}': 'docs',
    'docs/+(a|b)/x': 'docs',
    'a\\*b/c': '',
    '/src/**': '/src',
    '/*': '',
    '': '',
    '../x/*': '../x',
  };
  for (const [pattern, prefix] of Object.entries(prefixes)) {
    assert.equal(globPrefix(pattern), prefix, pattern);
  }
});

test('a negated pattern and one that climbs behind a wildcard have no fixed leading path', () => {
  assert.equal(globPrefix('!docs/**'), '');
  assert.equal(globPrefix('docs/*/../../src'), '');
  assert.equal(globPrefix('docs/../src/*'), 'docs/../src');
});

test('a bare name has no fixed leading path, since it is found at any depth', () => {
  for (const pattern of ['guard.ts', 'docs', '.', '..']) assert.equal(globPrefix(pattern), '', pattern);
});

test('on Windows a backslash divides segments', () => {
  assert.equal(globPrefix('docs\\features\\*.md', '\\'), 'docs/features');
  assert.equal(globPrefix('C:\\app\\src\\**', '\\'), 'C:/app/src');
});

test('a prefix climbs when its first step leaves the folder', () => {
  for (const prefix of ['..', '../x', './../x', './/../x']) assert.equal(climbs(prefix), true, prefix);
  for (const prefix of ['', '.', 'x', 'x/..', '..foo', '...']) assert.equal(climbs(prefix), false, prefix);
});

test('whatever a glob finds lies under its fixed leading path, for all patterns of up to three segments', (t) => {
  const root = scratch(t, PROJECT);
  const segments = ['docs', 'src', 'deep', 'a.ts', '*', '**', '*.md', '..', '{docs,src}', 'd*'];
  const longer = (patterns: string[]) =>
    patterns.flatMap((start) => segments.map((next) => `${start}/${next}`));
  const [one, two, three] = [segments, longer(segments), longer(longer(segments))];
  let matched = 0;
  for (const pattern of [...one, ...two, ...three].filter((each) => !each.startsWith('..'))) {
    const path = globPrefix(pattern);
    const base = resolve(root, path);
    // What climbs out of the scratch folder would search the whole disk.
    if (path === '' || !base.startsWith(root)) continue;
    for (const match of globSync(pattern, { cwd: root })) {
      matched += 1;
      const found = resolve(root, match);
      assert.ok(found === base || found.startsWith(`${base}/`), `${pattern} found ${match}`);
    }
  }
  assert.ok(matched > 100, `only ${matched} matches were compared`);
});
