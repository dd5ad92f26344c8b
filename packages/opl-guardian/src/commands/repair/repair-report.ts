import path from 'node:path';
import { type JsonLimits, shorten } from '../../bounded-json.ts';
import type { StoredChange } from '../../formats/format.ts';
import { countByRule, type Judgement } from '../session/judge-session.ts';
import { apisText, targetText, UNKNOWN_TARGET } from '../session/target.ts';
import { shellWord } from '../shown-path.ts';
import type { Style } from '../terminal.ts';
import { sentence, visible, visibleJson } from '../visible-text.ts';
import { undoneName } from './backup.ts';
import { type ChangeFindings, findingsByPlace, NO_FINDINGS } from './finding-places.ts';
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
  const title = `${style('bold', shownFile)} (${session.format}, judged for ${targetText(judgement.target)}): ${judgement.status}`;
  const remarks = judgement.remarks.map(({ place, text }) => `${visible(place)}: ${sentence(text)}`);
  const findings = findingsByPlace(plan.changes);
  return [
    title,
    ...(judgement.target === 'unknown' ? [`(${UNKNOWN_TARGET}; --target names one)`] : []),
    ...remarks,
    ...plan.changes.flatMap((change, at) => ['', ...changeLines(change, findings[at], judgement, style)]),
  ];
}

function changeLines(
  { place, before, after }: StoredChange,
  { told, from }: ChangeFindings = NO_FINDINGS,
  { target }: Judgement,
  style: Style,
): string[] {
  const reasons = told.map(({ rule, apis, what, remedy }) => {
    const who = target === 'any' && apis.length > 0 ? ` [${apisText(apis)}]` : '';
    return `  ${style('bold', rule)}${who}: ${sentence(what, remedy)}`;
  });
  if (from.length > 0) reasons.push(`  goes with ${visible(from.join(', '))}`);
  const lines = differences(before, after).flatMap(differenceLines);
  return [
    style('cyan', visible(place)),
    ...reasons,
    ...lines.map((line) => style(line.startsWith('-') ? 'red' : 'green', `  ${line}`)),
    ...(lines.length === 0 ? ['  stays as it is, at another place'] : []),
  ];
}

/** How much was found, and how many places of the file change. */
export function countLine({ judgement, plan }: PlannedRepair): string {
  const { findings } = judgement;
  const rules = countByRule(findings).map(([rule, count]) => `${count} ${rule}`);
  const places = plan.changes.length === 1 ? '1 place changes' : `${plan.changes.length} places change`;
  return `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'} (${rules.join(', ')}): ${places}.`;
}

/** @param isHealthy whether there was nothing to repair */
export function writtenLines({ file, backup, undo }: Written, isHealthy: boolean, style: Style): string[] {
  if (isHealthy) return [style('green', `A copy as it is was written: ${shellWord(file)}`)];
  const lines = [style('green', `Written: ${shellWord(file)}`)];
  if (backup === undefined || undo === undefined) return lines;
  const aside = path.basename(undoneName(file, backup));
  return [
    ...lines,
    `Backup:  ${shellWord(backup)}`,
    `Undo:    ${undo}`,
    '         This goes back to the session as it was before the repair. What it gained since then',
    `         is in ${shellWord(aside)} afterwards.`,
  ];
}

/**
 * The command that puts the backup in the place of the repaired file. That file keeps a second name, since the
 * session may have gone on in it; where that name is taken the command does nothing, so that it may run twice.
 */
export function undoCommand(backup: string, file: string, platform = process.platform): string {
  const word = (each: string) => shellWord(each, platform);
  const aside = word(undoneName(file, backup));
  return platform === 'win32'
    ? `mklink /H ${aside} ${word(file)} && move /Y ${word(backup)} ${word(file)}`
    : `ln ${word(file)} ${aside} && mv -f ${word(backup)} ${word(file)}`;
}
