import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { type PackageFolder, packageAbove, packageIn } from './package-folder.ts';

/** The name of this package. */
export const GUARD_NAME = 'opl-guardian';

/** Only the guard's own texts begin like this; a bundle of it that was copied elsewhere is known by them. */
const MARK = '[opl-guardian]';
const MAX_COPY_BYTES = 4 * 1024 * 1024;

/** The guard's package in a folder. */
export function guardIn(folder: string): PackageFolder | undefined {
  return ifGuard(packageIn(folder));
}

/** The guard's package that a file belongs to. */
export function guardAbove(file: string): PackageFolder | undefined {
  return ifGuard(packageAbove(file));
}

function ifGuard(found: PackageFolder | undefined): PackageFolder | undefined {
  return found?.name === GUARD_NAME ? found : undefined;
}

/** Whether a single file is a copy of the guard's bundle. */
export function isCopyOfGuard(file: string): boolean {
  try {
    return statSync(file).size <= MAX_COPY_BYTES && readFileSync(file, 'utf8').includes(MARK);
  } catch {
    return false;
  }
}

/** The files that Pi loads of the package, below its folder; Pi passes over the ones that are not there. */
export function piEntries({ manifest }: PackageFolder): string[] {
  const entries: unknown = Reflect.get(Object(manifest.pi), 'extensions');
  return Array.isArray(entries) ? entries.filter((entry) => typeof entry === 'string') : [];
}

/** The module that DSH loads of the package: what it exports as `./dsh`. */
export function dshEntry({ folder, manifest }: PackageFolder): string {
  const exported: unknown = Reflect.get(Object(manifest.exports), './dsh');
  const file: unknown = typeof exported === 'string' ? exported : Reflect.get(Object(exported), 'default');
  return path.join(folder, typeof file === 'string' ? file : 'dist/dsh.js');
}
