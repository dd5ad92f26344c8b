import { lstatSync, realpathSync } from 'node:fs';
import {
  type Branch,
  type RewritePlan,
  type SessionFormat,
  type StoredSession,
  UnreadableSession,
} from '../../formats/format.ts';
import { CannotRun } from '../cannot-run.ts';
import { reasonOf } from '../file-error.ts';
import { type Judgement, judgeSession } from '../session/judge-session.ts';
import { asUnreadable, formatOf, notASession } from '../session/read-session.ts';
import { openSessionFile, type SessionFile } from '../session/session-file.ts';
import { judgeBranch, type TargetChoice, targetsOf } from '../session/target.ts';
import { quote } from '../visible-text.ts';
import { WriteRefusal } from './write-refusal.ts';

/** What a repair would make of a file; the file is open. */
export interface PlannedRepair {
  /** Real path. */
  readonly file: string;
  /** Whether what was named is a link to it. */
  readonly isLink: boolean;
  readonly opened: SessionFile;
  readonly session: StoredSession;
  readonly judgement: Judgement;
  readonly plan: RewritePlan;
  /** Throws where a file that the plan has written is not what it has to be. */
  verify(newFile: string): Promise<void>;
}

/**
 * Reads a session and plans its repair.
 *
 * @param named absolute path; of a link, what it leads to is repaired
 * @param use has the file open until its promise is settled
 * @throws {CannotRun} where the session cannot be read; what `use` throws
 */
export async function withPlan<Result>(
  named: string,
  formats: readonly SessionFormat[],
  choice: TargetChoice,
  use: (planned: PlannedRepair) => Promise<Result>,
): Promise<Result> {
  let opened: SessionFile | undefined;
  try {
    const planned = await readable(named, async () => {
      const file = realPath(named);
      opened = openSessionFile(file);
      const isLink = lstatSync(named).isSymbolicLink();
      return { isLink, ...(await planRepair(file, opened, formats, choice)) };
    });
    return await use(planned);
  } finally {
    opened?.close();
  }
}

async function planRepair(
  file: string,
  opened: SessionFile,
  formats: readonly SessionFormat[],
  choice: TargetChoice,
): Promise<Omit<PlannedRepair, 'isLink'>> {
  const format = formatOf(opened, formats);
  if (format === undefined) throw notASession(opened, formats);
  const session = await format.read(opened);
  const judgement = judgeSession(session, choice);
  const plan = await session.plan((branch) => judgeBranch(branch, targetsOf(branch, choice)));
  const unmended = new Set(plan.unmended);
  const verify = (newFile: string) => verifyRepaired(newFile, file, format, session, unmended, choice);
  const remarks = [...judgement.remarks, ...(plan.remarks ?? [])];
  return { file, opened, session, judgement: { ...judgement, remarks }, plan, verify };
}

/** Each end is judged for the API that it was repaired for, also where the turn that named the API is gone. */
async function verifyRepaired(
  newFile: string,
  name: string,
  format: SessionFormat,
  before: StoredSession,
  unmended: ReadonlySet<string>,
  choice: TargetChoice,
): Promise<void> {
  const targets = new Map(before.branches.map((branch) => [branch.leaf, targetsOf(branch, choice)]));
  const targetsFor = (branch: Branch) => targets.get(branch.leaf) ?? targetsOf(branch, choice);
  const opened = openSessionFile(newFile, { name });
  try {
    const session = await format.read(opened);
    const { remarks } = session;
    const branches = session.branches.filter(({ leaf }) => !unmended.has(leaf));
    const [left] = judgeSession({ ...session, branches, remarks }, choice, targetsFor).findings;
    if (left === undefined) return;
    throw new UnreadableSession(`${left.place} would still have ${left.rule}: ${left.what}`);
  } catch (error) {
    const { message } = asUnreadable(error);
    throw new WriteRefusal(
      `${quote(name)} is as it was: the repaired file did not pass (${message}). Please report this.`,
      { cause: error },
    );
  } finally {
    opened.close();
  }
}

function realPath(named: string): string {
  try {
    return realpathSync(named);
  } catch (error) {
    throw new UnreadableSession(reasonOf(error), { cause: error });
  }
}

async function readable<Result>(named: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new CannotRun(`${quote(named)} cannot be read: ${asUnreadable(error).message}`, { cause: error });
  }
}
