import { statSync } from 'node:fs';
import path from 'node:path';
import type { SessionFormat } from '../formats/format.ts';
import { type Command, defineCommand, type ExitCode, type Surroundings } from './command.ts';
import { codeOf } from './file-error.ts';
import { ownCall } from './own-call.ts';
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
import { FORMATS } from './session/formats.ts';
import { TARGET_OPTION, targetChoice } from './session/target.ts';
import { shownPath } from './shown-path.ts';
import { progressOn, styleOf } from './terminal.ts';

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
      '  unreadable  no session, or one that cannot be read, or not there\n' +
      '\n' +
      'Healthy sessions below a folder are counted only; --all lists them. With --json each\n' +
      'session is one line of JSON, and the last line is the summary.\n' +
      '\n' +
      'Exit codes: 0 all are healthy, 1 something was found, 2 the command could not run,\n' +
      'or a session is unreadable, or a path is not there.',
    options: {
      target: TARGET_OPTION,
      all: { kind: 'flag', short: 'a', about: 'list the healthy sessions, too' },
      verbose: { kind: 'flag', short: 'v', about: 'name each place, what is wrong there, and the remedy' },
    },
    async run(operands, { target, all, verbose, json }, here) {
      const choice = targetChoice(target);
      const isNamed = operands.length > 0;
      const lookedAt = isNamed
        ? operands.map((operand) => path.resolve(here.cwd, operand))
        : sessionPlaces(here).map(({ folder }) => folder);
      const roots = isNamed ? lookedAt : lookedAt.filter(isThere);
      const report = json ? jsonReport(here) : humanReport(here, { all, verbose });
      const progress = progressOn(here.stderr);
      const summary = await scanFiles({ roots, choice, formats, progress, tell: report.tell });
      report.end({ ...summary, lookedAt });
      return exitCode(summary, isNamed);
    },
  });
}

export const command = scanCommand(FORMATS);

function isThere(folder: string): boolean {
  try {
    return statSync(folder) !== undefined;
  } catch (error) {
    return codeOf(error) !== 'ENOENT';
  }
}

interface Report {
  tell(scanned: ScannedFile, isNamed: boolean): void;
  end(summary: ScanSummary): void;
}

function jsonReport({ stdout }: Surroundings): Report {
  return {
    tell: (scanned) => stdout.write(`${fileJson(scanned)}\n`),
    end: (summary) => stdout.write(`${summaryJson(summary)}\n`),
  };
}

/** Rows as they come; of many healthy sessions that nobody named the blocked ones would not be seen. */
function humanReport(
  { stdout, cwd, env }: Surroundings,
  { all, verbose }: { readonly all: boolean; readonly verbose: boolean },
): Report {
  const style = styleOf(stdout);
  const print = (lines: readonly string[]) => stdout.write(lines.map((line) => `${line}\n`).join(''));
  const call = ownCall(env);
  let isFirst = true;
  let unlisted = 0;
  let hasUnknownTarget = false;
  return {
    tell(scanned, isNamed) {
      if (scanned.status === 'healthy' && !all && !isNamed) {
        unlisted++;
        return;
      }
      if (isFirst) print([headerLine(style)]);
      isFirst = false;
      hasUnknownTarget ||= scanned.target === 'unknown';
      print(fileLines(scanned, shownPath(scanned.file, cwd), verbose, style));
    },
    end(summary) {
      const notes = { call, unlisted, hasUnknownTarget };
      print([...(isFirst ? [] : ['']), ...summaryLines(summary, notes, style)]);
    },
  };
}

/** Nothing at all in paths that somebody named is most likely not what was meant. */
function exitCode({ sessions }: Pick<ScanSummary, 'sessions'>, isNamed: boolean): ExitCode {
  const { healthy, repairable, blocked, unreadable } = sessions;
  if (unreadable > 0) return 2;
  if (repairable + blocked > 0) return 1;
  return healthy === 0 && isNamed ? 2 : 0;
}
