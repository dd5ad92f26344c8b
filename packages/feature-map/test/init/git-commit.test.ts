import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { gitCommit } from '../../src/init/git-commit.ts';
import { documentSources } from '../../src/init/project-documents.ts';
import { runInit } from '../../src/init/run-init.ts';
import { scratch } from '../guard/scratch.ts';

function git(root: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
  const env = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  return execFileSync('git', [...identity, ...args], { cwd: root, env, encoding: 'utf8' }).trim();
}

/** A repository with one commit, and that commit as documents show it. */
function repository(t: TestContext): { root: string; commit: string } {
  const root = realpathSync(scratch(t, {}));
  git(root, 'init', '-q');
  git(root, 'commit', '-q', '--allow-empty', '-m', 'one');
  return { root, commit: git(root, 'rev-parse', 'HEAD').slice(0, 12) };
}

const NO_WRITER = { write: async () => 'is not to be written' };

describe('gitCommit', () => {
  it('is known in a worktree and in a subfolder, and so are the documents of init', async (t) => {
    const { root, commit } = repository(t);
    const tree = join(root, 'tree');
    git(root, 'worktree', 'add', '-q', '--detach', tree);
    const folder = join(root, 'packages', 'one');
    mkdirSync(folder, { recursive: true });

    for (const place of [root, tree, folder]) {
      assert.equal(gitCommit(place), commit, place);
      const options = { write: false, force: false, only: ['HANDOFF.md'] } as const;
      const { documents, missing } = await runInit(place, options, documentSources(), NO_WRITER);
      assert.ok(!missing.includes('commit'), place);
      assert.ok(documents[0]?.text.includes(`commit ${commit}`), place);
    }
  });

  it('is not known before the first commit, outside a repository, and in a folder that is gone', (t) => {
    const root = scratch(t, {});
    assert.equal(gitCommit(root), undefined);
    git(root, 'init', '-q');
    assert.equal(gitCommit(root), undefined);
    assert.equal(gitCommit(join(root, 'gone')), undefined);
  });

  it('is not that of a repository that the home folder is itself', (t) => {
    const { root, commit } = repository(t);
    mkdirSync(join(root, 'project'));
    assert.equal(gitCommit(join(root, 'project'), root), undefined);
    assert.equal(gitCommit(root, root), commit);
  });
});
