import assert from 'node:assert/strict';
import { Session } from 'node:inspector/promises';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { shellLookup } from '../../src/shell/shell-lookup.ts';
import { PROJECT, scratch } from '../guard/scratch.ts';
import { bashRules } from './bash-call.ts';
import { hostileLines } from './hostile.ts';

/**
 * Gives what the classifier does for a line as a number: how often each block of its sources runs, added up. It
 * is the same each time, whatever else the machine does.
 */
async function workMeter(t: TestContext): Promise<(line: string) => Promise<number>> {
  const root = scratch(t, PROJECT);
  const rules = bashRules();
  const session = new Session();
  session.connect();
  t.after(() => session.disconnect());
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return async (line) => {
    // Counts begin anew with each reading.
    await session.post('Profiler.takePreciseCoverage');
    shellLookup(line, { cwd: root, project: root }, rules);
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ url }) => url.includes('/src/shell/'))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
      .reduce((sum, { count }) => sum + count, 0);
  };
}

const UNITS = 10_000;

test('twice the line is at most twice the work, for each hostile shape', async (t) => {
  const work = await workMeter(t);
  const doubled = hostileLines(2 * UNITS);
  for (const [name, line] of Object.entries(hostileLines(UNITS))) {
    const once = await work(line);
    const twice = await work(doubled[name] ?? '');
    assert.ok(once > 0, name);
    assert.ok(twice <= 2.5 * once + 100, `${name}: ${once}, then ${twice}`);
  }
});

test('property: twice the line is at most twice the work, whatever is repeated', async (t) => {
  const work = await workMeter(t);
  const pieces = [
    ...[
      "'",
      '"',
      '\\',
      '$',
      '`',
      '(',
      ')',
      '{',
      '}',
      '[',
      ']',
      ',',
      ' ',
      '\n',
      ';',
      '&&',
      '|',
      '>',
      '<',
      '#',
      '*',
      '/',
      '..',
    ],
    ...[
      'a',
      '-e',
      '--',
      '-',
      'cat',
      'rg',
      'sed -n',
      'awk',
      'find',
      'xargs',
      "bash -c '",
      'env',
      'cd',
      '=',
      '2>&1',
      'p',
      '!',
    ],
  ];
  const unit = fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 })
    .map((all) => all.join(''));
  await fc.assert(
    fc.asyncProperty(unit, unit, unit, async (before, repeated, behind) => {
      const line = (times: number) => before + repeated.repeat(times) + behind;
      const once = await work(line(300));
      const twice = await work(line(600));
      assert.ok(twice <= 2.5 * once + 300, `${once}, then ${twice}`);
    }),
    { numRuns: 200 },
  );
});
