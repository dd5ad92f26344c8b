import { statSync } from 'node:fs';
import path from 'node:path';
import { tarballOfNpx } from '../own-call.ts';
import { shellWord } from '../shown-path.ts';
import type { HostInstall, HostInstalls } from './host-install.ts';
import { type PackageFolder, packageAbove } from './package-folder.ts';
import { isAtLeast } from './version-order.ts';

/** One thing that was looked at. */
export interface Check {
  /** `todo`: somebody has to do something; `note`: worth knowing, and in order. */
  readonly status: 'ok' | 'todo' | 'note';
  readonly text: string;
  /** What to do, or a command to run. */
  readonly advice?: string;
}

/** A place that is told to load the guard, and whether the guard there does its work. */
export interface LoadedGuard {
  readonly listedIn: string;
  readonly source: string;
  readonly version?: string;
  readonly folder?: string;
  readonly entry?: string;
  readonly loads: boolean;
  /** Whether it took a malformed call out of a message; missing where it was not tried. */
  readonly caught?: boolean;
}

/** Where a host's configuration names the guard, and what is there. */
interface ListedPlace {
  readonly listedIn: string;
  readonly source: string;
  /** The installed package, and the file that the host loads; missing where there is none. */
  readonly guard?: PackageFolder | undefined;
  readonly entry?: string | undefined;
}

/** A place that names the guard, as long as nothing says that it loads. */
export function listedGuard({ listedIn, source, guard, entry }: ListedPlace): LoadedGuard {
  return {
    listedIn,
    source,
    ...(guard === undefined ? {} : { version: guard.version, folder: guard.folder }),
    ...(entry === undefined ? {} : { entry }),
    loads: false,
  };
}

/** What is known of one host on this machine. */
export interface HostReport {
  readonly host: 'pi' | 'dsh';
  /** Whether there is anything of the host. */
  readonly isFound: boolean;
  readonly installs: readonly HostInstall[];
  readonly guards: readonly LoadedGuard[];
  readonly checks: readonly Check[];
}

/** The package that this command belongs to. */
export const OWN_PACKAGE: PackageFolder | undefined = packageAbove(import.meta.filename);

interface SourceWords {
  /** The package of the registry. */
  readonly ofRegistry: string;
  /** A tarball at an absolute path. */
  ofTarball(file: string): string;
}

/**
 * What a host is told to install: this package, or where it came from when it lies where it does not stay.
 *
 * @param folder real path of this package
 */
export function installSource(
  { ofRegistry, ofTarball }: SourceWords,
  folder: string | undefined = OWN_PACKAGE?.folder,
): string {
  const file = folder && tarballOfNpx(folder);
  if (file) return shellWord(ofTarball(file));
  if (folder === undefined || /[\\/](_npx|\.cache|dlx-[^\\/]*)[\\/]/.test(folder)) return ofRegistry;
  return shellWord(folder);
}

/** Checks of the host itself: which versions there are, and whether the guard runs on them. */
export function installChecks(
  title: string,
  { installs, strangers }: HostInstalls,
  oldest: string,
  update: string,
): Check[] {
  const checks = installs.map(({ version, folder, foundBy }): Check => {
    const text = `${title} ${version} in ${folder} (${foundBy})`;
    if (isAtLeast(version, oldest) !== false) return { status: 'ok', text };
    return { status: 'todo', text: `${text}; the guard needs ${oldest} or newer`, advice: update };
  });
  const others = strangers.map((program): Check => {
    return { status: 'note', text: `${program} is on the PATH, and its package cannot be told` };
  });
  return [...checks, ...others];
}

/** Whether a folder is there. */
export function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** The guard in a place, as a person is told of it. */
export function guardText(guard: PackageFolder | undefined, entry: string | undefined): string {
  if (guard !== undefined) return `${guard.name} ${guard.version}`;
  return entry === undefined ? 'the guard' : `a copy of the guard, ${path.basename(entry)}`;
}
