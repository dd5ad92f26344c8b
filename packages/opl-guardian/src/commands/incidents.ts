import path from 'node:path';
import { EVIDENCE_FILE } from '../notes.ts';
import { CannotRun, UsageError } from './cannot-run.ts';
import { defineCommand, type ExitCode } from './command.ts';
import { IncidentCounter, type IncidentCounts } from './incidents/incident-counts.ts';
import { evidenceLines, findEvidence } from './incidents/incident-file.ts';
import { reportJson, reportLines } from './incidents/incident-report.ts';
import { styleOf } from './terminal.ts';
import { quote } from './visible-text.ts';

const DEFAULT_LAST = 10;
const MAX_LAST = 1000;

export const command = defineCommand({
  operands: '[path]',
  count: { min: 0, max: 1 },
  about:
    `Counts the incidents in the guard's evidence, ${EVIDENCE_FILE} of a project, by\n` +
    'provider, model, reason and day, and shows the last ones. The path is the\n' +
    "project's folder, that of the evidence, or the file; default: the working folder.\n" +
    '\n' +
    'Tool arguments may hold private text: they are shown only when asked for. What a\n' +
    'terminal would obey is escaped.\n' +
    '\n' +
    'Exit codes: 0 the evidence was read, or there is none, 2 it could not be read, or\n' +
    'the file holds something else.',
  options: {
    last: {
      kind: 'value',
      value: 'count',
      about: `how many incidents to show one by one, at most ${MAX_LAST}; default: ${DEFAULT_LAST}`,
    },
    'with-arguments': { kind: 'flag', about: 'show the arguments of their tool calls' },
  },
  async run(
    [named = '.'],
    { last, 'with-arguments': withArguments, json },
    { cwd, stdout },
  ): Promise<ExitCode> {
    const counter = new IncidentCounter({ last: lastOf(last), withArguments });
    const { lookedAt, found: file } = findEvidence(path.resolve(cwd, named));
    if (file !== undefined) {
      for await (const { number, text } of evidenceLines(file)) counter.add(number, text);
    }
    const counts = counter.counts();
    if (file !== undefined) refuseOther(file, counts);
    const report = { counts, lookedAt, file };
    const lines = json ? [reportJson(report)] : reportLines(report, styleOf(stdout));
    stdout.write(lines.map((line) => `${line}\n`).join(''));
    return 0;
  },
});

/** Lines that are no record are passed over; a file of nothing else is not what was meant. */
function refuseOther(file: string, { incidents, unreadable: { count } }: IncidentCounts): void {
  if (incidents > 0 || count === 0) return;
  const lines = count === 1 ? 'its only line is no record' : `none of its ${count} lines is a record`;
  throw new CannotRun(`${quote(file)} is no evidence of the guard: ${lines} of it`);
}

function lastOf(given: string | undefined): number {
  if (given === undefined) return DEFAULT_LAST;
  const count = Number(given);
  if (/^\d+$/.test(given) && count <= MAX_LAST) return count;
  throw new UsageError(`--last ${quote(given)}: expected a number from 0 to ${MAX_LAST}`);
}
