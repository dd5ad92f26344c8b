import { bar, type Style, table } from '../terminal.ts';
import { shortened, visible, visibleJson } from '../visible-text.ts';
import type { IncidentCounts, ShownCall, ShownIncident, ShownValue, Tally } from './incident-counts.ts';

export interface IncidentReport {
  readonly counts: IncidentCounts;
  /** Absolute paths. */
  readonly lookedAt: readonly string[];
  /** The evidence file; missing where there is none. */
  readonly file: string | undefined;
}

/** Stands in the JSON, and grows when a field changes its meaning or goes. */
const JSON_VERSION = 1;

/** One line of JSON in which whatever a terminal would obey is escaped; no evidence at all has counts of 0. */
export function reportJson({ counts, lookedAt, file }: IncidentReport): string {
  const { incidents, toolCalls, unreadable, last } = counts;
  const list = (tally: Tally, what: string) => ({
    values: rowsOf(tally, 'count').map(([value, count]) => ({ value, [what]: count })),
    others: tally.others,
  });
  const report = {
    version: JSON_VERSION,
    ...(file === undefined ? {} : { file }),
    lookedAt,
    incidents,
    toolCalls,
    unreadableLines: unreadable,
    kinds: list(counts.kinds, 'incidents'),
    providers: list(counts.providers, 'incidents'),
    models: list(counts.models, 'incidents'),
    reasons: list(counts.reasons, 'toolCalls'),
    days: {
      values: rowsOf(counts.days, 'value').map(([value, count]) => ({ value, incidents: count })),
      others: counts.days.others,
    },
    last,
  };
  return visibleJson(report);
}

/** The report for a person. */
export function reportLines({ counts, lookedAt, file }: IncidentReport, style: Style): string[] {
  if (file === undefined) {
    return ['No evidence of incidents. Looked for:', ...lookedAt.map((place) => `  ${visible(place)}`)];
  }
  const { incidents, toolCalls, unreadable, last } = counts;
  const head = `${counted(incidents, 'incident')} with ${counted(toolCalls, 'tool call')} in ${visible(file)}`;
  const lines = [style('bold', head)];
  if (unreadable.count > 0) lines.push(style('yellow', oddLinesText(unreadable)));
  if (incidents === 0) return lines;
  lines.push(
    ...section('By provider', rowsOf(counts.providers, 'count'), counts.providers.others, style),
    ...section('By model', rowsOf(counts.models, 'count'), counts.models.others, style),
    ...section('By reason (tool calls)', rowsOf(counts.reasons, 'count'), counts.reasons.others, style),
    ...section('By day (UTC)', rowsOf(counts.days, 'value'), counts.days.others, style, 'last'),
  );
  if (last.length > 0) lines.push('', style('bold', lastTitle(last.length, incidents)));
  for (const incident of last) lines.push(...incidentLines(incident, style));
  return lines;
}

function lastTitle(shown: number, all: number): string {
  if (shown === all) return 'Incidents';
  return shown === 1 ? 'The last incident' : `The last ${shown} incidents`;
}

const BAR_WIDTH = 30;
const MAX_ROWS = 14;

type Row = readonly [value: string, count: number];

function rowsOf({ counts }: Tally, order: 'count' | 'value'): Row[] {
  const rows = [...counts];
  if (order === 'value') return rows.sort(([one], [other]) => (one < other ? -1 : 1));
  return rows.sort(([, one], [, other]) => other - one);
}

/** Counts with bars: the first rows, or the last ones, and how many more there are. */
function section(
  title: string,
  rows: readonly Row[],
  others: number,
  style: Style,
  which: 'first' | 'last' = 'first',
): string[] {
  const shown = which === 'first' ? rows.slice(0, MAX_ROWS) : rows.slice(-MAX_ROWS);
  const most = Math.max(...shown.map(([, count]) => count));
  const rest = rows.length - shown.length;
  const restCount =
    rows.reduce((sum, [, count]) => sum + count, others) - shown.reduce((sum, [, count]) => sum + count, 0);
  const lines = table(
    shown.map(([value, count]) => [
      visible(shortened(value, 60)),
      String(count).padStart(String(most).length),
      style('cyan', bar(count / most, BAR_WIDTH)),
    ]),
  ).map((line) => `  ${line}`);
  if (restCount === 0) return ['', style('bold', title), ...lines];
  const more = `  ${style('dim', `and ${restCount} in ${others > 0 ? 'more than ' : ''}${counted(Math.max(rest, 1), 'other')}`)}`;
  return ['', style('bold', title), ...(which === 'first' ? [...lines, more] : [more, ...lines])];
}

function incidentLines(incident: ShownIncident, style: Style): string[] {
  const { timestamp, kind, action, provider, model, sessionId, calls, moreCalls } = incident;
  const from = `${provider}/${model}`;
  const what = kind === 'malformed_tool_call' ? action : `${kind}, ${action}`;
  const head = [timestamp, what, from, `session ${sessionId}`].map((part) => visible(shortened(part, 80)));
  const more = moreCalls > 0 ? [`    ${style('dim', `and ${counted(moreCalls, 'more tool call')}`)}`] : [];
  return [`  ${head.join('  ')}`, ...calls.flatMap((call) => callLines(call, style)), ...more];
}

function callLines({ reason, id, name, mintedId, arguments: args }: ShownCall, style: Style): string[] {
  const minted = mintedId === undefined ? '' : ` -> ${mintedId}`;
  const line = `    ${visible(reason)}: name ${quoted(name)}, id ${quoted(id)}${visible(minted)}`;
  return args === undefined ? [line] : [line, `      ${style('dim', visible(args))}`];
}

/** A text in quotes, so that it is told from other values. */
function quoted(value: ShownValue | undefined): string {
  if (value === undefined) return '(missing)';
  return visibleJson(typeof value === 'string' ? shortened(value, 80) : value);
}

function oddLinesText({ count, lines }: IncidentCounts['unreadable']): string {
  const which = lines.join(', ') + (count > lines.length ? ', …' : '');
  return `${counted(count, 'line')} could not be read as ${count === 1 ? 'a record' : 'records'}: ${which}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
