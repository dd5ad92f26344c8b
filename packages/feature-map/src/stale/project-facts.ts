/**
 * What the `stale/*` rules have to know of the project that a map describes. All of it is asked for lazily: a map
 * whose pages name nothing costs no reading at all. Paths are relative to the project's root, with `/`. Nothing here
 * throws.
 */
export interface ProjectFacts {
  /** Every file that is there and that git does not ignore: tracked ones and new ones. */
  files(): FileListing;
  /**
   * Text of a file; `undefined` where it is binary, too large, no regular file of the project, or unreadable. The
   * checker asks once for a file.
   */
  read(path: string): string | undefined;
  /** Why `read` gave less than there is, as a clause with "they" for the files. Asked when all is read. */
  unread?(): string | undefined;
  /** Those of `paths`, which need not exist, that git ignores. One call answers for all. */
  ignored(paths: readonly string[]): ReadonlySet<string>;
  /** What the history says about files that are gone, by one bounded call. */
  history(): History;
}

export interface FileListing {
  paths: readonly string[];
  /** Why this is not the whole project; nothing can be called missing then. */
  incomplete?: string;
}

export interface History {
  /** Files that were deleted or renamed, with the name that the rename gave them. */
  gone: ReadonlyMap<string, string | undefined>;
  /** Why the history says less than it could, as a clause that ends a sentence: `the clone is shallow`. */
  limit?: string;
}

/** Bytes up to which a file is judged: what is larger was hardly written by hand. */
export const FILE_LIMIT = 1024 * 1024;
