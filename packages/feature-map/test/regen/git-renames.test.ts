import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { gitRenames } from '../../src/regen/git-renames.ts';
import { scratchProject } from '../write/project.ts';

/** Runs git as nobody in particular, whatever the machine's own settings are. */
function git(cwd: string, ...args: string[]): void {
  const identity = ['-c', 'user.name=x', '-c', 'user.email=x@example.org', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...identity, ...args], {
    cwd,
    stdio: 'pipe',
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' },
  });
}

function commit(root: string): void {
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'x');
}

const TEXT = (name: string) => Array.from({ length: 20 }, (_, line) => `${name} ${line}`).join('\n');

describe('git’s record of renames', () => {
  it('names what became of pages, relative to the folder, the latest first', (t) => {
    const root = scratchProject(t, {
      'docs/features/a.md': TEXT('a'),
      'docs/features/b.md': TEXT('b'),
      'src/c.md': TEXT('c'),
    });
    const folder = path.join(root, 'docs/features');
    git(root, 'init', '-q');
    commit(root);
    const moves = [
      ['a.md', 'once.md'],
      ['once.md', 'deep/ü and "more".md'],
      ['b.md', 'a.md'],
      ['a.md', 'R100'],
    ] as const;
    mkdirSync(path.join(folder, 'deep'));
    for (const [from, to] of moves) {
      renameSync(path.join(folder, from), path.join(folder, to));
      commit(root);
    }
    renameSync(path.join(root, 'src/c.md'), path.join(root, 'src/d.md'));
    commit(root);
    assert.deepEqual(
      gitRenames(folder),
      new Map([
        ['a.md', 'R100'],
        ['b.md', 'a.md'],
        ['once.md', 'deep/ü and "more".md'],
      ]),
    );
  });

  it('is that of the folder’s own repository, also when a hook of another one runs', (t) => {
    const root = scratchProject(t, { 'docs/features/a.md': TEXT('a') });
    git(root, 'init', '-q');
    commit(root);
    renameSync(path.join(root, 'docs/features/a.md'), path.join(root, 'docs/features/b.md'));
    commit(root);
    process.env.GIT_DIR = path.join(root, 'elsewhere');
    t.after(() => {
      delete process.env.GIT_DIR;
    });
    assert.deepEqual(gitRenames(path.join(root, 'docs/features')), new Map([['a.md', 'b.md']]));
  });

  it('is empty without a repository, a commit or a folder', (t) => {
    const root = scratchProject(t, { 'docs/features/a.md': 'a' });
    assert.deepEqual(gitRenames(path.join(root, 'docs/features')), new Map());
    git(root, 'init', '-q');
    assert.deepEqual(gitRenames(path.join(root, 'docs/features')), new Map());
    assert.deepEqual(gitRenames(path.join(root, 'nowhere')), new Map());
  });
});
