import { homedir } from 'node:os';
import { askGit, type GitLimits } from '../stale/git.ts';
import { SHOWN_HASH } from './head-commit.ts';

const LIMITS: GitLimits = { timeout: 2000, output: 64 * 1024 };

/**
 * Asks git for the commit that is checked out at a project: one call, of two seconds at most. Knows it in a worktree, a
 * submodule and a subfolder too.
 *
 * @param root real path of the project's root
 * @param home the user's home folder: a repository that it is itself keeps settings, and no project below it
 * @returns the hash, abbreviated; `undefined` where git does not tell. Does not throw.
 */
export function gitCommit(root: string, home: string = homedir()): string | undefined {
  const { output, status } = askGit(
    root,
    ['rev-parse', '--show-toplevel', '--verify', 'HEAD^{commit}'],
    LIMITS,
  );
  const [repository, hash = ''] = output.split(/\r?\n/);
  if (status !== 0 || hash === '' || (repository === home && root !== home)) return undefined;
  return hash.slice(0, SHOWN_HASH);
}
