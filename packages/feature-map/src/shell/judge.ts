import { covers, isFolder, realPath } from '../paths.ts';
import { judgeGlob, judgePath, type Place, type TargetRules, type Verdict } from '../target.ts';
import type { CdReading, LookupReading, Obstacle } from './reading.ts';
import type { Step } from './steps.ts';
import { pathOf, type Word } from './word.ts';

/** The first lookup of a line that meets the project's source. */
export interface FoundLookup {
  /** Where it is made. */
  readonly place: Place;
  /** The path that is source, relative to `place.cwd`; for a glob its fixed leading path. */
  readonly path: string;
  /** The path as it stands in the line; `undefined` where the lookup goes through the working folder unasked. */
  readonly written: string | undefined;
  /** What it looks for. */
  readonly pattern: string | undefined;
}

/** What a line comes to: a lookup of source, or why it is none. */
export type LineVerdict = FoundLookup | Obstacle | 'no-path' | NoSource;

type NoSource = 'folder' | Exclude<Verdict, 'source'>;

/** How often a line may ask the file system; one that needs more is not understood. */
const QUESTIONS = 500;

/**
 * Judges what a line looks at, `cd` included. A line is a lookup of source if one of its commands is, and none
 * looks outside the project, which is an answer of its own. Never throws.
 *
 * @param place where the line begins.
 */
export function judgeSteps(steps: readonly Step[], place: Place, rules: TargetRules): LineVerdict {
  const outer: string[] = [];
  let folder = realPath(place.cwd, rules.fs) ?? place.cwd;
  let questions = 0;
  let found: FoundLookup | undefined;
  let rule: NoSource | undefined;

  for (const step of steps) {
    if (step.is === 'enter') {
      outer.push(folder);
    } else if (step.is === 'leave') {
      const before = outer.pop();
      if (step.restores && before !== undefined) folder = before;
    } else if (step.is === 'cd') {
      const target = goTo(step);
      if (target === undefined) return 'unclear-command';
      folder = target;
    } else {
      const verdict = judgeLookup(step);
      if (typeof verdict === 'object') found ??= verdict;
      else if (verdict === 'outside' || verdict === 'unclear-command') return verdict;
      else rule ??= verdict;
    }
  }
  return found ?? rule ?? 'no-path';

  /** Bash resolves a `cd` by its text: `..` leads back out of a link that led in. */
  function goTo({ to }: CdReading): string | undefined {
    const path = to === undefined ? rules.home : nativePath(to, rules);
    if (path === undefined || !mayAsk()) return undefined;
    const target = rules.path.resolve(folder, path);
    return isFolder(target, rules.fs) ? target : undefined;
  }

  function judgeLookup(step: LookupReading): FoundLookup | NoSource | 'unclear-command' {
    const start = startOf(step.folders);
    if (start === undefined || !mayAsk()) return 'unclear-command';
    const cwd = realPath(start, rules.fs);
    if (cwd === undefined) return 'missing';
    const here = { cwd, project: place.project };

    let worst: NoSource | undefined;
    for (const word of step.paths.length > 0 ? step.paths : [undefined]) {
      const path = word === undefined ? '.' : nativePath(word, rules);
      if (path === undefined) return 'unclear-command';
      for (const glob of step.globs.length > 0 ? step.globs : [undefined]) {
        if (!mayAsk()) return 'unclear-command';
        let verdict: Verdict | NoSource = judgeTarget(path, glob, here, rules);
        if (verdict === 'source' && refuses(step, word, path, cwd)) verdict = 'folder';
        if (verdict === 'source') return { place: here, path, written: word?.text, pattern: step.pattern };
        if (worst === undefined || verdict === 'outside') worst = verdict;
      }
    }
    return worst ?? 'missing';
  }

  /** A glob's prefix is a folder, and its matches need not be. */
  function refuses(
    { takesFolders }: LookupReading,
    word: Word | undefined,
    path: string,
    cwd: string,
  ): boolean {
    return !takesFolders && word?.wild === -1 && isFolder(rules.path.resolve(cwd, path), rules.fs);
  }

  function startOf(folders: readonly Word[]): string | undefined {
    let start: string | undefined = folder;
    for (const word of folders) {
      const path = word.wild === -1 ? nativePath(word, rules) : undefined;
      if (path === undefined || !mayAsk()) return undefined;
      start = rules.path.resolve(start, path);
    }
    return start;
  }

  function mayAsk(): boolean {
    questions += 1;
    return questions <= QUESTIONS;
  }
}

/** On Windows, Bash writes a drive as a folder: `/c/project` (MSYS2, File system paths). */
function nativePath(word: Word, { home, path }: TargetRules): string | undefined {
  const written = pathOf(word, home);
  return path.sep === '\\' ? written?.replace(/^\/([A-Za-z])(?=\/|$)/, '$1:') : written;
}

function judgeTarget(path: string, glob: Word | undefined, here: Place, rules: TargetRules): Verdict {
  // To a program an empty path is one that does not exist, and not the working folder.
  if (path === '') return 'missing';
  const verdict = glob === undefined ? judgePath(path, here, rules) : judgeGlob(glob.text, path, here, rules);
  // That a file elsewhere is not there, as a log that work was to write, is an answer too.
  const isElsewhere =
    verdict === 'missing' && !covers(here.project, rules.path.resolve(here.cwd, path), rules.path);
  return isElsewhere ? 'outside' : verdict;
}
