import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shellLookup } from '../../src/shell/shell-lookup.ts';
import { PROJECT, recordedFs, scratch } from '../guard/scratch.ts';
import { bashRules } from './bash-call.ts';
import { hostileLines } from './hostile.ts';

// Work that grows with the square of the length takes hours for such a line, and ends by the time limit.
test('a hostile line of a megabyte is judged, with a bounded number of questions to the disk', {
  timeout: 240_000,
}, (t) => {
  const root = scratch(t, PROJECT);
  const { fs, calls } = recordedFs();
  const rules = bashRules({ fs });
  for (const [name, line] of Object.entries(hostileLines(1_000_000))) {
    const before = calls.length;
    shellLookup(line, { cwd: root, project: root }, rules);
    assert.ok(calls.length - before < 5000, `${name}: ${calls.length - before}`);
  }
});
