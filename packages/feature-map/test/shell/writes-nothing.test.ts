import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { PROJECT, scratch } from '../guard/scratch.ts';
import { bash } from './bash.ts';
import { askBash } from './bash-call.ts';

/** Every file below a folder, with its text. */
function snapshot(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

/** Texts in which some of the pieces follow each other, `before` and `behind` them. */
function lines(before: string, pieces: readonly string[], behind: string): fc.Arbitrary<string> {
  const piece = fc.constantFrom(...pieces);
  return fc.array(piece, { minLength: 1, maxLength: 6 }).map((all) => before + all.join('') + behind);
}

const SED = [
  ...[
    'p',
    '1,3p',
    '/a/',
    's/e/b/',
    's,e,b,w made',
    's/[/]/w made/',
    's/e/touch made/e',
    'y/abc/def/',
    'g',
    'w made',
  ],
  ...[
    'w',
    'e touch made',
    'e',
    'W made',
    'r made',
    'a made',
    'i\\',
    'c',
    'q',
    'l',
    '=',
    'F',
    'z',
    'D',
    ':x',
    'b x',
    't',
  ],
  ...[' ', ';', '\n', '{', '}', '!', '$', '2~1', ',+1', '\\%e%', '/e/I', '#', '\\', 'made', '[', ']'],
];
const SED_OPTIONS = [
  '-i ',
  '-n ',
  '-ni ',
  '-e p ',
  '-s ',
  '-Ei ',
  '--in-place ',
  '--quiet ',
  '--in-pl ',
  '-i.bak ',
  '-l 5 ',
  '-- ',
];
const AWK = [
  ...[
    '{print}',
    '{print > "made"}',
    '{ print $1 >>"made" }',
    '{print | "touch made"}',
    '{system("touch made")}',
  ],
  ...[
    '{"touch made" | getline}',
    '{getline < "made"}',
    '{print "e" \\\n > "made"}',
    '{print $1,\n$2 > "made"}',
  ],
  ...[
    '{x++ / 1; print > "made" / 2}',
    '{if (NR > 0) print}',
    '{print (NR > 0)}',
    '{printf("e") > "made"}',
    'BEGIN',
  ],
  ...[
    'NR>0',
    '$1 > 0',
    '/e/',
    '/e|x/',
    '/[/]/',
    '!',
    ' ~ ',
    ' && ',
    ' || ',
    ', ',
    ';',
    '\n',
    '"e"',
    '"',
    '/',
    '\\',
    '#',
  ],
];
const FIND = [
  ...[
    'src ',
    '. ',
    'docs ',
    "-name '*.ts' ",
    '-name ',
    '-delete ',
    '-exec touch made \\; ',
    '-execdir touch made {} + ',
  ],
  ...[
    '-fprint made ',
    '-fprintf made x ',
    '-fls made ',
    '-print ',
    '-o ',
    '! ',
    '-type f ',
    '-maxdepth 1 ',
    '\\( ',
    '\\) ',
  ],
  ...[
    '| xargs touch ',
    '| xargs grep e ',
    '| xargs -I{} touch {}x ',
    '| xargs sed -n p ',
    '| xargs sed -i s/e/x/ ',
    '| xargs ',
  ],
  ...[
    "| xargs sh -c 'touch made' ",
    '| xargs env touch made ',
    '| sort ',
    '-files0-from made ',
    '-L ',
    '-O3 ',
    '-D exec ',
  ],
];
const LINE = [
  ...[
    'cat ',
    'grep e ',
    'head -1 ',
    'tail -1 ',
    'less ',
    'less -o made ',
    'less -omade ',
    'ls -R ',
    'git grep e ',
    'git grep -Otouch e ',
  ],
  ...[
    'src/a.ts ',
    'src ',
    '. ',
    'AGENTS.md ',
    'made ',
    '> made ',
    '2>made ',
    '>/dev/null ',
    '>& made ',
    '&> made ',
    '>|made ',
  ],
  ...[
    '2>&1 ',
    '1<>made ',
    '| tee made ',
    '| sort -o made ',
    '| sort ',
    '| uniq - made ',
    '| sort --output=made ',
    '| ',
  ],
  ...[
    '; ',
    '&& ',
    '|| ',
    '\n',
    '& ',
    '( ',
    ') ',
    '{ ',
    '} ',
    '! ',
    'touch made ',
    '$(touch made) ',
    '`touch made` ',
  ],
  ...[
    '"$(touch made)" ',
    '<(touch made) ',
    '$((1)) ',
    '<<< e ',
    '< src/a.ts ',
    'cd src ',
    "bash -c 'touch made' ",
  ],
  ...[
    "bash -c 'cat src/a.ts' ",
    "bash -c 'cat src/a.ts > made' ",
    'env touch made ',
    'timeout 1 touch made ',
    'env ',
  ],
  ...[
    'timeout 1 ',
    'nice ',
    'command ',
    'time ',
    'eval ',
    'exec ',
    'xargs ',
    'xargs touch ',
    'A=1 ',
    '"',
    "'",
    '\\',
    '#',
  ],
];
const line = fc.oneof(
  lines("sed -n '", SED, "' src/a.ts"),
  lines('sed ', SED_OPTIONS, "-n 's/e/x/p' src/a.ts"),
  lines("awk '", AWK, "' src/a.ts"),
  lines('find ', FIND, ''),
  lines('', LINE, ''),
  lines('cat src/a.ts; ', LINE, ''),
);

test('property: a line that is denied, once run, leaves every file as it was', (t) => {
  // Nothing on its standard input, and a second at most: a program can wait, or loop for ever.
  const script = 'for line; do timeout 1 bash -c "$line" </dev/null >/dev/null 2>&1; done; true';
  let run = 0;
  fc.assert(
    fc.property(fc.array(line, { minLength: 20, maxLength: 60, size: 'max' }), (all) => {
      const root = scratch(t, PROJECT);
      const before = snapshot(root);
      const denied = all.filter((text) => askBash(root, text).deny);
      run += denied.length;
      bash(script, denied, { cwd: root, path: '/usr/bin:/bin' });
      assert.deepEqual(snapshot(root), before);
    }),
    { numRuns: 20 },
  );
  assert.ok(run > 50, `${run}`);
});
