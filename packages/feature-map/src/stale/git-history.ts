import type { Deadline } from './deadline.ts';
import { askGit, type GitLimits, within } from './git.ts';
import type { History } from './project-facts.ts';

const LIMITS: GitLimits = { timeout: 5000, output: 32 * 1024 * 1024 };
/** Commits that are looked at for deleted and renamed files, the latest first. */
const MOST_COMMITS = 20_000;

/**
 * The files that were deleted or renamed in the history of what is checked out, by one call of git. Merges are
 * looked at by the commits that they bring.
 *
 * @param shallow whether the clone holds only the end of the history
 */
export function readHistory(root: string, shallow: boolean, deadline: Deadline): History {
  const { output, status, trouble } = askGit(
    root,
    [
      'log',
      '--format=',
      '--name-status',
      '-z',
      '--relative',
      '--diff-filter=DR',
      '-M',
      `--max-count=${MOST_COMMITS}`,
    ].concat(['--no-ext-diff', '--no-textconv', 'HEAD', '--']),
    within(LIMITS, deadline),
  );
  const gone = parseNameStatus(output);
  if (shallow) return { gone, limit: 'the clone is shallow' };
  if (trouble !== undefined) return { gone, limit: trouble };
  return status === 0 ? { gone } : { gone, limit: 'git could not read it' };
}

/**
 * Reads what `git log --format= --name-status -z` prints: a status, and one path, or two where it is a rename. A cut
 * off end is left out. Of several fates of one name the latest, which comes first, counts.
 */
export function parseNameStatus(output: string): Map<string, string | undefined> {
  const gone = new Map<string, string | undefined>();
  const fields = output.split('\0');
  fields.pop();
  for (let at = 0; at < fields.length; ) {
    const status = (fields[at] ?? '').trim();
    const renamed = status.startsWith('R');
    const [from, to] = [fields[at + 1], renamed ? fields[at + 2] : undefined];
    if (from !== undefined && (to !== undefined || !renamed) && !gone.has(from)) gone.set(from, to);
    at += renamed ? 3 : 2;
  }
  return gone;
}
