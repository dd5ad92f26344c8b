import path from 'node:path';
import { compare } from '../map/compare.ts';
import type { Finding } from '../map/findings.ts';
import { MAP_FOLDER } from '../map/page-link.ts';
import type { Rule, RuleId } from '../map/rules.ts';

/** What adopt reports beside the checker's rules. */
const ADOPT_RULES = {
  'adopt/missing-document': {
    severity: 'advice',
    what: 'A document of the templates does not exist.',
    remedy: '`apply` writes it from its template.',
  },
  'adopt/missing-block': {
    severity: 'advice',
    what: '`AGENTS.md` lacks a heading of its template.',
    remedy: 'Add this block, and change it to what holds here.',
  },
  'adopt/outside-map': {
    severity: 'advice',
    what: 'A Markdown file under `docs` is outside the map.',
    remedy: 'Make it a page of the map, link to it from the page it belongs to, or leave it where it is.',
  },
} as const satisfies Record<string, Rule>;

export type AdoptRuleId = keyof typeof ADOPT_RULES;

/** `deterministic`: what to do follows from the files. `judgment`: an author has to say it. */
export type ItemKind = 'deterministic' | 'judgment';

/** One thing to do, as a finding of the checker with a kind. */
export interface PlanItem extends Omit<Finding, 'rule'> {
  rule: RuleId | AdoptRuleId;
  kind: ItemKind;
  /** `page` as a path from the project's root. */
  file: string;
  /** Text to put in, where it follows from the files: a row, a block, headings. */
  insert?: string;
  /** Of a section that is too big: whether `###` headings divide it already. */
  divides?: boolean;
  /** The item was done by this very call. */
  done?: true;
}

/** A finding of adopt's own, about a file that is named by its path from the project's root. */
export function adoptItem(
  rule: AdoptRuleId,
  file: string,
  found: Pick<PlanItem, 'kind' | 'message'> & Partial<PlanItem>,
): PlanItem {
  const { severity, remedy } = ADOPT_RULES[rule];
  return { rule, severity, remedy, page: path.posix.relative(MAP_FOLDER, file), file, line: 1, ...found };
}

/** What follows from the files first, drift before advice, then by file, line and rule. */
export function sortItems(items: PlanItem[]): PlanItem[] {
  return items.sort(
    (a, b) =>
      compare(a.kind, b.kind) ||
      Number(a.severity === 'advice') - Number(b.severity === 'advice') ||
      compare(a.file, b.file) ||
      a.line - b.line ||
      compare(a.rule, b.rule),
  );
}
