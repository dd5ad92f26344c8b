import { isExempt } from './exempt.ts';
import { climbs, globPrefix } from './glob-prefix.ts';
import { covers, isFolder, realPath, type Surroundings } from './paths.ts';

/** Where a call is made: the working folder and the project, both as real paths. */
export interface Place {
  readonly cwd: string;
  readonly project: string;
}

/** What targets are judged by. */
export interface TargetRules extends Surroundings {
  /** See the setting of this name. */
  readonly exemptPaths: readonly string[];
}

/** `source`: there, in the project, and not exempt. */
export type Verdict = 'missing' | 'outside' | 'exempt' | 'source';

/** Which verdict holds where a place can be read in several ways. */
const STRONGEST_FIRST: readonly Verdict[] = ['source', 'exempt', 'outside', 'missing'];

/**
 * Judges a path, relative to the session's working folder, by where its links lead. What git keeps of itself in
 * `.git` is no part of the project that a map could cover. Never throws.
 */
export function judgePath(path: string, { cwd, project }: Place, rules: TargetRules): Verdict {
  const real = realPath(rules.path.resolve(cwd, path), rules.fs);
  if (real === undefined) return 'missing';
  if (!covers(project, real, rules.path) || covers(rules.path.join(project, '.git'), real, rules.path))
    return 'outside';
  // No entry covers all of the project, and most searches begin here: nothing else needs to be looked at.
  if (real === project) return 'source';
  return isExempt(real, project, rules.exemptPaths, rules) ? 'exempt' : 'source';
}

/** Whether a path, relative to the session's working folder, is the project's root. Never throws. */
export function isProjectRoot(path: string, { cwd, project }: Place, rules: TargetRules): boolean {
  return realPath(rules.path.resolve(cwd, path), rules.fs) === project;
}

/**
 * Judges what a glob searches below `root`, a path relative to the session's working folder.
 *
 * The glob's fixed leading path decides. Hosts read it relative to the search root or, as ripgrep's `--glob`
 * does, relative to the working folder, also behind a leading `/`: a reading that meets source counts, else one
 * that meets the project. A root that is a file is searched whatever the glob says, as by ripgrep. Never throws.
 */
export function judgeGlob(glob: string, root: string, place: Place, rules: TargetRules): Verdict {
  const base = judgePath(root, place, rules);
  const prefix = globPrefix(glob, rules.path.sep);
  const { isAbsolute, resolve } = rules.path;
  const staysBelow = !climbs(prefix) && !isAbsolute(prefix);
  if (prefix === '' || (base !== 'source' && staysBelow)) return base;

  const { cwd } = place;
  if (base !== 'missing' && !isFolder(resolve(cwd, root), rules.fs)) return base;
  const readings = [resolve(cwd, root, prefix), resolve(cwd, `./${prefix}`)];
  const verdicts = readings.map((reading) => judgePath(reading, place, rules));
  return STRONGEST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? 'missing';
}
