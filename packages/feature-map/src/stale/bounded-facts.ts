import { diskFiles, type MapFiles } from '../map/map-files.ts';
import { type Deadline, deadlineOf } from './deadline.ts';
import { openProject } from './open-project.ts';
import { FILE_LIMIT, type ProjectFacts } from './project-facts.ts';

/** Milliseconds that a comparison may ask and read; matching what was read comes on top and is short. */
const TIME = 10_000;
/** Characters that it reads in all. */
const CHARACTERS = 128 * FILE_LIMIT;

/** The project at a folder for a caller that others wait for: git, listing and reading have one deadline together. */
export function openBoundedProject(root: string, files: MapFiles = diskFiles, time = TIME): ProjectFacts {
  const deadline = deadlineOf(time);
  return boundedFacts(openProject(root, files, deadline), CHARACTERS, deadline);
}

/**
 * The facts of a project within limits: beyond them files count as unreadable, so that nothing is said of them, and a
 * note says so.
 *
 * @param characters how many are read in all
 * @param deadline when reading ends
 */
export function boundedFacts(facts: ProjectFacts, characters: number, deadline: Deadline): ProjectFacts {
  let left = characters;
  let trouble: string | undefined;
  return {
    ...facts,
    read(path) {
      if (deadline.left() < 0) trouble = `the comparison took more than ${deadline.total / 1000} s`;
      if (left <= 0) trouble = `they hold more than ${characters} characters`;
      if (trouble !== undefined) return undefined;
      const text = facts.read(path);
      left -= text?.length ?? 0;
      return text;
    },
    unread: () => trouble,
  };
}
