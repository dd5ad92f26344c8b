import assert from 'node:assert/strict';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { featureMap, featureMapHere, featureMapJson, git, lendery } from './cli.ts';

/** A repository with the tag `first`, in which two files changed afterwards, and the page of one of them as well. */
function changed(t: TestContext): string {
  const root = lendery(t);
  rmSync(join(root, '.git'), { recursive: true });
  git(root, 'init', '-q');
  git(root, 'add', '.');
  git(root, 'commit', '-qm', 'one');
  git(root, 'tag', 'first');
  appendFileSync(join(root, 'server/src/fees/deposit.ts'), '\n');
  appendFileSync(join(root, 'server/src/search/query.ts'), '\n');
  appendFileSync(join(root, 'docs/features/search.md'), '\n');
  git(root, 'commit', '-qam', 'two');
  return root;
}

test('stale lists the pages whose files changed since they did, as advice', async (t) => {
  const root = changed(t);
  const { code, stdout } = await featureMap(['stale', '--since', 'first'], { cwd: root });
  assert.equal(code, 0);
  assert.match(
    stdout,
    /^docs\/features\/fees\.md:1 advice stale\/since\n {2}.*\n {2}.*\n {2}server\/src\/fees\/deposit\.ts, 1 change$/m,
  );
  assert.doesNotMatch(stdout, /search\.md/);
  assert.match(stdout, /^Pages that may have fallen behind: \d+ of 19\.$/m);
  assert.equal((await featureMapHere(['stale', '--since', 'first', '--strict'], { cwd: root })).code, 1);
});

test('stale --json gives each page with its files and how often they changed', async (t) => {
  const { value } = await featureMapJson(['stale', '--since=first'], { cwd: changed(t) });
  const pages = value.pages as { page: string; files: { path: string; changes: number }[] }[];
  const fees = pages.find(({ page }) => page === 'fees.md');
  assert.deepEqual(fees?.files, [{ path: 'server/src/fees/deposit.ts', changes: 1 }]);
});

test('nothing is behind where nothing changed', async (t) => {
  const { code, stdout } = await featureMapHere(['stale', '--since', 'HEAD', '--strict'], {
    cwd: changed(t),
  });
  assert.equal(code, 0);
  assert.equal(stdout, 'Pages that may have fallen behind: 0 of 19.\n');
});

for (const [args, complaint] of [
  [[], /needs a revision: --since=<revision>/],
  [['--since', 'nowhere'], /"nowhere" names no commit/],
  [['--since=--output=x'], /"--output=x" names no commit/],
] as const) {
  test(`stale ${args.join(' ')} could not run, and says why`, async (t) => {
    const { code, stderr } = await featureMapHere(['stale', ...args], { cwd: changed(t) });
    assert.equal(code, 2);
    assert.match(stderr, complaint);
  });
}
