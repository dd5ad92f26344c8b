import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { headCommit } from '../../src/init/head-commit.ts';
import { projectFiles } from '../../src/init/project-files.ts';
import { scratch } from '../guard/scratch.ts';

const HASH = '0123456789abcdef0123456789abcdef01234567';

function git(root: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
  const env = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  return execFileSync('git', [...identity, ...args], { cwd: root, env, encoding: 'utf8' }).trim();
}

describe('headCommit', () => {
  it('is git’s own answer, for a loose and a packed reference and a detached head', (t) => {
    const root = scratch(t, {});
    git(root, 'init', '-q', '-b', 'topic/one');
    assert.equal(headCommit(projectFiles(root)), undefined);
    git(root, 'commit', '-q', '--allow-empty', '-m', 'one');
    const first = git(root, 'rev-parse', 'HEAD').slice(0, 12);
    assert.equal(headCommit(projectFiles(root)), first);

    git(root, 'pack-refs', '--all');
    assert.equal(headCommit(projectFiles(root)), first);
    git(root, 'checkout', '-q', '--detach');
    git(root, 'commit', '-q', '--allow-empty', '-m', 'two');
    assert.equal(headCommit(projectFiles(root)), git(root, 'rev-parse', 'HEAD').slice(0, 12));
  });

  it('is not known without a .git folder, and reads none outside the project', (t) => {
    const outside = scratch(t, { 'git/HEAD': `${HASH}\n` });
    const root = scratch(t, {});
    assert.equal(headCommit(projectFiles(root)), undefined);
    symlinkSync(join(outside, 'git'), join(root, '.git'));
    assert.equal(headCommit(projectFiles(root)), undefined);
  });

  it('gives nothing that is no hash', (t) => {
    const root = scratch(t, { 'secret.txt': 'key' });
    mkdirSync(join(root, '.git'));
    for (const head of ['key', 'ref: refs/../../secret.txt', 'ref: refs/heads/none', `${HASH} x`, '']) {
      writeFileSync(join(root, '.git/HEAD'), head);
      assert.equal(headCommit(projectFiles(root)), undefined, head);
    }
  });
});
