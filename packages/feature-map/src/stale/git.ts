import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import type { Deadline } from './deadline.ts';

/** What a git command gave: its output, perhaps only the beginning of it, and how it ended. */
export interface GitAnswer {
  output: string;
  /** Exit status, `undefined` where git did not end by itself. */
  status: number | undefined;
  /** Why the output is not whole, as a clause: `git took more than 5 s`. */
  trouble?: string;
}

export interface GitLimits {
  /** Milliseconds. */
  timeout: number;
  /** Bytes of output. */
  output: number;
}

/**
 * Settings under which git runs nothing that a repository's own configuration names, asks for nothing and fetches
 * nothing: the project may come from anywhere. https://git-scm.com/docs/git-config
 */
const SAFE = [
  '--no-pager',
  '--no-optional-locks',
  ...[
    'core.fsmonitor=false',
    'core.hooksPath=/dev/null',
    'log.showSignature=false',
    'protocol.allow=never',
  ].flatMap((setting) => ['-c', setting]),
];

/** Limits of one question, shortened to what a deadline leaves. */
export function within({ timeout, output }: GitLimits, deadline: Deadline): GitLimits {
  return { timeout: Math.min(timeout, Math.ceil(deadline.left())), output };
}

/**
 * Asks git about a folder, without a shell and within limits; where they leave no time, git is not started. Does not
 * throw.
 *
 * @param input what git reads from its standard input
 */
export function askGit(
  root: string,
  args: readonly string[],
  { timeout, output }: GitLimits,
  input?: string,
): GitAnswer {
  if (timeout <= 0) return { output: '', status: undefined, trouble: 'no time was left to ask git' };
  const { stdout, status, error } = spawnSync('git', [...SAFE, '-C', root, ...args], {
    // Windows looks for a program in the working folder first, and that must not be the project.
    cwd: dirname(process.execPath),
    env: environment(),
    input: input ?? '',
    timeout,
    killSignal: 'SIGKILL',
    maxBuffer: output,
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const text = stdout?.toString('utf8') ?? '';
  if (error === undefined) return { output: text, status: status ?? undefined };
  return { output: text, status: undefined, trouble: troubleOf(error, timeout, output) };
}

function troubleOf(error: Error, timeout: number, output: number): string {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ETIMEDOUT') return `git took more than ${timeout / 1000} s`;
  if (code === 'ENOBUFS') return `git had more than ${output} bytes to say`;
  return code === 'ENOENT' ? 'git is not installed' : `git could not be run (${code})`;
}

/** The environment without what a caller, a hook above all, tells its own git. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1' };
}
