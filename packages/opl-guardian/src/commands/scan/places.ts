import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { dshSessionFolders } from '../../formats/dsh/places.ts';

/** A folder in which a host keeps sessions. */
export interface SessionPlaceOfHost {
  readonly host: 'pi' | 'dsh';
  /** Absolute path; it need not be there. */
  readonly folder: string;
}

export interface WhereToLook {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Where Pi and DSH keep their sessions.
 *
 * Pi (`main.js`, `config.js`): `PI_CODING_AGENT_SESSION_DIR`, else `sessionDir` of its settings, and the folder
 * `sessions` of `PI_CODING_AGENT_DIR`, else of `~/.pi/agent`.
 */
export function sessionPlaces(where: WhereToLook): SessionPlaceOfHost[] {
  const { env } = where;
  const pi = agentFolder(where);
  const folders: SessionPlaceOfHost[] = [];
  const add = (host: SessionPlaceOfHost['host'], folder: string) => {
    if (!folders.some((each) => each.folder === folder)) folders.push({ host, folder });
  };
  const named = env.PI_CODING_AGENT_SESSION_DIR || sessionDirOfSettings(pi);
  if (named) add('pi', inHome(named, where));
  add('pi', path.join(pi, 'sessions'));
  for (const folder of dshSessionFolders(env, homeOf(where))) add('dsh', folder);
  return folders;
}

/** Pi's folder: its settings, sessions and packages. */
export function agentFolder(where: WhereToLook): string {
  return inHome(where.env.PI_CODING_AGENT_DIR || '~/.pi/agent', where);
}

/** The folder that Pi's settings name; settings that cannot be read name none. */
function sessionDirOfSettings(agent: string): string | undefined {
  try {
    const settings: unknown = JSON.parse(readFileSync(path.join(agent, 'settings.json'), 'utf8'));
    const folder: unknown = Reflect.get(Object(settings), 'sessionDir');
    return typeof folder === 'string' && folder !== '' ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** The user's home folder. */
export function homeOf({ env }: WhereToLook): string {
  return env.HOME || homedir();
}

/** A path with `~` in front stands for one in the home folder, as the hosts take it. */
export function inHome(folder: string, where: WhereToLook): string {
  if (!/^~($|[\\/])/.test(folder)) return path.resolve(where.cwd, folder);
  return path.join(homeOf(where), folder.slice(1));
}
