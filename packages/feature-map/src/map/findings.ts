import { quote } from '../quote.ts';
import { compare } from './compare.ts';
import { RULES, type RuleId, type Severity } from './rules.ts';

/** A file name may hold a line break; a place in the text may not. */
const UNPRINTABLE = /[\p{C}\u2028\u2029]/u;

/** One thing that the checker has to say. */
export interface Finding {
  rule: RuleId;
  severity: Severity;
  /** Path relative to the map's folder: a page, the index (`README.md`), or a folder that cannot be read. */
  page: string;
  /** Name of the section, where the finding is about one. */
  section?: string;
  /** 1-based line in the page. */
  line: number;
  /** What was found, as a sentence. */
  message: string;
  /** What to do about it, as a sentence. */
  remedy: string;
}

/** What a finding is about: everything that its rule does not settle, or that it settles otherwise. */
export type Found = Omit<Finding, 'rule' | 'severity' | 'remedy'> & { severity?: Severity; remedy?: string };

/** A finding of a rule, with the rule's severity and remedy where it brings none. */
export function finding(rule: RuleId, found: Found): Finding {
  const { severity, remedy } = RULES[rule];
  return { rule, severity, remedy, ...found };
}

/** Drift first, then by page, line and rule. */
export function sortFindings(findings: Finding[]): Finding[] {
  return findings.sort(
    (a, b) =>
      Number(a.severity === 'advice') - Number(b.severity === 'advice') ||
      compare(a.page, b.page) ||
      a.line - b.line ||
      compare(a.rule, b.rule),
  );
}

/**
 * The findings as text: a line of totals, and two lines for each finding.
 *
 * @param stale what the comparison with the project says beside its findings, where there was one
 */
export function renderFindings(
  findings: readonly Finding[],
  pages: number,
  rows: number,
  stale?: { exempted: number; notes: readonly string[] },
): string {
  const drift = findings.filter(({ severity }) => severity === 'drift').length;
  const compared = stale === undefined ? 'Index and pages' : 'Index, pages and project';
  const verdict = `${compared} ${drift === 0 ? 'agree' : 'disagree'}`;
  const counts = `pages ${pages}, rows ${rows}, drift ${drift}, advice ${findings.length - drift}`;
  const exempted = stale === undefined ? '' : `, exempted ${stale.exempted}`;
  const totals = [`${verdict}: ${counts}${exempted}.`, ...(stale?.notes ?? [])].join(' ');
  return [totals, ...findings.map(renderFinding)].join('\n');
}

function renderFinding({ severity, rule, page, line, message, remedy }: Finding): string {
  const place = UNPRINTABLE.test(page) ? quote(page) : page;
  return `${severity} ${rule} at ${place}:${line}\n  ${message} ${remedy}`;
}
