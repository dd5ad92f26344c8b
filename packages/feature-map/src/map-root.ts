import { realPart } from './map/map-part.ts';
import { INDEX_FILE, MAP_FOLDER } from './map/page-link.ts';
import { realPath, type Surroundings } from './paths.ts';

/** The map's index, relative to the project, with `/`. */
export const MAP_INDEX = `${MAP_FOLDER}/${INDEX_FILE}`;

/**
 * The project of a session: the nearest folder, from `cwd` upward, that holds a feature map: an index that is a
 * regular file and that, links resolved, is the project's own.
 *
 * The walk ends at the first folder with a `.git` (a folder, or the file of a worktree or submodule), at the
 * file system's root and below the user's home folder, so that no map from above the project is adopted. The
 * home folder's own map counts for a session that was started in the home folder.
 *
 * @param cwd absolute path of the session's working folder; links in it are resolved first.
 * @returns the real path of the folder that holds the map, or `undefined`. Never throws.
 */
export function findMapRoot(cwd: string, { fs, path, home }: Surroundings): string | undefined {
  const start = realPath(cwd, fs);
  if (start === undefined) return undefined;
  if (holdsMap(start)) return start;
  const realHome = home === undefined ? undefined : realPath(home, fs);
  if (start === realHome) return undefined;

  let folder = start;
  while (!isBorder(folder)) {
    const parent = path.dirname(folder);
    if (parent === folder || parent === realHome) return undefined;
    folder = parent;
    if (holdsMap(folder)) return folder;
  }
  return undefined;

  function holdsMap(candidate: string): boolean {
    try {
      if (fs.statSync(path.join(candidate, MAP_INDEX))?.isFile() !== true) return false;
      const real = (part: string) => realPart(candidate, part, (link) => fs.realpathSync(link), path);
      return real(MAP_FOLDER) !== undefined && real(MAP_INDEX) !== undefined;
    } catch {
      return false;
    }
  }

  function isBorder(candidate: string): boolean {
    try {
      const found = fs.statSync(path.join(candidate, '.git'));
      return found?.isDirectory() === true || found?.isFile() === true;
    } catch {
      // Something that cannot be looked at may be the border: better no map than a stranger's.
      return true;
    }
  }
}
