import { homedir } from 'node:os';
import path from 'node:path';
import { dshSessionFolders } from '../../formats/dsh/places.ts';
import { readJsonObject } from '../doctor/package-folder.ts';

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
 * Pi (`main.js`, `config.js`) writes to `PI_CODING_AGENT_SESSION_DIR`, else to `sessionDir` of the settings of the
 * project in the working folder, trusted or not, else of the user's settings, else below the folder `sessions` of
 * `PI_CODING_AGENT_DIR` or `~/.pi/agent`. All of them are named, since sessions of other days may be there.
 */
export function sessionPlaces(where: WhereToLook): SessionPlaceOfHost[] {
  const { env } = where;
  const pi = agentFolder(where);
  const folders: SessionPlaceOfHost[] = [];
  const add = (host: SessionPlaceOfHost['host'], folder: string) => {
    if (!folders.some((each) => each.folder === folder)) folders.push({ host, folder });
  };
  const named = [
    env.PI_CODING_AGENT_SESSION_DIR,
    sessionDirOfSettings(path.join(where.cwd, '.pi')),
    sessionDirOfSettings(pi),
  ];
  for (const folder of named) if (folder) add('pi', inHome(folder, where));
  add('pi', path.join(pi, 'sessions'));
  for (const folder of dshSessionFolders(env, homeOf(where))) add('dsh', folder);
  return folders;
}

/** Pi's folder: its settings, sessions and packages. */
export function agentFolder(where: WhereToLook): string {
  return inHome(where.env.PI_CODING_AGENT_DIR || '~/.pi/agent', where);
}

/** The folder that settings of Pi name; settings that cannot be read name none. */
function sessionDirOfSettings(folder: string): string | undefined {
  const named = readJsonObject(path.join(folder, 'settings.json'))?.sessionDir;
  return typeof named === 'string' ? named : undefined;
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
