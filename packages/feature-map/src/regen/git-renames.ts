import { askGit, type GitLimits } from '../stale/git.ts';
import { parseNameStatus } from '../stale/git-history.ts';
import type { Renames } from './row-target.ts';

/** History that takes longer, or says more, is not worth waiting for. */
const LIMITS: GitLimits = { timeout: 5000, output: 8 * 1024 * 1024 };
const MOST_COMMITS = 1000;

/**
 * What git's history says became of the pages of a map, the latest rename of a path first. One call of git.
 *
 * @param folder absolute path of the map's folder
 * @returns paths relative to it; nothing where there is no history. Does not throw.
 */
export function gitRenames(folder: string): Renames {
  const form = ['--format=', '--name-status', '-z', '--relative', '--diff-filter=R', '--find-renames'];
  const bounds = [`--max-count=${MOST_COMMITS}`, '--no-ext-diff', '--no-textconv', 'HEAD', '--', '.'];
  const renames = new Map<string, string>();
  for (const [from, to] of parseNameStatus(askGit(folder, ['log', ...form, ...bounds], LIMITS).output)) {
    if (to !== undefined) renames.set(from, to);
  }
  return renames;
}
