import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { type PackageFolder, packageAbove, packageIn, realPath } from './package-folder.ts';

/** The package of a host, and the program that it installs. */
export interface HostPackage {
  readonly name: string;
  readonly program: string;
}

export interface HostInstall {
  readonly version: string;
  /** Real path of the package. */
  readonly folder: string;
  readonly foundBy: 'PATH' | 'the global packages' | 'node_modules here';
}

export interface HostInstalls {
  /** Each once; what a shell would start comes first. */
  readonly installs: readonly HostInstall[];
  /** Programs of the host's name whose package cannot be told. */
  readonly strangers: readonly string[];
}

export interface WhereToFind {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The Node that runs; global packages lie beside it. */
  readonly execPath?: string;
  readonly platform?: NodeJS.Platform;
}

/** Finds a host without starting anything: on the PATH, among global packages, and in `node_modules` from here up. */
export function findHost(host: HostPackage, where: WhereToFind): HostInstalls {
  const installs = new Map<string, HostInstall>();
  const strangers: string[] = [];
  const add = (found: PackageFolder | undefined, foundBy: HostInstall['foundBy']): boolean => {
    if (found?.name !== host.name) return false;
    const { folder, version } = found;
    if (!installs.has(folder)) installs.set(folder, { version, folder, foundBy });
    return true;
  };
  for (const program of programsOnPath(host.program, where)) {
    const isFound = [packageAbove(program), ...packagesBeside(program, host.name)].some((found) =>
      add(found, 'PATH'),
    );
    if (!isFound) strangers.push(program);
  }
  for (const folder of globalFolders(where))
    add(packageIn(path.join(folder, host.name)), 'the global packages');
  for (let folder = where.cwd; ; folder = path.dirname(folder)) {
    add(packageIn(path.join(folder, 'node_modules', host.name)), 'node_modules here');
    if (folder === path.dirname(folder)) break;
  }
  return { installs: [...installs.values()], strangers };
}

function programsOnPath(program: string, { env, platform = process.platform }: WhereToFind): string[] {
  const isWindows = platform === 'win32';
  const folders = (env.PATH ?? env.Path ?? '').split(isWindows ? ';' : ':');
  const names = isWindows ? ['.cmd', '.exe', '.ps1', ''].map((end) => program + end) : [program];
  return folders
    .filter((folder) => path.isAbsolute(folder))
    .flatMap((folder) =>
      names
        .map((name) => path.join(folder, name))
        .filter(isFile)
        .slice(0, 1),
    );
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Where a package lies whose program is no link into it but a script that calls it. */
function packagesBeside(program: string, name: string): (PackageFolder | undefined)[] {
  const folder = path.dirname(program);
  const places = ['node_modules', '../lib/node_modules', '..', 'global/5/node_modules'];
  return places.map((place) => packageIn(path.join(folder, place, name)));
}

/** Folders of global packages that can be known without asking a package manager. */
export function globalFolders(where: WhereToFind): string[] {
  const { env, home, execPath = process.execPath, platform = process.platform } = where;
  const inner = platform === 'win32' ? ['node_modules'] : ['lib', 'node_modules'];
  const prefixes = [
    path.dirname(path.dirname(realPath(execPath))),
    env.npm_config_prefix ?? env.NPM_CONFIG_PREFIX,
    prefixOfNpmrc(path.join(home, '.npmrc'), home),
  ];
  const ofNpm = prefixes.flatMap((prefix) => (prefix ? [path.join(prefix, ...inner)] : []));
  const ofPnpm = env.PNPM_HOME ? versionsIn(path.join(env.PNPM_HOME, 'global')) : [];
  return [...ofNpm, ...ofPnpm, path.join(home, '.bun', 'install', 'global', 'node_modules')];
}

function prefixOfNpmrc(file: string, home: string): string | undefined {
  try {
    const prefix = /^\s*prefix\s*=\s*"?(.+?)"?\s*$/m.exec(readFileSync(file, 'utf8'))?.[1];
    return prefix?.replace(/^~(?=\/|$)|^\$\{HOME\}/, home);
  } catch {
    return undefined;
  }
}

function versionsIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((version) => path.join(folder, version, 'node_modules'));
  } catch {
    return [];
  }
}
