import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * The folders in which DSH keeps sessions (`resolveDshHome` in `dsh-home-paths`): `$DSH_HOME`, else `~/.dsh`.
 *
 * @param env variables of the process
 * @param home the user's home folder
 */
export function dshSessionFolders(env: NodeJS.ProcessEnv = process.env, home = homedir()): string[] {
  const named = env.DSH_HOME;
  const isNamed = named !== undefined && named.trim() !== '';
  return [join(resolve(isNamed ? withHome(named, home) : join(home, '.dsh')), 'sessions')];
}

/**
 * Whether the host lists a file as a session, or refuses the folder because of it: it looks for the transcript's
 * two names alone, and takes any `*.jsonl` and `*.jsonl.zstd` in a project's folder for a log of an older kind.
 *
 * @param name of the file, without its folder
 */
export function isDshSessionName(name: string): boolean {
  return name === 'session.jsonl' || name === 'session.jsonl.zstd';
}

function withHome(path: string, home: string): string {
  if (path === '~') return home;
  return path.startsWith('~/') || path.startsWith('~\\') ? join(home, path.slice(2)) : path;
}
