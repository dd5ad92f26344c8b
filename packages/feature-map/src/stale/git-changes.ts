import { quote } from '../quote.ts';
import type { Change } from './check-since.ts';
import { askGit, type GitAnswer, type GitLimits } from './git.ts';

const LIMITS: GitLimits = { timeout: 10_000, output: 64 * 1024 * 1024 };
const NAMES = ['--name-only', '-z', '--relative', '--no-renames', '--no-ext-diff', '--no-textconv'];

/**
 * The changes since a revision, the latest first; what is not committed yet is the first of them.
 *
 * @param root real path of the project's folder
 * @param revision what a user typed, e.g. `v1.2` or `origin/main`
 * @returns why there is no answer, as a sentence, where git gives none
 */
export function readChanges(root: string, revision: string): Change[] | string {
  const named = askGit(
    root,
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`],
    LIMITS,
  );
  if (named.trouble !== undefined) return sentence(named.trouble);
  const commit = named.output.trim();
  if (named.status !== 0 || commit === '') return `${quote(revision)} names no commit of this repository.`;
  const uncommitted = readUncommitted(root);
  const log = askGit(root, ['log', '--format=%x01', ...NAMES, `${commit}..HEAD`, '--'], LIMITS);
  for (const { trouble, status } of [uncommitted, log]) {
    if (trouble !== undefined) return sentence(trouble);
    if (status !== 0) return 'Git could not compare the revisions.';
  }
  const commits = log.output.split('\u0001').slice(1);
  return [uncommitted.output, ...commits].map(filesIn).filter((files) => files.length > 0);
}

/**
 * The files that differ from the last commit. A repository may name programs through which its files are read for
 * that (https://git-scm.com/docs/gitattributes); they are switched off, and where their names do not let that be
 * said, nothing is asked.
 */
function readUncommitted(root: string): GitAnswer {
  const { output } = askGit(root, ['config', '-z', '--name-only', '--get-regexp', '^filter\\.'], LIMITS);
  const keys = output.split('\0').filter((key) => key !== '');
  if (!keys.every((key) => /^[\w.-]+$/.test(key))) return { output: '', status: 0 };
  const off = keys.flatMap((key) => ['-c', `${key}=${key.endsWith('.required') ? 'false' : ''}`]);
  return askGit(root, [...off, 'diff', ...NAMES, 'HEAD', '--'], LIMITS);
}

function filesIn(output: string): Change {
  return output.split('\0').flatMap((entry) => {
    const name = entry.replace(/^\n/, '');
    return name === '' ? [] : name;
  });
}

function sentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}
