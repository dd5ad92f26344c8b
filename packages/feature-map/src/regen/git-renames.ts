import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Renames } from './row-target.ts';

const run = promisify(execFile);

/** Bounds of the one call: history that takes longer, or says more, is not worth waiting for. */
const MILLISECONDS = 5_000;
const BYTES = 8 * 1024 * 1024;
const COMMITS = 1_000;

const RENAME = /^R\d+$/;

/**
 * What git's history says became of the pages of a map, the latest rename of a path first. One call of git, bounded in
 * time and output; it changes nothing, fetches nothing, and runs no program that a repository's settings name.
 *
 * @param folder absolute path of the map's folder
 * @returns paths relative to it; nothing where the folder is in no repository, or git is not there. Does not reject.
 *
 * Source of the output's form: https://git-scm.com/docs/git-log#_raw_output_format, with `-z`
 */
export async function gitRenames(folder: string): Promise<Renames> {
  const renames = new Map<string, string>();
  try {
    const { stdout } = await run('git', ARGUMENTS, {
      cwd: folder,
      timeout: MILLISECONDS,
      killSignal: 'SIGKILL',
      maxBuffer: BYTES,
      encoding: 'utf8',
      windowsHide: true,
      env: environment(),
    });
    const fields = stdout.split('\0');
    for (let at = 0; RENAME.test(fields[at] ?? ''); at += 3) {
      const [from = '', to = ''] = fields.slice(at + 1);
      if (!renames.has(from)) renames.set(from, to);
    }
  } catch {
    // Without a history there is no record, and rows are told by name and title alone.
  }
  return renames;
}

const ARGUMENTS = [
  ...['--no-pager', '-c', 'core.fsmonitor=false', '-c', 'log.showSignature=false', 'log'],
  ...['--format=', '--name-status', '-z', '--find-renames', '--diff-filter=R', '--relative'],
  ...['--no-ext-diff', '--no-textconv', `--max-count=${COMMITS}`, '--', '.'],
];

/** The process's own, without what a git hook sets for its own repository. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  return {
    ...Object.fromEntries(own),
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
  };
}
