import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { homeOf, inHome, type WhereToLook } from '../scan/places.ts';
import { GUARD_NAME, guardAbove, guardIn, isCopyOfGuard, piEntries } from './guard-package.ts';
import { globalFolders } from './host-install.ts';
import type { PackageFolder } from './package-folder.ts';

/** An extension that is the guard; a copied file belongs to no package. */
interface FoundExtension {
  readonly entry: string;
  readonly guard: PackageFolder | undefined;
}

/** The guard behind one path, as Pi resolves it: a file, a package, or a folder with an index. */
export function extensionsAt(file: string): FoundExtension[] {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (stats.isFile()) {
    if (!/\.[jt]s$/.test(file)) return [];
    const guard = guardAbove(file);
    return guard !== undefined || isCopyOfGuard(file) ? [{ entry: file, guard }] : [];
  }
  const guard = guardIn(file);
  const entries = guard === undefined ? [] : piEntries(guard).map((entry) => path.join(file, entry));
  const index = ['index.ts', 'index.js']
    .map((name) => path.join(file, name))
    .find((name) => existsSync(name));
  const entry = entries.find((name) => existsSync(name)) ?? index;
  if (entry === undefined || (guard === undefined && !isCopyOfGuard(entry))) return [];
  return [{ entry, guard }];
}

/** Where a package of a certain source lies. */
interface LocatedSource {
  /** How Pi tells packages from each other. */
  readonly identity: string;
  /** Absolute path of a folder or a file. */
  readonly folder: string;
  /** Whether the source alone says that it is the guard. */
  readonly isNamedSo: boolean;
  /** What Pi calls the source wherever it is started. */
  readonly fullSource: string;
}

/**
 * Where Pi keeps a package (`parseSource` and what follows it in its `package-manager.js`).
 *
 * @param folder Pi's folder for the scope
 */
export function locateSource(
  source: string,
  scope: 'user' | 'project',
  folder: string,
  where: WhereToLook,
): LocatedSource {
  if (source.startsWith('npm:')) {
    const name = /^@?[^@]+/.exec(source.slice('npm:'.length).trim())?.[0] ?? '';
    const managed = path.join(folder, 'npm', 'node_modules', name);
    const older = scope === 'user' ? globalFolders({ ...where, home: homeOf(where) }) : [];
    const places = [managed, ...older.map((global) => path.join(global, name))];
    const found = places.find((place) => existsSync(place)) ?? managed;
    return { identity: `npm:${name}`, folder: found, isNamedSo: name === GUARD_NAME, fullSource: source };
  }
  const git = GIT.exec(source.replace(/^git:/, ''));
  if (git !== null && /^(git:|https?:|ssh:)/.test(source)) {
    const [, host = '', repository = ''] = git;
    return {
      identity: `git:${host}/${repository}`,
      folder: path.join(folder, 'git', host, repository),
      isNamedSo: path.posix.basename(repository) === GUARD_NAME,
      fullSource: source,
    };
  }
  const local = inHome(source, { ...where, cwd: folder });
  const isNamedSo = path.basename(local) === GUARD_NAME;
  return { identity: `local:${local}`, folder: local, isNamedSo, fullSource: local };
}

/** Host and repository of `https://host/owner/name.git@ref`, `git@host:owner/name` and `host/owner/name`. */
const GIT = /^(?:\w+:\/\/)?(?:[^@/]+@)?([\w.-]+)[:/](.+?)(?:\.git)?(?:@.*)?\/?$/;
