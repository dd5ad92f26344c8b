import type { Deadline } from './deadline.ts';
import { askGit, type GitLimits, within } from './git.ts';
import { readHistory } from './git-history.ts';
import type { FileListing, History } from './project-facts.ts';

const LIMITS: GitLimits = { timeout: 10_000, output: 64 * 1024 * 1024 };

/** What git knows of a folder that belongs to a repository. */
export interface GitFacts {
  files(): FileListing;
  ignored(paths: readonly string[]): ReadonlySet<string>;
  history(): History;
}

/**
 * Asks git about a project.
 *
 * @param root real path of the project's folder, which may lie within a repository
 * @param deadline until when all of it has to be answered
 * @returns why git cannot be asked, as a clause, where it cannot: no git, no repository, one of another user
 */
export function openGit(root: string, deadline: Deadline): GitFacts | string {
  const { output, status, trouble } = askGit(
    root,
    ['rev-parse', '--is-inside-work-tree', '--is-shallow-repository'],
    within(LIMITS, deadline),
  );
  if (trouble !== undefined) return trouble;
  const [inside, shallow] = output.split(/\r?\n/);
  if (status !== 0 || inside !== 'true') return 'git knows no repository here';
  return {
    files: () => listFiles(root, deadline),
    ignored: (paths) => findIgnored(root, paths, deadline),
    history: () => readHistory(root, shallow === 'true', deadline),
  };
}

/** Tracked files that are on disk, or left out of a sparse checkout, and new ones that are not ignored. */
function listFiles(root: string, deadline: Deadline): FileListing {
  const { output, status, trouble } = askGit(
    root,
    ['ls-files', '-z', '-t', '--cached', '--deleted', '--others', '--exclude-standard'],
    within(LIMITS, deadline),
  );
  if (trouble !== undefined) return { paths: [], incomplete: trouble };
  if (status !== 0) return { paths: [], incomplete: 'git could not list the files' };
  const paths = new Set<string>();
  const deleted = new Set<string>();
  for (const entry of output.split('\0')) {
    const path = entry.slice(2);
    if (entry.startsWith('R ')) deleted.add(path);
    else if (path !== '') paths.add(path);
  }
  return { paths: [...paths].filter((path) => !deleted.has(path)) };
}

function findIgnored(root: string, paths: readonly string[], deadline: Deadline): ReadonlySet<string> {
  if (paths.length === 0) return new Set();
  // A rule such as `build/` fits a folder alone, and what is not there is a folder only by its slash.
  const asked = paths.flatMap((path) => [path, `${path}/`]);
  const { output, status = -1 } = askGit(
    root,
    ['check-ignore', '-z', '--stdin', '--no-index'],
    within(LIMITS, deadline),
    asked.join('\0'),
  );
  // It ends with 1 where nothing is ignored. Where it failed, any of them may be.
  if (status !== 0 && status !== 1) return new Set(paths);
  return new Set(output.split('\0').map((path) => path.replace(/\/$/, '')));
}
