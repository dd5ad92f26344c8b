import { lstatSync, statSync } from 'node:fs';
import path from 'node:path';
import type { SessionFormat } from '../formats/format.ts';
import { CannotRun } from './cannot-run.ts';
import { type Command, defineCommand, type ExitCode, type Surroundings } from './command.ts';
import { codeOf, reasonOf } from './repair/file-error.ts';
import { FORMATS } from './scan/formats.ts';
import { sessionPlaces } from './scan/places.ts';
import { scanFiles } from './scan/scan-files.ts';
import {
  fileJson,
  fileLines,
  headerLine,
  type ScannedFile,
  type ScanSummary,
  summaryJson,
  summaryLines,
} from './scan/scan-report.ts';
import { TARGET_OPTION, targetChoice } from './scan/target.ts';
import { shownPath } from './shown-path.ts';
import { progressOn, styleOf } from './terminal.ts';
import { quote } from './visible-text.ts';

/** The command for formats. */
export function scanCommand(formats: readonly SessionFormat[]): Command {
  return defineCommand({
    operands: '[paths...]',
    count: { min: 0, max: Number.POSITIVE_INFINITY },
    about:
      'Finds sessions whose history a provider refuses. Without paths it looks where Pi\n' +
      'and DSH keep sessions; of a folder it looks at every session below it.\n' +
      '\n' +
      '  healthy     nothing was found\n' +
      '  repairable  something was found, but not in the way of the next request\n' +
      '  blocked     the next request would be refused\n' +
      '  unreadable  no session, or one that cannot be read\n' +
      '\n' +
      'With --json each session is one line of JSON, and the last line is the summary.\n' +
      '\n' +
      'Exit codes: 0 all are healthy, 1 something was found, 2 the command could not run,\n' +
      'or a session is unreadable.',
    options: {
      target: TARGET_OPTION,
      verbose: { kind: 'flag', short: 'v', about: 'name each place, what is wrong there, and the remedy' },
    },
    async run(operands, { target, verbose, json }, here) {
      const choice = targetChoice(target);
      const isNamed = operands.length > 0;
      const lookedAt = isNamed ? namedPaths(operands, here) : sessionPlaces(here).map(({ folder }) => folder);
      const roots = isNamed ? lookedAt : lookedAt.filter(isThere);
      const report = json ? jsonReport(here) : humanReport(here, verbose);
      const progress = progressOn(here.stderr);
      const summary = await scanFiles({ roots, choice, formats, progress, tell: report.tell });
      report.end({ ...summary, lookedAt });
      return exitCode(summary, isNamed);
    },
  });
}

export const command = scanCommand(FORMATS);

function namedPaths(operands: readonly string[], { cwd }: Surroundings): string[] {
  return operands.map((operand) => {
    const named = path.resolve(cwd, operand);
    try {
      statSync(named);
      return named;
    } catch (error) {
      const why = isLink(named) ? 'it is a link that leads nowhere' : reasonOf(error);
      throw new CannotRun(`${quote(operand)} cannot be looked at: ${why}`);
    }
  });
}

function isLink(named: string): boolean {
  try {
    return lstatSync(named).isSymbolicLink();
  } catch {
    return false;
  }
}

function isThere(folder: string): boolean {
  try {
    return statSync(folder) !== undefined;
  } catch (error) {
    return codeOf(error) !== 'ENOENT';
  }
}

interface Report {
  tell(scanned: ScannedFile): void;
  end(summary: ScanSummary): void;
}

function jsonReport({ stdout }: Surroundings): Report {
  return {
    tell: (scanned) => stdout.write(`${fileJson(scanned)}\n`),
    end: (summary) => stdout.write(`${summaryJson(summary)}\n`),
  };
}

function humanReport({ stdout, cwd }: Surroundings, verbose: boolean): Report {
  const style = styleOf(stdout);
  const print = (lines: readonly string[]) => stdout.write(lines.map((line) => `${line}\n`).join(''));
  let isFirst = true;
  return {
    tell(scanned) {
      if (isFirst) print([headerLine(style)]);
      isFirst = false;
      print(fileLines(scanned, shownPath(scanned.file, cwd), verbose, style));
    },
    end: (summary) => print([...(isFirst ? [] : ['']), ...summaryLines(summary, style)]),
  };
}

/** Nothing at all in paths that somebody named is most likely not what was meant. */
function exitCode({ sessions }: Pick<ScanSummary, 'sessions'>, isNamed: boolean): ExitCode {
  const { healthy, repairable, blocked, unreadable } = sessions;
  if (unreadable > 0) return 2;
  if (repairable + blocked > 0) return 1;
  return healthy === 0 && isNamed ? 2 : 0;
}
