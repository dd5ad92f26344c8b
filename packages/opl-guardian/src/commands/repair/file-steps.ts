import { closeSync, constants, fsyncSync, openSync, unlinkSync, writeSync } from 'node:fs';

/** Error codes of a file system that has no hard links, or gives none to this user. */
export const NO_LINKS: ReadonlySet<string> = new Set([
  'EPERM',
  'ENOSYS',
  'ENOTSUP',
  'EOPNOTSUPP',
  'EMLINK',
  'EXDEV',
]);

/** Writes all of the bytes behind what is there; a disk that takes only a part is asked again. */
export function writeAll(fd: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(fd, bytes, written, bytes.length - written);
  }
}

/** Makes a file's content durable. */
export function flushFile(file: string): void {
  const fd = openSync(file, constants.O_RDONLY);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Makes new names in a folder durable. Some systems let no folder be opened; there the file system sees to it. */
export function flushFolder(folder: string): void {
  try {
    flushFile(folder);
  } catch {
    // The files are whole under their names in any case.
  }
}

/** Removes a file where it is there and that is possible; what could not be removed does no harm. */
export function removeQuietly(file: string): void {
  try {
    unlinkSync(file);
  } catch {}
}
