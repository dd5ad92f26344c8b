import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import fc from 'fast-check';
import { stepsOf } from '../../src/shell/steps.ts';
import { bash } from './bash.ts';

/** Which of the lines Bash can parse. None is run. */
function parsable(lines: readonly string[]): boolean[] {
  const script = 'for line; do /bin/bash --norc -n -c "$line" 2>/dev/null; echo $?; done';
  const codes = bash(script, lines, { cwd: tmpdir() });
  return codes.split('\n').map((code) => code === '0');
}

const COMMANDS = ['cat a', 'rg b', 'cd c', 'A=1', 'echo d', "sed -n p 'x y'", '! cat a', 'bash -c true'];
const JOINTS = ['; ', ' && ', '||', ' | ', '|&', '\n', ';', ' 2>&1 |', ' >/dev/null;'];
const OTHERS = [
  ...[
    '"$z"',
    '\\',
    '#',
    '!',
    'x',
    '(',
    ')',
    '( ',
    ' )',
    '{ ',
    '}',
    '; }',
    ';;',
    '&',
    '>',
    '<',
    '>&',
    '<<',
    '<<<',
    '>|',
    '<>',
  ],
  ...[
    'if ',
    'then ',
    'fi',
    'do ',
    'done',
    'for ',
    'case ',
    'esac',
    'in ',
    'function ',
    'f()',
    '[[ ',
    ' ]]',
    'time ',
  ],
];
const line = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...COMMANDS) },
      { weight: 3, arbitrary: fc.constantFrom(...JOINTS) },
      { weight: 2, arbitrary: fc.constantFrom(...OTHERS) },
    ),
    { minLength: 1, maxLength: 7 },
  )
  .map((pieces) => pieces.join(''));

test('property: what Bash cannot parse is not understood', () => {
  let understood = 0;
  fc.assert(
    fc.property(fc.array(line, { minLength: 60, maxLength: 60 }), (lines) => {
      const read = lines.filter((text) => typeof stepsOf(text) !== 'string');
      understood += read.length;
      const isParsable = parsable(read);
      assert.deepEqual(
        read.filter((_, at) => !isParsable[at]),
        [],
      );
    }),
    { numRuns: 25 },
  );
  assert.ok(understood > 150, `${understood}`);
});
