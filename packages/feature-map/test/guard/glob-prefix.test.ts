import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { climbs, globPrefix } from '../../src/glob-prefix.ts';
import { PROJECT, scratch } from './scratch.ts';

test('the fixed leading path ends before the first segment with a wildcard', () => {
  const prefixes: Record<string, string> = {
    'docs/**/*.md': 'docs',
    'docs/features/*': 'docs/features',
    'docs/': 'docs',
    docs: 'docs',
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
    assert.equal(globPrefix(pattern).path, prefix, pattern);
  }
});

test('a negated pattern and one that climbs behind a wildcard have no fixed leading path', () => {
  assert.equal(globPrefix('!docs/**').path, '');
  assert.equal(globPrefix('docs/*/../../src').path, '');
  assert.equal(globPrefix('docs/../src/*').path, 'docs/../src');
});

test('only a bare name without a wildcard is found at any depth', () => {
  assert.equal(globPrefix('guard.ts').anyDepth, true);
  for (const pattern of ['src/guard.ts', './guard.ts', '*.ts', 'guard.ts/']) {
    assert.equal(globPrefix(pattern).anyDepth, false, pattern);
  }
});

test('on Windows a backslash divides segments', () => {
  assert.equal(globPrefix('docs\\features\\*.md', '\\').path, 'docs/features');
  assert.equal(globPrefix('C:\\work\\src\\**', '\\').path, 'C:/work/src');
});

test('a prefix climbs when its first step leaves the folder', () => {
  for (const prefix of ['..', '../x', './../x', './/../x']) assert.equal(climbs(prefix), true, prefix);
  for (const prefix of ['', '.', 'x', 'x/..', '..foo', '...']) assert.equal(climbs(prefix), false, prefix);
});

test('property: whatever a glob finds lies under its fixed leading path', (t) => {
  const root = scratch(t, PROJECT);
  const segment = fc.constantFrom(
    'docs',
    'src',
    'features',
    'deep',
    'a.ts',
    '*',
    '**',
    '*.md',
    '..',
    '.',
    '{docs,src}',
    'd*',
  );
  let matched = 0;
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 5 }), (segments) => {
      const pattern = segments.join('/');
      const { path } = globPrefix(pattern);
      if (path === '') return;
      const base = resolve(root, path);
      // A climbing pattern may reach the whole disk; only what starts inside the scratch folder is walked.
      fc.pre(base.startsWith(root));
      for (const match of globSync(pattern, { cwd: root })) {
        matched += 1;
        const found = resolve(root, match);
        assert.ok(found === base || found.startsWith(`${base}/`), `${pattern} found ${match}`);
      }
    }),
    { numRuns: 300 },
  );
  assert.ok(matched > 50, `only ${matched} matches were compared`);
});
