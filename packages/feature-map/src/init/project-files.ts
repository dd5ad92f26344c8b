import path from 'node:path';
import { diskFiles, type MapFiles } from '../map/map-files.ts';
import { codeOf, isBelow } from '../map/map-listing.ts';
import { PageCache } from '../map/page-cache.ts';

/** Bytes of a document or manifest that are read. */
const FILE_LIMIT = 1024 * 1024;

/** What stands at a path of the project. */
export type Place =
  | { readonly kind: 'absent' }
  | { readonly kind: 'text'; readonly text: string }
  /** Something that is no readable text file of the project; `reason` continues "`path` ". */
  | { readonly kind: 'other'; readonly reason: string };

/** Reads files of one project. A link is followed inside the project only. */
export interface ProjectFiles {
  /** Real path of the project's root. */
  readonly root: string;
  /**
   * What stands at a path; a link that leads to nothing is not absent. Does not throw.
   *
   * @param file relative to the root, with `/`, without `..`
   */
  at(file: string): Place;
}

/** @param root real path of the project's folder */
export function projectFiles(root: string, files: MapFiles = diskFiles): ProjectFiles {
  const cache = new PageCache(files);

  function at(file: string): Place {
    try {
      const real = files.realPath(path.join(root, file));
      if (!isBelow(real, root)) return { kind: 'other', reason: 'is a link that leads out of the project' };
      return read(real);
    } catch (error) {
      const code = codeOf(error);
      if (code === 'ENOENT' || code === 'ENOTDIR') return missing(file);
      return { kind: 'other', reason: `cannot be reached (${code})` };
    }
  }

  function read(real: string): Place {
    const content = cache.read(real, FILE_LIMIT, (size) =>
      size > FILE_LIMIT ? `has ${size} bytes, more than the ${FILE_LIMIT} that are read` : undefined,
    );
    if (content === undefined) return { kind: 'absent' };
    return 'text' in content ? { kind: 'text', ...content } : { kind: 'other', ...content };
  }

  /** Why a path leads nowhere: nothing is there, or a link is, which a writer would follow. */
  function missing(file: string): Place {
    let folder = root;
    for (const name of file.split('/')) {
      const entry = files.list(folder).find((candidate) => candidate.name === name);
      if (entry === undefined) return { kind: 'absent' };
      if (entry.kind === 'file') return { kind: 'other', reason: 'lies below a file' };
      try {
        folder = files.realPath(path.join(folder, name));
      } catch {
        return { kind: 'other', reason: 'is, or lies below, a link that leads to nothing' };
      }
      if (!isBelow(folder, root))
        return { kind: 'other', reason: 'lies below a link that leads out of the project' };
    }
    return { kind: 'absent' };
  }

  return { root, at };
}
