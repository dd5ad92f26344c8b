import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

/** A process that may write to a session at any moment. */
export interface HostProcess {
  readonly pid: number;
  /** How it calls itself, as it may be shown after escaping. */
  readonly name: string;
  /** What it has to do with the session, as a clause that continues "process N ". */
  readonly why: string;
}

export interface SessionPlace {
  /** Real path of the session's file. */
  readonly file: string;
  /** Real paths of the folders in which a host that works on the session would work. */
  readonly folders: readonly string[];
}

/** Names that Pi (`process.title` in its `cli/setup.js` and `rpc-entry.js`) and DSH go by. */
const HOST_PROGRAM = /^(pi|pi-rpc|dsh)$/;
/** A script of theirs, when a runtime runs it. */
const HOST_SCRIPT =
  /(^|[\\/])(pi|dsh)(\.[cm]?[jt]s)?$|[\\/]@earendil-works[\\/]pi-|[\\/]@deepseek-ai[\\/]dsh/;
const RUNTIME = /^(node|nodejs|bun|deno|tsx)$/;

/** The bits of a descriptor's flags that say how it was opened; 0 is for reading alone. */
const ACCESS_MODE = 0o3;

/**
 * Looks for processes that work on a session: hosts that run in its folders or hold its file, and any program that
 * holds the file for writing. Processes of other users may hide.
 *
 * @param proc where the system tells of its processes
 * @returns `undefined` where the system does not tell (other than Linux, or without /proc)
 */
export function hostProcesses(place: SessionPlace, proc = '/proc'): HostProcess[] | undefined {
  if (!tellsOfProcesses(proc)) return undefined;
  const pids = namesIn(proc)
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return pids
    .filter((pid) => pid !== process.pid)
    .flatMap((pid) => judge(path.join(proc, `${pid}`), pid, place));
}

/** Whether the system tells which processes work where. */
export function tellsOfProcesses(proc = '/proc'): boolean {
  return linkOf(path.join(proc, 'self/cwd')) !== undefined;
}

function judge(folder: string, pid: number, { file, folders }: SessionPlace): HostProcess[] {
  const words = wordsOf(folder);
  const host = hostName(words);
  const name = host ?? path.basename(words[0] ?? 'unnamed');
  const held = holds(folder, file);
  if (held === 'writing' || (held === 'reading' && host !== undefined)) {
    return [{ pid, name, why: `holds the file open for ${held}` }];
  }
  if (host === undefined) return [];
  const cwd = linkOf(path.join(folder, 'cwd'));
  const isIn =
    cwd !== undefined && folders.some((each) => cwd === each || cwd.startsWith(withSeparator(each)));
  return isIn ? [{ pid, name, why: `works in ${cwd}` }] : [];
}

/** The words of a process's command line. Where a program has set its title, that is the first word. */
function wordsOf(folder: string): string[] {
  try {
    return readFileSync(path.join(folder, 'cmdline'), 'utf8')
      .split('\0')
      .map((word) => word.trim())
      .filter((word) => word !== '');
  } catch {
    return [];
  }
}

function hostName(words: readonly string[]): string | undefined {
  const [program = '', ...rest] = words;
  const name = path.basename(program);
  if (HOST_PROGRAM.test(name)) return name;
  if (!RUNTIME.test(name)) return undefined;
  // The value of an option (`--import x`) may stand in front of the script.
  const scripts = rest.filter((word) => !word.startsWith('-')).slice(0, 2);
  const found = scripts.map((word) => HOST_SCRIPT.exec(word)).find((match) => match !== null);
  if (found === undefined) return undefined;
  return found[2] ?? (found[0].includes('pi-') ? 'pi' : 'dsh');
}

function holds(folder: string, file: string): 'writing' | 'reading' | undefined {
  let held: 'reading' | undefined;
  for (const fd of namesIn(path.join(folder, 'fd'))) {
    if (linkOf(path.join(folder, 'fd', fd)) !== file) continue;
    if (isForWriting(path.join(folder, 'fdinfo', fd))) return 'writing';
    held = 'reading';
  }
  return held;
}

function isForWriting(info: string): boolean {
  try {
    const [, flags = '0'] = /^flags:\s*([0-7]+)/m.exec(readFileSync(info, 'utf8')) ?? [];
    return (Number.parseInt(flags, 8) & ACCESS_MODE) !== 0;
  } catch {
    return false;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function linkOf(file: string): string | undefined {
  try {
    return readlinkSync(file);
  } catch {
    return undefined;
  }
}

function withSeparator(folder: string): string {
  return folder.endsWith(path.sep) ? folder : folder + path.sep;
}
