import { diskFiles, type MapFiles } from '../map/map-files.ts';
import { type Deadline, NO_DEADLINE } from './deadline.ts';
import { openGit } from './git-facts.ts';
import type { FileListing, ProjectFacts } from './project-facts.ts';
import { ProjectReader } from './project-reader.ts';
import { walkFiles } from './walk-files.ts';

/** Folders of what a build makes; without git, nothing else says that a path in one may be missing. */
const MADE = /^(?:\.next|\.nuxt|\.turbo|\.venv|build|coverage|dist|node_modules|out|target|venv)$/;

/**
 * The project at a folder, by git, or by a walk through its folders where git cannot be asked: then nothing is known
 * of its history. Nothing is read before it is asked for, and the files are listed once.
 *
 * @param root real path of the project's folder
 * @param deadline when listing files and asking git end, all questions together
 */
export function openProject(
  root: string,
  files: MapFiles = diskFiles,
  deadline: Deadline = NO_DEADLINE,
): ProjectFacts {
  const reader = new ProjectReader(root, files);
  let listed: Listed | undefined;
  const list = () => {
    listed ??= listProject(root, files, deadline);
    return listed;
  };
  return {
    files: () => list().listing,
    read: (file) => reader.read(file),
    ignored: (paths) => list().ignored(paths),
    history: () => list().history(),
  };
}

interface Listed extends Pick<ProjectFacts, 'ignored' | 'history'> {
  listing: FileListing;
}

function listProject(root: string, files: MapFiles, deadline: Deadline): Listed {
  const git = openGit(root, deadline);
  if (typeof git !== 'string') {
    const listing = git.files();
    // A repository around the project that ignores all of it knows nothing.
    if (listing.incomplete !== undefined || listing.paths.length > 0) {
      return { listing, ignored: git.ignored, history: git.history };
    }
  }
  const limit = typeof git === 'string' ? git : 'git lists no file here';
  return {
    listing: walkFiles(root, files, deadline),
    ignored: (paths) => new Set(paths.filter((file) => file.split('/').some((part) => MADE.test(part)))),
    history: () => ({ gone: new Map(), limit }),
  };
}
