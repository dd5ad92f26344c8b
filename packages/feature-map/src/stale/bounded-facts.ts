import { FILE_LIMIT, type ProjectFacts } from './project-facts.ts';

/** How much a comparison reads before it stops to read. */
export interface ReadingLimits {
  /** Characters in all. */
  readonly characters: number;
  /** Milliseconds since the first file was read. */
  readonly time: number;
}

const LIMITS: ReadingLimits = { characters: 128 * FILE_LIMIT, time: 10_000 };

/**
 * The facts of a project for a caller that others wait for: beyond the limits files count as unreadable, so that
 * nothing is said of them, and a note says so.
 *
 * @param clock milliseconds since some moment
 */
export function boundedFacts(
  facts: ProjectFacts,
  { characters, time }: ReadingLimits = LIMITS,
  clock: () => number = () => performance.now(),
): ProjectFacts {
  let left = characters;
  let end: number | undefined;
  let trouble: string | undefined;
  return {
    ...facts,
    read(path) {
      end ??= clock() + time;
      if (clock() > end) trouble = `reading them took more than ${time / 1000} s`;
      if (left <= 0) trouble = `they hold more than ${characters} characters`;
      if (trouble !== undefined) return undefined;
      const text = facts.read(path);
      left -= text?.length ?? 0;
      return text;
    },
    unread: () => trouble,
  };
}
