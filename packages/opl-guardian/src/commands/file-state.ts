import type { BigIntStats } from 'node:fs';

/** What tells a file from what it is after any change to it. */
export interface FileState {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly mode: bigint;
  readonly uid: bigint;
  readonly gid: bigint;
}

/** Whether two states are of the same file with nothing written to it in between. */
export function isUnchanged(before: FileState, after: FileState): boolean {
  return isSameFile(before, after) && before.size === after.size && before.mtimeNs === after.mtimeNs;
}

export function isSameFile(one: FileState, other: FileState): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

/** The permission bits, without the kind of the file. */
export function permissionsOf({ mode }: FileState): number {
  return Number(mode & 0o7777n);
}

export function stateOf(stats: BigIntStats): FileState {
  const { dev, ino, size, mtimeNs, mode, uid, gid } = stats;
  return { dev, ino, size, mtimeNs, mode, uid, gid };
}
