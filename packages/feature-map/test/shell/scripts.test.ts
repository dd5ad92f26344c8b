import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import { isHarmlessAwk } from '../../src/shell/awk-program.ts';
import { isHarmlessSed } from '../../src/shell/sed-script.ts';

const HARMLESS_SED = [
  '1,5p',
  '$p',
  '$!{h;d}',
  '/a/,/b/p',
  '/a/I,+3p',
  '0~4{p;n}',
  '/[/;w x]/p',
  '/[]/]/p',
  '/[^]/w]*\\/[[:space:]]/p',
  '\\,/usr,p',
  's/a/b/gp',
  's|/w x/|;|2',
  's,[^,]*,&\\n,',
  'y/abc/xyz/',
  ':a;N;$!ba;s/\\n/ /g',
  '# w copy\np',
  '/start/{\n  =\n  p\n}',
  '10q',
  '',
];
const OTHER_SED = [
  'w copy',
  '1w copy',
  's/a/b/w copy',
  's/a/b/gw copy',
  's/a/b/e',
  'e',
  '1e date',
  'r other',
  'R other',
  'W copy',
  'a text',
  'i\\\ntext',
  'c text',
  'p w copy',
  '/a/w copy',
  '{w copy\n}',
  's/a/b/;w copy',
  '/[/w copy',
  '/a',
  's/a/b',
  's/a',
  '1,p',
  'k',
  'v',
];

test('a sed script that prints, edits and counts is harmless; one that writes, reads, runs or adds is not', () => {
  for (const script of HARMLESS_SED) assert.equal(isHarmlessSed(script), true, script);
  for (const script of OTHER_SED) assert.equal(isHarmlessSed(script), false, script);
});

test('property: a sed script that is harmless has nothing that sed itself refuses in its sandbox', (t) => {
  if (spawnSync('sed', ['--sandbox', '-n', 'p'], { input: '' }).status !== 0) {
    t.diagnostic('This sed has no sandbox: the listed scripts are all that is compared.');
    return;
  }
  const piece = fc.constantFrom(
    ...[
      'p',
      'w x',
      'e',
      'e x',
      'r x',
      's/a/b/',
      's/a/b/w',
      's,a,b,e',
      '/a/',
      '\\%a%',
      '[',
      ']',
      '[/]',
      '^',
      '/',
      '\\',
      'y/a/b/',
    ],
    ...[
      ';',
      '\n',
      '{',
      '}',
      '!',
      ',',
      '1',
      '$',
      '~',
      '+',
      ' ',
      '#',
      ':a',
      'b a',
      't',
      'q',
      'g',
      'I',
      'M',
      'n',
      'h',
      '[[:space:]]',
    ],
  );
  const script = fc.array(piece, { minLength: 1, maxLength: 7 }).map((pieces) => pieces.join(''));
  let compared = 0;
  fc.assert(
    fc.property(script, (text) => {
      if (!isHarmlessSed(text)) return;
      compared += 1;
      const { stderr } = spawnSync('sed', ['--sandbox', '-n', text], { input: '', encoding: 'utf8' });
      assert.doesNotMatch(stderr, /sandbox/, text);
    }),
    { numRuns: 3000 },
  );
  assert.ok(compared > 30, `${compared}`);
});

test('an awk program that reads and prints is harmless; one that writes, runs or reads more is not', () => {
  for (const program of [
    'NR>=10 && NR<=40',
    '{print $1}',
    'length($0) > 110 {print FNR": "$0}',
    '/a|b/ {print}',
    '$2 ~ /[/|>]/ {n++} END {print n / 2}',
    'BEGIN {FS=","} {print $1 " > " $2 " | sort"}',
    '{ if (a > b) x = a; print x }',
    '{print; next} # > copy | sh',
    'a || b',
    '{print "\\" > x"}',
    '{printf("%s\\n", $0)}',
    '{x = n++ / 2; print x}',
    'NR % 2 == 0',
    '',
  ]) {
    assert.equal(isHarmlessAwk(program), true, program);
  }
  for (const program of [
    '{print > "copy"}',
    '{print $1, $2 >> "copy"}',
    '{print "a",\n "b" > "copy"}',
    '{print "a" \\\n > "copy"}',
    '{printf("%s", $0) > FILENAME ".bak"}',
    '{print | "sh"}',
    '{print |& "sh"}',
    '{"date" | getline x}',
    '{getline < "other"}',
    '{system("date")}',
    'function f(x) {system(x)} {f($0)}',
    '@load "filefuncs"',
    '@include "other"',
    '{a / b; system("date") / c}',
    '{x++ / 1; system("date"); y / 2}',
    '{print "open}',
    '/open',
  ]) {
    assert.equal(isHarmlessAwk(program), false, program);
  }
});
