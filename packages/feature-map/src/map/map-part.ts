import nodePath, { type PlatformPath } from 'node:path';
import { covers } from '../paths.ts';

/**
 * Where the folder or the index of a map really is. Either may be a link to elsewhere in the project and not out of
 * it: a map that breaks this is neither read nor asked for.
 *
 * @param project real path of the project
 * @param part path of the folder or the index, relative to it
 * @param realPath resolves all links of a path
 * @returns `undefined` where it leads out of the project
 * @throws what `realPath` throws, as where nothing is there
 */
export function realPart(
  project: string,
  part: string,
  realPath: (path: string) => string,
  path: PlatformPath = nodePath,
): string | undefined {
  const real = realPath(path.join(project, part));
  return real !== project && covers(project, real, path) ? real : undefined;
}
