import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import nodePath, { type PlatformPath } from 'node:path';

/** What the guard asks of the file system. Synchronous, because a host's guard cannot wait. */
export interface GuardFs {
  /** Follows links. `undefined` where nothing is there; throws where that cannot be told (no permission, a loop). */
  statSync(path: string): { isFile(): boolean; isDirectory(): boolean } | undefined;
  /** The path with every link resolved, in the case that the disk holds. Throws where nothing is there. */
  realpathSync(path: string): string;
}

/** The surroundings of a decision: all that the guard reads besides its input. */
export interface Surroundings {
  readonly fs: GuardFs;
  readonly path: PlatformPath;
  /** The user's home folder, absolute; `undefined` where the system knows none. */
  readonly home: string | undefined;
}

const nodeFs: GuardFs = {
  statSync: (path) => statSync(path, { throwIfNoEntry: false }),
  realpathSync: realpathSync.native,
};

/** The machine that the process runs on; what `overrides` sets is taken from there instead. */
export function surroundings(overrides: Partial<Surroundings> = {}): Surroundings {
  return { fs: nodeFs, path: nodePath, home: userHome(), ...overrides };
}

function userHome(): string | undefined {
  try {
    return homedir() || undefined;
  } catch {
    return undefined;
  }
}

/** The real path, or `undefined` where nothing is there or it cannot be reached. Never throws. */
export function realPath(path: string, fs: GuardFs): string | undefined {
  try {
    return fs.realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Whether a folder is there, links followed. Never throws. */
export function isFolder(path: string, fs: GuardFs): boolean {
  try {
    return fs.statSync(path)?.isDirectory() === true;
  } catch {
    return false;
  }
}

/** Whether `target` is `base` or lies below it, at segment boundaries. Both are absolute and normalized. */
export function covers(base: string, target: string, path: PlatformPath): boolean {
  if (target === base) return true;
  return target.startsWith(base.endsWith(path.sep) ? base : base + path.sep);
}
