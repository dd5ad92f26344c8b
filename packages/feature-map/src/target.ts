import { isExempt } from './exempt.ts';
import { climbs, globPrefix } from './glob-prefix.ts';
import { covers, realPath, type Surroundings } from './paths.ts';

/** Where a call is made: the session's working folder as the host has it, and the project's real path. */
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

/** Judges a path, relative to the session's working folder, by where its links lead. Never throws. */
export function judgePath(path: string, { cwd, project }: Place, rules: TargetRules): Verdict {
  const real = realPath(rules.path.resolve(cwd, path), rules.fs);
  if (real === undefined) return 'missing';
  if (!covers(project, real, rules.path)) return 'outside';
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
 * does, relative to the working folder, also behind a leading `/`: a reading that meets the project counts.
 * A bare name is looked for at any depth, so one that is not there searches the whole root, unless the name is
 * exempt. Never throws.
 */
export function judgeGlob(glob: string, root: string, place: Place, rules: TargetRules): Verdict {
  const base = judgePath(root, place, rules);
  const prefix = globPrefix(glob, rules.path.sep);
  const { isAbsolute, resolve } = rules.path;
  const staysBelow = !climbs(prefix.path) && !isAbsolute(prefix.path);
  if (prefix.path === '' || (base !== 'source' && staysBelow)) return base;

  const { cwd } = place;
  const readings = [resolve(cwd, root, prefix.path), resolve(cwd, `./${prefix.path}`)];
  let best: Verdict = 'missing';
  for (const reading of new Set(readings)) {
    const verdict = judgePath(reading, place, rules);
    if (verdict === 'exempt' || verdict === 'source') return verdict;
    if (verdict === 'outside') best = verdict;
  }
  if (best !== 'missing' || !prefix.anyDepth) return best;
  const realRoot = realPath(resolve(cwd, root), rules.fs) ?? place.project;
  return isExempt(resolve(realRoot, prefix.path), place.project, rules.exemptPaths, rules) ? 'exempt' : base;
}
