import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import fc from 'fast-check';
import { lexer } from '../../src/shell/lexer.ts';
import type { Word } from '../../src/shell/word.ts';
import { bash } from './bash.ts';

/** The words of a line in which words are all there is; `undefined` for one that is not understood. */
function wordsOf(line: string): readonly Word[] | undefined {
  const next = lexer(line);
  const words: Word[] = [];
  for (let token = next(); token !== 'end'; token = next()) {
    if (typeof token !== 'object') return undefined;
    words.push(token);
  }
  return words;
}

/** The words that Bash makes of each line. Files are not looked for, and no program can be found. */
function bashWords(lines: readonly string[]): string[][] {
  const script = `
    set -f
    show() { printf '%s\\0' "$@"; }
    for line; do eval "show $line"; printf '\\1\\0'; done`;
  const words = bash(script, lines, { cwd: tmpdir() }).split('\0');
  const all: string[][] = [];
  let current: string[] = [];
  for (const word of words.slice(0, -1)) {
    if (word === '\u0001') {
      all.push(current);
      current = [];
    } else current.push(word);
  }
  return all;
}

const PIECES = [
  ...[
    "'",
    '"',
    '\\',
    ' ',
    '\t',
    '\\\n',
    '$',
    "$'",
    '$"',
    '#',
    '~',
    '{',
    '}',
    ',',
    '..',
    '[',
    ']',
    '*',
    '?',
    '!',
  ],
  ...[
    'a',
    'b c',
    'é',
    '\r',
    '=',
    '-',
    '/',
    '\\n',
    '\\t',
    "\\'",
    '\\"',
    '\\$',
    '\\`',
    '"x y"',
    "'x $y'",
    '%',
    '\u00a0',
  ],
];
const line = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(''));

test('property: a word that is understood is the one that Bash hands to the program', () => {
  let compared = 0;
  fc.assert(
    fc.property(fc.array(line, { minLength: 40, maxLength: 40 }), (lines) => {
      const understood = lines.flatMap((text) => {
        const words = wordsOf(text);
        // A tilde is expanded behind an assignment's signs too, which no path that is judged has.
        const isPlain = words?.every(
          ({ text: word, wild, variable }) => wild === -1 && variable === 'none' && !/(?:^|[=:])~/.test(word),
        );
        return words !== undefined && isPlain ? [{ text, words: words.map((word) => word.text) }] : [];
      });
      compared += understood.length;
      const expected = bashWords(understood.map(({ text }) => text));
      // Without any word, printf still prints one.
      assert.deepEqual(
        understood.map(({ words }) => (words.length === 0 ? [''] : words)),
        expected,
      );
    }),
    { numRuns: 60 },
  );
  assert.ok(compared > 500, `${compared}`);
});

test('property: Bash expands no braces in a word that is not said to be expanded', () => {
  const braces = fc
    .array(
      fc.constantFrom('{', '}', ',', '..', 'a', 'b', '1', '"', "'", '\\', ' ', '{a,b}', '{1..3}', '{}'),
      { maxLength: 10 },
    )
    .map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(fc.array(braces, { minLength: 40, maxLength: 40 }), (lines) => {
      const plain = lines.filter((text) => wordsOf(text)?.every(({ wild }) => wild === -1));
      const expected = bashWords(plain);
      for (const [at, text] of plain.entries()) {
        const words = wordsOf(text)?.map((word) => word.text) ?? [];
        assert.deepEqual(words.length === 0 ? [''] : words, expected[at], text);
      }
    }),
    { numRuns: 40 },
  );
});

test('where a word expands is known, and quotes take that away', () => {
  const wild = (text: string) => wordsOf(text)?.[0]?.wild;
  assert.equal(wild('src/*.ts'), 4);
  assert.equal(wild('src/a?/b*'), 5);
  assert.equal(wild('src/[ab].ts'), 4);
  assert.equal(wild('src/{a,b}.ts'), 4);
  assert.equal(wild('src/{1..3}.ts'), 4);
  for (const text of [
    "'src/*.ts'",
    'src/"*".ts',
    'src/\\*.ts',
    "$'*'",
    'a[b',
    '{}',
    '{a}',
    'a,b',
    '..',
    '@{1}',
  ]) {
    assert.equal(wild(text), -1, text);
  }
});

test('variables are told by whether they can become more than one word', () => {
  const variable = (text: string) => wordsOf(text)?.[0]?.variable;
  for (const text of ['$a', `\${a}`, 'x$1y', '$?', `\${a:-b}`, '"$@"', `"\${a[@]}"`, '"$a"$b', '$*']) {
    assert.equal(variable(text), 'open', text);
  }
  for (const text of ['"$a"', `"\${a}/b"`, '"$1"', "$'\\x41'", '"$*"'])
    assert.equal(variable(text), 'quoted', text);
  for (const text of ["'$a'", '\\$a', '"\\$a"', '$', 'a$', '"$"', '$/', "$'a\\n'"]) {
    assert.equal(variable(text), 'none', text);
  }
});

test('a word with a command, an expression or an open quote in it is not understood', () => {
  for (const text of [
    '$(a)',
    '`a`',
    '"$(a)"',
    '"`a`"',
    '$((1))',
    '$[1]',
    `\${a:-$(b)}`,
    `\${a`,
    "'a",
    '"a',
    "$'a",
    'a\\',
  ]) {
    assert.equal(wordsOf(text), undefined, text);
  }
});
