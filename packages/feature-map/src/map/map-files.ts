import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';

/** What tells one content of a file from another, without reading it. */
export interface FileState {
  size: bigint;
  mtimeNs: bigint;
  ctimeNs: bigint;
  ino: bigint;
  isFile: boolean;
}

export interface FolderEntry {
  name: string;
  kind: 'file' | 'folder' | 'link' | 'other';
}

/**
 * The file system as the map needs it. Paths are absolute. All of them may throw an error with a `code`, as
 * `node:fs` does; none changes a file.
 */
export interface MapFiles {
  /** The path with all symbolic links resolved. */
  realPath(path: string): string;
  /** The entries of a folder, links not followed, in any order. */
  list(folder: string): FolderEntry[];
  /** The state of a file, links followed; `undefined` where there is none. */
  stat(path: string): FileState | undefined;
  /** Content of a regular file, `limit` + 1 bytes at most. Follows no link and waits for no writer. */
  read(path: string, limit: number): Buffer;
  /** Nanoseconds since 1970, by the clock that stamps files. */
  now(): bigint;
}

/** The local disk. */
export const diskFiles: MapFiles = {
  realPath: (path) => realpathSync(path),
  list: (folder) =>
    readdirSync(folder, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      kind: entry.isFile()
        ? 'file'
        : entry.isDirectory()
          ? 'folder'
          : entry.isSymbolicLink()
            ? 'link'
            : 'other',
    })),
  stat(path) {
    const stats: BigIntStats | undefined = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    const { size, mtimeNs, ctimeNs, ino } = stats;
    return { size, mtimeNs, ctimeNs, ino, isFile: stats.isFile() };
  },
  read: readBounded,
  now: () => BigInt(Date.now()) * 1_000_000n,
};

function readBounded(path: string, limit: number): Buffer {
  // A file that was swapped for a pipe or a link since it was looked at must neither block nor lead elsewhere.
  const descriptor = openSync(
    path,
    constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0),
  );
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw Object.assign(new Error(`not a regular file: ${path}`), { code: 'EINVAL' });
    let buffer = Buffer.allocUnsafe(Math.min(stats.size, limit) + 1);
    let length = 0;
    for (;;) {
      const count = readSync(descriptor, buffer, length, buffer.length - length, null);
      length += count;
      if (count === 0 || length > limit) return buffer.subarray(0, length);
      if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(2 * length, limit + 1));
    }
  } finally {
    closeSync(descriptor);
  }
}
