import type { SessionFormat } from '../../formats/format.ts';
import type { RuleId } from '../../history/rules.ts';
import { countByRule, judgeSession } from '../session/judge-session.ts';
import { asUnreadable, formatOf, notASession } from '../session/read-session.ts';
import { openSessionFile, type SessionFile } from '../session/session-file.ts';
import type { TargetChoice } from '../session/target.ts';
import type { Progress } from '../terminal.ts';
import type { ScannedFile, ScanStatus, ScanSummary } from './scan-report.ts';
import { filesAt, type WalkedFile } from './session-walk.ts';

export interface ScanOrder {
  /** Absolute paths of files and folders. */
  readonly roots: readonly string[];
  readonly choice: TargetChoice;
  readonly formats: readonly SessionFormat[];
  readonly progress: Progress;
  /**
   * Told of each session as soon as it is judged.
   *
   * @param isNamed whether the file itself is one of the paths
   */
  tell(scanned: ScannedFile, isNamed: boolean): void;
}

/** How hosts name sessions; a file of such a name that cannot even be opened is worth a word. */
const SESSION_NAME = /\.jsonl(\.zstd)?$/;

/** Judges one session after the other, in the order of the paths. */
export async function scanFiles(order: ScanOrder): Promise<Omit<ScanSummary, 'lookedAt'>> {
  const { roots, progress, tell } = order;
  const files = unique(roots.flatMap((root) => [...filesAt(root)]));
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const sessions: Record<ScanStatus, number> = { healthy: 0, repairable: 0, blocked: 0, unreadable: 0 };
  const rules = new Map<RuleId, number>();
  let passedOver = 0;
  let done = 0;
  for (const [at, walked] of files.entries()) {
    const label = `${at + 1} of ${files.length} files`;
    const scanned = await scanFile(walked, order, (read) => progress.at((done + read) / total, label));
    done += walked.size;
    if (scanned === undefined) {
      passedOver++;
      continue;
    }
    sessions[scanned.status]++;
    for (const [rule, count] of countByRule(scanned.findings ?? [])) {
      rules.set(rule, (rules.get(rule) ?? 0) + count);
    }
    progress.hide();
    tell(scanned, walked.isNamed);
  }
  progress.hide();
  return { sessions, rules: Object.fromEntries(rules), passedOver };
}

/** A file that several paths lead to counts once, as the one that somebody named where there is one. */
function unique(files: readonly WalkedFile[]): WalkedFile[] {
  const byPath = new Map<string, WalkedFile>();
  for (const each of files) if (each.isNamed || !byPath.has(each.file)) byPath.set(each.file, each);
  return [...byPath.values()];
}

/** @returns `undefined` for a file that nobody named and that is no session */
async function scanFile(
  { file, size, isNamed, trouble }: WalkedFile,
  { choice, formats }: ScanOrder,
  onRead: (position: number) => void,
): Promise<ScannedFile | undefined> {
  const unreadable = (reason: string): ScannedFile => ({ file, size, status: 'unreadable', reason });
  if (trouble !== undefined) return unreadable(trouble);
  let isSession = isNamed || SESSION_NAME.test(file);
  let opened: SessionFile | undefined;
  try {
    opened = openSessionFile(file, { onRead });
    const format = formatOf(opened, formats);
    if (format === undefined) return isNamed ? unreadable(notASession(opened, formats).message) : undefined;
    isSession = true;
    const session = await format.read(opened);
    const { sessionId, cwd } = session;
    const known = {
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(cwd === undefined ? {} : { cwd }),
    };
    return { file, size, format: format.id, ...known, ...judgeSession(session, choice) };
  } catch (error) {
    // A fault that one file brings out must not end the scan of the others.
    return isSession ? unreadable(asUnreadable(error).message) : undefined;
  } finally {
    opened?.close();
  }
}
