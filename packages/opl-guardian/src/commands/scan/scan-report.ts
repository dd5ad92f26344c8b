import type { FormatId } from '../../formats/format.ts';
import type { RuleId } from '../../history/rules.ts';
import { countByRule, type Judgement, type PlacedFinding } from '../session/judge-session.ts';
import { apisText, targetText, UNKNOWN_TARGET } from '../session/target.ts';
import { padded, type Style } from '../terminal.ts';
import { sentence, shortened, visible, visibleJson } from '../visible-text.ts';

/** What a scan says of one file. */
export interface ScannedFile extends Partial<Omit<Judgement, 'status'>> {
  /** Absolute path. */
  readonly file: string;
  /** In bytes. */
  readonly size: number;
  readonly status: ScanStatus;
  readonly format?: FormatId;
  readonly sessionId?: string;
  readonly cwd?: string;
  /** Why it is unreadable. */
  readonly reason?: string;
}

const SCAN_STATUSES = ['healthy', 'repairable', 'blocked', 'unreadable'] as const;
export type ScanStatus = (typeof SCAN_STATUSES)[number];

/** What a scan says in the end. */
export interface ScanSummary {
  readonly sessions: Readonly<Record<ScanStatus, number>>;
  /** Findings by rule. */
  readonly rules: Readonly<Partial<Record<RuleId, number>>>;
  /** Files that are no session. */
  readonly passedOver: number;
  /** Absolute paths. */
  readonly lookedAt: readonly string[];
}

/** Stands in every JSON value, and grows when a field changes its meaning or goes. */
const JSON_VERSION = 1;

/** A file as one line of JSON; the schema is `schemas/scan-report.schema.json`. */
export function fileJson({ findings, ...file }: ScannedFile): string {
  const counts = findings && { rules: Object.fromEntries(countByRule(findings)), findings };
  return visibleJson({ version: JSON_VERSION, type: 'session', ...file, ...counts });
}

export function summaryJson(summary: ScanSummary): string {
  return visibleJson({ version: JSON_VERSION, type: 'summary', ...summary });
}

/** What a person is told beside the counts. */
export interface SummaryNotes {
  /** How the user calls this program. */
  readonly call: string;
  /** Healthy sessions that got no row. */
  readonly unlisted: number;
  /** Whether a row names an unknown API. */
  readonly hasUnknownTarget: boolean;
}

const WIDTHS = { status: 10, format: 8, target: 18 };
const COLOURS = { healthy: 'green', repairable: 'yellow', blocked: 'red', unreadable: 'magenta' } as const;

export function headerLine(style: Style): string {
  return style('dim', row('STATUS', 'FORMAT', 'JUDGED FOR', 'SESSION'));
}

/** A file as lines: its row, then what was found, by rule or, with `verbose`, place by place. */
export function fileLines(scanned: ScannedFile, shownPath: string, verbose: boolean, style: Style): string[] {
  const { status, format = '-', target, findings = [], remarks = [], reason } = scanned;
  const judgedFor = target === undefined ? '-' : targetText(target);
  const rows = [row(style(COLOURS[status], status), format, judgedFor, visible(shownPath))];
  if (reason !== undefined) rows.push(detail(reason));
  if (!verbose && findings.length > 0) {
    rows.push(
      detail(
        countByRule(findings)
          .map(([rule, count]) => `${count} ${rule}`)
          .join(', '),
      ),
    );
  }
  if (verbose) {
    rows.push(...findings.map((finding) => findingLine(finding, target === 'any', style)));
    rows.push(...remarks.map(({ place, text }) => detail(`${place}  ${text}`)));
  }
  return rows;
}

/** What is wrong at one place, and what a repair makes of it. */
function findingLine(finding: PlacedFinding, namesApis: boolean, style: Style): string {
  const { rule, place, what, remedy, apis, active } = finding;
  const where = active ? '' : ' (not in the way of the next request)';
  const who = namesApis && apis.length > 0 ? ` [${apisText(apis)}]` : '';
  return `${detail(place)}  ${style('bold', rule)}${who}: ${sentence(what, remedy)}${where}`;
}

export function summaryLines(
  { sessions, passedOver, lookedAt }: ScanSummary,
  { call, unlisted, hasUnknownTarget }: SummaryNotes,
  style: Style,
): string[] {
  const total = SCAN_STATUSES.reduce((sum, status) => sum + sessions[status], 0);
  const others =
    passedOver === 0 ? '' : ` ${passedOver} other ${passedOver === 1 ? 'file is' : 'files are'} no session.`;
  if (total === 0) {
    return [`No sessions found.${others} Looked at:`, ...lookedAt.map((path) => `  ${visible(path)}`)];
  }
  const counts = SCAN_STATUSES.filter((status) => sessions[status] > 0).map((status) =>
    style(COLOURS[status], `${sessions[status]} ${status}`),
  );
  const lines = [`${total} ${total === 1 ? 'session' : 'sessions'}: ${counts.join(', ')}.${others}`];
  if (unlisted > 0) lines.push('Healthy sessions are not listed; --all lists them.');
  if (hasUnknownTarget) lines.push(`${UNKNOWN_TARGET}; --target names one.`);
  if (sessions.blocked + sessions.repairable > 0) lines.push(`What would mend one: ${call} repair <file>`);
  return lines;
}

function row(status: string, format: string, target: string, session: string): string {
  const { status: first, format: second, target: third } = WIDTHS;
  return `${padded(status, first)}  ${padded(format, second)}  ${padded(target, third)}  ${session}`;
}

function detail(words: string): string {
  return `  ${text(words)}`;
}

function text(words: string): string {
  return visible(shortened(words, 400));
}
