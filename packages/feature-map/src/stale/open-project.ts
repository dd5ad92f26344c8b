import path from 'node:path';
import { diskFiles, type MapFiles } from '../map/map-files.ts';
import { isBelow } from '../map/map-listing.ts';
import { openGit } from './git-facts.ts';
import { FILE_LIMIT, type ProjectFacts } from './project-facts.ts';
import { walkFiles } from './walk-files.ts';

/** Folders of what a build makes; without git, nothing else says that a path in one may be missing. */
const MADE = /^(?:\.next|\.nuxt|\.turbo|\.venv|build|coverage|dist|node_modules|out|target|venv)$/;

/**
 * The project at a folder, by git, or by a walk through its folders where git cannot be asked: then nothing is known
 * of its history. Reads nothing before it is asked.
 *
 * @param root real path of the project's folder
 */
export function openProject(root: string, files: MapFiles = diskFiles): ProjectFacts {
  const read = (file: string) => readText(root, file, files);
  const git = openGit(root);
  if (typeof git !== 'string') {
    const listing = git.files();
    // A repository around the project that ignores all of it knows nothing.
    if (listing.incomplete !== undefined || listing.paths.length > 0)
      return { ...git, files: () => listing, read };
  }
  const limit = typeof git === 'string' ? git : 'git lists no file here';
  return {
    files: () => walkFiles(root, files),
    read,
    ignored: (paths) => new Set(paths.filter((file) => file.split('/').some((part) => MADE.test(part)))),
    history: () => ({ gone: new Map(), limit }),
  };
}

/** Text of a file within the project; a link is followed inside it only. */
function readText(root: string, file: string, files: MapFiles): string | undefined {
  try {
    const real = files.realPath(path.join(root, file));
    if (!isBelow(real, root)) return undefined;
    const bytes = files.read(real, FILE_LIMIT);
    return bytes.length > FILE_LIMIT || bytes.includes(0) ? undefined : bytes.toString('utf8');
  } catch {
    return undefined;
  }
}
