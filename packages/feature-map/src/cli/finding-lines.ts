import type { Finding } from '../map/findings.ts';
import { quote } from '../quote.ts';
import type { Annotation } from './github.ts';
import { pageFile, shownPath } from './place.ts';
import type { Style } from './style.ts';

const UNPRINTABLE = /[\p{C}\u2028\u2029]/u;

/** What a line about a finding is made of: one of the checker's, or of adopt's. */
interface Told extends Omit<Finding, 'rule'> {
  readonly rule: string;
  /** What else is said of it, in front of its severity. */
  readonly kind?: string;
}

/** A finding for a person: place, severity and rule, then what was found, then the remedy. */
export function findingLines(finding: Told, root: string, cwd: string, style: Style): string {
  const { page, line, severity, rule, kind, message, remedy } = finding;
  const file = shownPath(pageFile(root, page), cwd);
  const place = `${UNPRINTABLE.test(file) ? quote(file) : file}:${line}`;
  const grade = style(severity === 'drift' ? 'red' : 'yellow', severity);
  const head = [style('bold', place), ...(kind === undefined ? [] : [kind]), grade, style('dim', rule)];
  return [head.join(' '), `  ${message}`, `  ${style('cyan', remedy)}`].join('\n');
}

/** A finding as an annotation of its line. */
export function findingAnnotation(
  { page, line, severity, rule, message, remedy }: Finding,
  root: string,
): Annotation {
  return {
    level: severity === 'drift' ? 'error' : 'warning',
    file: pageFile(root, page),
    line,
    title: `feature-map ${rule}`,
    message: `${message} ${remedy}`,
  };
}
