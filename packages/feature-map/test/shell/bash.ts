import { spawnSync } from 'node:child_process';

/** What Bash printed, read from `script` with `args` as its positional parameters. Throws where Bash fails. */
export function bash(
  script: string,
  args: readonly string[],
  options: { cwd: string; path?: string },
): string {
  const { cwd, path = '' } = options;
  const { status, stdout, stderr } = spawnSync('/bin/bash', ['--norc', '-c', script, 'bash', ...args], {
    cwd,
    env: { PATH: path, LC_ALL: 'C.UTF-8' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`bash: ${status}\n${stderr}`);
  return stdout;
}
