import type { Place, TargetRules } from '../target.ts';
import { judgeSteps, type LineVerdict } from './judge.ts';
import { stepsOf } from './steps.ts';

/**
 * Whether a command line, as Bash reads it, does nothing but look source up. It does if every command in it is a
 * lookup or neutral and one of them at least meets source; what is not understood is no lookup. The file system
 * is asked only about lines that pass by their text. Takes time in proportion to the line, and never throws.
 *
 * @param place the folder in which the line runs, and the project.
 */
export function shellLookup(line: string, place: Place, rules: TargetRules): LineVerdict {
  const steps = stepsOf(line);
  return typeof steps === 'string' ? steps : judgeSteps(steps, place, rules);
}
