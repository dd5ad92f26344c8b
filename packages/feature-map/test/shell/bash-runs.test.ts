import assert from 'node:assert/strict';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import type { GuardFs } from '../../src/paths.ts';
import { shellLookup } from '../../src/shell/shell-lookup.ts';
import { link, recordedFs, scratch, type Tree } from '../guard/scratch.ts';
import { bash } from './bash.ts';
import { bashRules } from './bash-call.ts';

const NAMES = ['a', 'b', 'd', 'x y'];

/** A project in which every path of these names exists: all of them are links, around one folder, `e`. */
const TREE: Tree = {
  log: '',
  ...Object.fromEntries(NAMES.map((name) => [name, link('.')])),
  ...Object.fromEntries([...NAMES, 'e'].map((name) => [`e/${name}`, link('..')])),
};

/** A folder of programs in which `cat` notes the paths that it is given. */
function programs(t: TestContext, log: string): string {
  const folder = scratch(t, {
    cat: `#!/bin/sh\n[ "$1" = -- ] && shift\nfor path; do echo "$(pwd -P)/$path" >> '${log}'; done\n`,
  });
  chmodSync(join(folder, 'cat'), 0o755);
  return folder;
}

/** The paths that the guard asks about for a line, in order; nothing is ever found. */
function judged(root: string, line: string, fs: GuardFs): string[] {
  const paths: string[] = [];
  const watched: GuardFs = {
    statSync: fs.statSync,
    realpathSync(path) {
      if (path.includes('.ts')) {
        paths.push(path);
        throw new Error('nothing is there');
      }
      return fs.realpathSync(path);
    },
  };
  const verdict = shellLookup(line, { cwd: root, project: root }, bashRules({ fs: watched }));
  assert.notEqual(verdict, 'unclear-command', line);
  assert.notEqual(verdict, 'other-command', line);
  return paths;
}

const file = fc.constantFrom('1.ts', "'2 2.ts'", '"3".ts', '4\\ 4.ts', '"5\'.ts"', '-- 6.ts', '7.ts 8.ts');
const lookup = file.map((path) => `cat ${path}`);
const folder = fc.constantFrom('a', 'a/b', '"a/x y"', './d/', 'a/../d', '.', 'e', '-L e/a');
/** Goes somewhere and comes back, so that the folders that follow exist. */
const trip = fc.constantFrom('cd a && cd ..', 'cd e/b; cd ../..', 'cd d\ncd ../e\ncd ..');
const wrapped = fc
  .tuple(
    fc.constantFrom(
      'env A=1',
      'timeout 9',
      'nice -n 1',
      'command',
      'time -p',
      'A=1',
      "B='x y' env",
      'env nice',
      '2>&1',
    ),
    lookup,
  )
  .map(([wrapper, line]) => `${wrapper} ${line}`);

const { line: LINE } = fc.letrec<{ line: string; part: string }>((tie) => ({
  line: fc
    .array(fc.tuple(tie('part'), fc.constantFrom('; ', '\n', ' && ', ' ;\n\n')), {
      minLength: 1,
      maxLength: 3,
    })
    .map((parts) => `${parts.flat().slice(0, -1).join('')}`),
  part: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    lookup,
    wrapped,
    trip,
    fc.tuple(folder, tie('line')).map(([to, line]) => `(cd ${to} && ${line})`),
    fc.tuple(folder, tie('line')).map(([to, line]) => `{ cd ${to}; ${line}; } | true`),
    fc.tuple(folder, tie('line')).map(([to, line]) => `true | { cd ${to}\n${line}\n} >/dev/null`),
    fc.tuple(lookup, folder).map(([line, to]) => `${line} | cd ${to}`),
    tie('line').map((line) => `{ ${line}; }`),
    fc.tuple(folder, tie('line')).map(([to, line]) => `bash -c ${quoted(`cd ${to}; ${line}`)}`),
    tie('line').map((line) => `sh -c ${quoted(line)} name`),
  ),
}));

function quoted(line: string): string {
  return `'${line.replaceAll("'", "'\\''")}'`;
}

test('property: the paths that are judged are those that programs get when Bash runs the line', (t) => {
  const root = scratch(t, TREE);
  const { fs } = recordedFs();
  const log = join(root, 'log');
  const path = `${programs(t, log)}:/usr/bin:/bin`;
  fc.assert(
    fc.property(LINE, (line) => {
      writeFileSync(log, '');
      bash(`${line}\ntrue`, [], { cwd: root, path });
      const run = readFileSync(log, 'utf8').split('\n').filter(Boolean);
      assert.deepEqual(judged(root, line, fs).toSorted(), run.toSorted());
    }),
    { numRuns: 80 },
  );
});
