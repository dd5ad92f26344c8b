const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'larger than a file may be',
  EIO: 'the disk reports an error',
  ELOOP: 'a link leads back to itself',
  ENOTDIR: 'a folder above it is a file',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
};

/** The system's code of an error, `''` for one that has none. */
export function codeOf(error: unknown): string {
  const code: unknown = Reflect.get(Object(error), 'code');
  return typeof code === 'string' ? code : '';
}

/** Whether it is one of the errors of the file system that are told by their reason. */
export function isSystemError(error: unknown): boolean {
  return Object.hasOwn(REASONS, codeOf(error));
}

/** Why the file system refused something, as a clause; of any other error, its message. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const reason = REASONS[code];
  if (reason !== undefined) return `${reason} (${code})`;
  return error instanceof Error ? error.message : String(error);
}
