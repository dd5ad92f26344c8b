import { type Dirent, lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { reasonOf } from '../file-error.ts';

/** A file that may be a session, or a place that could not be looked at. */
export interface WalkedFile {
  /** Absolute path. */
  readonly file: string;
  /** In bytes. */
  readonly size: number;
  /** Whether a person named this very file, so that something has to be said about it whatever it is. */
  readonly isNamed: boolean;
  /** Why it cannot be looked at. */
  readonly trouble?: string;
}

/** Folders that hold no sessions, and much else. */
const PASSED_OVER = new Set(['node_modules', '.git']);

/** What repairs leave beside a session. */
const OWN_FILE = /\.opl-guardian-(backup|undone|new|lock)/;

/**
 * The files at a path: the path itself, or every regular file below it, in the order of their names. Links are
 * followed to files and from the path itself, not from folder to folder.
 *
 * @param root absolute path
 */
export function* filesAt(root: string): Generator<WalkedFile> {
  let stats: Stats;
  try {
    stats = statSync(root);
  } catch (error) {
    const trouble = isLink(root) ? 'it is a link that leads nowhere' : reasonOf(error);
    yield { file: root, size: 0, isNamed: true, trouble };
    return;
  }
  if (stats.isDirectory()) yield* filesBelow(root);
  else yield { file: root, size: stats.size, isNamed: true };
}

function isLink(file: string): boolean {
  try {
    return lstatSync(file).isSymbolicLink();
  } catch {
    return false;
  }
}

function* filesBelow(folder: string): Generator<WalkedFile> {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    yield {
      file: folder,
      size: 0,
      isNamed: true,
      trouble: `the folder cannot be listed: ${reasonOf(error)}`,
    };
    return;
  }
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of entries) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!PASSED_OVER.has(entry.name)) yield* filesBelow(file);
    } else if (!OWN_FILE.test(entry.name)) {
      const stats = statsOf(file);
      if (stats?.isFile()) yield { file, size: stats.size, isNamed: false };
    }
  }
}

/** Nothing for what cannot be looked at; who opens it learns why. */
function statsOf(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}
