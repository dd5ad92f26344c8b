import { type JsonLimits, shorten } from '../../bounded-json.ts';
import type { StoredChange } from '../../formats/format.ts';
import { countByRule, type Judgement } from '../scan/judge-session.ts';
import { apisText, type BranchFinding } from '../scan/target.ts';
import { shellWord } from '../shown-path.ts';
import type { Style } from '../terminal.ts';
import { sentence, visible, visibleJson } from '../visible-text.ts';
import type { PlannedRepair } from './plan-repair.ts';
import { differenceLines, differences } from './session-diff.ts';

/** What was written; without a backup it was another file than the session. */
export interface Written {
  /** Absolute path. */
  readonly file: string;
  readonly backup?: string;
  /** The command that takes the repair back. */
  readonly undo?: string;
}

/** Stands in the JSON value, and grows when a field changes its meaning or goes. */
const JSON_VERSION = 1;

/** A hostile file may nest deeper than a value can be written again: deeper parts are cut, and marked there. */
const REPORTED: JsonLimits = {
  text: Number.POSITIVE_INFINITY,
  entries: Number.POSITIVE_INFINITY,
  depth: 200,
};

/** The repair as JSON; the schema is `schemas/repair-report.schema.json`. */
export function repairJson({ file, session, judgement, plan }: PlannedRepair, written?: Written): string {
  const { format, sessionId, cwd } = session;
  const report = {
    version: JSON_VERSION,
    file,
    format,
    sessionId,
    cwd,
    ...judgement,
    changes: plan.changes.map(({ place, before, after, findings }) => ({
      place,
      before: shorten(before, REPORTED),
      after: shorten(after, REPORTED),
      findings: findings.map(({ rule, what, remedy }) => ({ rule, what, remedy })),
    })),
    written: written ?? null,
  };
  return visibleJson(report, 2);
}

/** What would change and why, place by place, as the lines of a diff. */
export function diffLines(
  { session, judgement, plan }: PlannedRepair,
  shownFile: string,
  style: Style,
): string[] {
  const title = `${style('bold', shownFile)} (${session.format}, judged for ${judgement.target}): ${judgement.status}`;
  const remarks = judgement.remarks.map(({ place, text }) => `${visible(place)}: ${sentence(text)}`);
  return [
    title,
    ...remarks,
    ...plan.changes.flatMap((change) => ['', ...changeLines(change, judgement, style)]),
  ];
}

function changeLines(
  { place, before, after, findings }: StoredChange,
  { target }: Judgement,
  style: Style,
): string[] {
  const reasons = findings.map((finding) => {
    const apis = target === 'any' ? apisOf(finding) : '';
    return `  ${style('bold', finding.rule)}${apis}: ${sentence(finding.what, finding.remedy)}`;
  });
  const lines = differences(before, after).flatMap(differenceLines);
  return [
    style('cyan', visible(place)),
    ...reasons,
    ...lines.map((line) => style(line.startsWith('-') ? 'red' : 'green', `  ${line}`)),
  ];
}

function apisOf(finding: object): string {
  const { apis = [] }: Partial<BranchFinding> = finding;
  return apis.length === 0 ? '' : ` [${apisText(apis)}]`;
}

/** How much was found, and how many places of the file change. */
export function countLine({ judgement, plan }: PlannedRepair): string {
  const { findings } = judgement;
  const rules = countByRule(findings).map(([rule, count]) => `${count} ${rule}`);
  const places = plan.changes.length === 1 ? '1 place changes' : `${plan.changes.length} places change`;
  return `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'} (${rules.join(', ')}): ${places}.`;
}

export function writtenLines({ file, backup, undo }: Written, style: Style): string[] {
  const lines = [style('green', `Written: ${shellWord(file)}`)];
  if (backup !== undefined) lines.push(`Backup:  ${shellWord(backup)}`);
  if (undo !== undefined) lines.push(`Undo:    ${undo}`);
  return lines;
}

/** The command that puts the backup in the place of the repaired file. */
export function undoCommand(backup: string, file: string, platform = process.platform): string {
  const words = [backup, file].map((word) => shellWord(word, platform)).join(' ');
  return platform === 'win32' ? `move /Y ${words}` : `mv -f ${words}`;
}
