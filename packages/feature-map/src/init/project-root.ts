import { findMapRoot } from '../map-root.ts';
import { realPath, type Surroundings } from '../paths.ts';

/**
 * The project that documents are written for: the one whose map is found from `cwd` upward, else the nearest folder
 * with a `.git`, looked for below the user's home folder only, else `cwd` itself.
 *
 * @param cwd absolute path of an existing folder; links in it are resolved first.
 * @returns its real path, `undefined` where `cwd` does not exist or is no folder. Never throws.
 */
export function projectRoot(cwd: string, machine: Surroundings): string | undefined {
  const start = realPath(cwd, machine.fs);
  if (start === undefined || !isFolder(start, machine)) return undefined;
  return findMapRoot(start, machine) ?? findRepository(start, machine) ?? start;
}

function findRepository(start: string, machine: Surroundings): string | undefined {
  const { fs, path, home } = machine;
  const realHome = home === undefined ? undefined : realPath(home, fs);
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (folder !== start && folder === realHome) return undefined;
    if (realPath(path.join(folder, '.git'), fs) !== undefined) return folder;
    if (folder === path.dirname(folder) || folder === realHome) return undefined;
  }
}

function isFolder(path: string, { fs }: Surroundings): boolean {
  try {
    return fs.statSync(path)?.isDirectory() === true;
  } catch {
    return false;
  }
}
