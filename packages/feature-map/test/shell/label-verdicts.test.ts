import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askBash, labelledProject } from './bash-call.ts';
import { placed, readLabels, type ShellLabel } from './labels.ts';

test('no labelled command is denied that must not be, and 95 of 100 are denied that should be', (t) => {
  const root = labelledProject(t);
  const labels = readLabels();
  const isDenied = (label: ShellLabel) => {
    const { command, cwd } = placed(label, root);
    return askBash(cwd, command).deny;
  };
  const failures = labels.filter((label) => isDenied(label) !== label.denied);
  for (const { command, cwd, denied, why } of failures) {
    t.diagnostic(`${denied ? 'let through' : 'denied'}: ${JSON.stringify(command)} in ${cwd} (${why})`);
  }
  const lookups = labels.filter(({ denied }) => denied).length;
  const missed = failures.filter(({ denied }) => denied).length;
  t.diagnostic(
    `${failures.length} of ${labels.length} labels not met, ${missed} of ${lookups} lookups missed`,
  );
  assert.equal(failures.length - missed, 0, 'denied, and must not be');
  assert.ok((lookups - missed) / lookups >= 0.95, `${missed} of ${lookups} lookups missed`);
});
