import { join } from 'node:path';

/** What a program needs from the machine to run at all. Upper case: Windows ignores case. */
const INHERITED = new Set([
  'PATH',
  'LANG',
  'LC_ALL',
  'TMPDIR',
  'TMP',
  'TEMP',
  'SYSTEMROOT',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
]);

/** Keeps Pi from opening a connection of its own: catalogs, version check, telemetry. */
const OFFLINE = { PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0' };

/** The folders that stand for a user's own in a sandbox. */
export interface SandboxFolders {
  home: string;
  agentDir: string;
}

/**
 * The environment of a sandboxed child: a short allow-list of `inherited`, private folders for everything
 * that a program looks up below the home folder, and Pi offline. Keys, tokens, proxies and settings of
 * whoever runs the tests are not on the list.
 */
export function sandboxEnvironment(
  folders: SandboxFolders,
  inherited: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const kept = Object.entries(inherited).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && INHERITED.has(entry[0].toUpperCase()),
  );
  return {
    ...Object.fromEntries(kept),
    HOME: folders.home,
    USERPROFILE: folders.home,
    APPDATA: join(folders.home, 'AppData', 'Roaming'),
    LOCALAPPDATA: join(folders.home, 'AppData', 'Local'),
    XDG_CONFIG_HOME: join(folders.home, '.config'),
    XDG_CACHE_HOME: join(folders.home, '.cache'),
    XDG_DATA_HOME: join(folders.home, '.local', 'share'),
    PI_CODING_AGENT_DIR: folders.agentDir,
    ...OFFLINE,
  };
}

/** Variables that Pi or a provider's client reads in this process although the sandbox says otherwise. */
const FOREIGN = /^(PI_|AZURE_OPENAI_|OPENAI_|ANTHROPIC_|GOOGLE_|GEMINI_)/;

/**
 * Makes this process safe for Pi's SDK: offline, and none of the variables that could send a request of an
 * in-process session elsewhere. Idempotent, and the same for every sandbox; what differs between sandboxes
 * is passed to the SDK explicitly.
 */
export function isolateThisProcess(env: NodeJS.ProcessEnv = process.env): void {
  for (const name of Object.keys(env)) {
    if (FOREIGN.test(name) && !(name in OFFLINE)) delete env[name];
  }
  Object.assign(env, OFFLINE);
}
