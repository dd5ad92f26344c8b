import path from 'node:path';
import type { SessionFormat } from '../formats/format.ts';
import { UsageError } from './cannot-run.ts';
import { type Command, defineCommand, type ExitCode, type Surroundings } from './command.ts';
import { ownCall } from './own-call.ts';
import { tellsOfProcesses } from './repair/host-process.ts';
import { refuseLiveSession } from './repair/live-session.ts';
import { type PlannedRepair, withPlan } from './repair/plan-repair.ts';
import {
  countLine,
  diffLines,
  repairJson,
  undoCommand,
  type Written,
  writtenLines,
} from './repair/repair-report.ts';
import { replaceFile } from './repair/replace-file.ts';
import { writeElsewhere } from './repair/write-elsewhere.ts';
import { FORMATS } from './session/formats.ts';
import { TARGET_OPTION, targetChoice } from './session/target.ts';
import { shownPath } from './shown-path.ts';
import { styleOf } from './terminal.ts';
import { quote } from './visible-text.ts';

const OPTIONS = {
  target: TARGET_OPTION,
  write: { kind: 'flag', about: 'repair the file, and keep it as it is as a backup beside it' },
  out: { kind: 'value', value: 'file', about: 'write the repaired session there; the file stays as it is' },
  force: { kind: 'flag', about: 'with --out: replace a file that is there' },
  'even-if-recent': { kind: 'flag', about: 'with --write: though it was written to in the last 5 minutes' },
  'even-if-running': { kind: 'flag', about: 'with --write: though a host runs where the session belongs' },
} as const;

interface Wishes {
  readonly target: string | undefined;
  readonly write: boolean;
  readonly out: string | undefined;
  readonly force: boolean;
  readonly 'even-if-recent': boolean;
  readonly 'even-if-running': boolean;
}

/** The command for formats. */
export function repairCommand(formats: readonly SessionFormat[]): Command {
  return defineCommand({
    operands: '<file>',
    count: { min: 1, max: 1 },
    about:
      'Shows what would mend a session, and why. Nothing is written without --write or\n' +
      '--out. --write keeps the file as it was beside it, and says how to undo.\n' +
      '\n' +
      'Exit codes: 0 the session is healthy or was repaired, 1 it would change,\n' +
      '2 the command could not run or refused to write.',
    options: OPTIONS,
    run([operand = ''], { json, ...wishes }, here) {
      refuseContradictions(wishes);
      const named = path.resolve(here.cwd, operand);
      return withPlan(named, formats, targetChoice(wishes.target), async (planned) => {
        if (planned.isLink) tellOfLink(named, planned.file, here);
        return json ? runForPrograms(planned, wishes, here) : runForPeople(planned, wishes, here);
      });
    },
  });
}

export const command = repairCommand(FORMATS);

function refuseContradictions(wishes: Wishes): void {
  const { write, out, force } = wishes;
  if (write && out !== undefined) throw new UsageError('--write and --out exclude each other');
  if (force && out === undefined) throw new UsageError('--force goes with --out');
  const useless = (['even-if-recent', 'even-if-running'] as const).find((name) => wishes[name] && !write);
  if (useless !== undefined) throw new UsageError(`--${useless} goes with --write`);
}

/** The link stays; what it leads to is repaired, which is not to come as a surprise. */
function tellOfLink(named: string, file: string, { stderr, cwd }: Surroundings): void {
  stderr.write(`opl-guardian: ${shownPath(named, cwd)} is a link; the session is ${shownPath(file, cwd)}\n`);
}

async function runForPrograms(planned: PlannedRepair, wishes: Wishes, here: Surroundings): Promise<ExitCode> {
  const written = await write(planned, wishes, here);
  here.stdout.write(`${repairJson(planned, written)}\n`);
  return exitCode(planned, written);
}

async function runForPeople(planned: PlannedRepair, wishes: Wishes, here: Surroundings): Promise<ExitCode> {
  const { stdout, cwd } = here;
  const style = styleOf(stdout);
  const print = (lines: readonly string[]) => stdout.write(lines.map((line) => `${line}\n`).join(''));
  const shownFile = shownPath(planned.file, cwd);
  print(diffLines(planned, shownFile, style));
  if (isHealthy(planned)) print(['Nothing to repair.']);
  else print(['', countLine(planned)]);
  if (!isHealthy(planned) && staysAsItIs(planned)) print(['More than this cannot be mended.']);
  const written = await write(planned, wishes, here);
  if (written !== undefined) print(writtenLines(written, staysAsItIs(planned), style));
  else if (!staysAsItIs(planned)) {
    const target = wishes.target === undefined ? '' : ` --target ${wishes.target}`;
    const call = `${ownCall(here.env)} repair ${shownFile}${target} --write`;
    print([`Nothing was written. To repair it: ${call}`]);
  }
  return exitCode(planned, written);
}

/** @returns `undefined` where nothing was to be written */
async function write(
  planned: PlannedRepair,
  wishes: Wishes,
  { cwd, stderr }: Surroundings,
): Promise<Written | undefined> {
  const { file, opened, plan, verify, session } = planned;
  const common = { before: opened.state, write: plan.write.bind(plan), verify };
  if (wishes.out !== undefined) {
    const out = path.resolve(cwd, wishes.out);
    await writeElsewhere({ ...common, out, source: file, force: wishes.force });
    return { file: out };
  }
  if (!wishes.write || staysAsItIs(planned)) return undefined;
  const live = {
    file,
    cwd: session.cwd,
    evenIfRecent: wishes['even-if-recent'],
    evenIfRunning: wishes['even-if-running'],
  };
  if (!live.evenIfRunning && !tellsOfProcesses()) {
    stderr.write(
      `opl-guardian: this system does not tell which programs run; make sure that no host has ${quote(file)} open\n`,
    );
  }
  const backup = await replaceFile({ ...common, file, refuse: () => refuseLiveSession(live) });
  return { file, backup, undo: undoCommand(backup, file) };
}

function isHealthy({ judgement, plan }: PlannedRepair): boolean {
  return judgement.findings.length === 0 && plan.changes.length === 0;
}

/** So does a session that keeps findings because what would mend them would break another branch. */
function staysAsItIs({ plan }: PlannedRepair): boolean {
  return plan.changes.length === 0;
}

function exitCode(planned: PlannedRepair, written: Written | undefined): ExitCode {
  return staysAsItIs(planned) || written !== undefined ? 0 : 1;
}
