import path from 'node:path';
import { MAP_FOLDER } from '../map/page-link.ts';
import type { Surrounding } from './command.ts';

/** Absolute path of a page, given by its path from the map's folder (`''` is the folder itself). */
export function pageFile(root: string, page: string): string {
  return path.join(root, MAP_FOLDER, page);
}

/** A file's path as the person in the working folder would write it. */
export function shownPath(file: string, cwd: string): string {
  return path.relative(cwd, file) || '.';
}

/** A file's path from the checked-out repository's root, with `/`; from the working folder where it lies outside. */
export function repositoryPath(file: string, cwd: string, env: Surrounding['env']): string {
  const base = env.GITHUB_WORKSPACE ?? cwd;
  const relative = path.relative(base, file);
  const leaves = relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative);
  return (leaves ? path.relative(cwd, file) : relative).replaceAll(path.sep, '/');
}
