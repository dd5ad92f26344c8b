import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJsonl } from './jsonl.ts';
import type { PiFileEntry, PiSessionChoice, PiSessionEntry, PiSessionHeader } from './types.ts';

/** The folder of a project's sessions below Pi's agent folder (Pi's `docs/session-format.md`, File Location). */
export function sessionFolder(agentDir: string, cwd: string): string {
  const project = cwd.replace(/^[/\\]/, '').replace(/[/\\:]/g, '-');
  return join(agentDir, 'sessions', `--${project}--`);
}

/** Parses a session file. Throws when it cannot be read, when a line is not JSON, or when the header is missing. */
export async function readSessionFile(
  file: string,
): Promise<{ header: PiSessionHeader; entries: PiSessionEntry[] }> {
  const [header, ...entries] = parseJsonl(await readFile(file, 'utf8'), file) as PiFileEntry[];
  if (header?.type !== 'session') throw new Error(`${file}: the first line is not a session header`);
  return { header, entries: entries.filter((entry) => entry.type !== 'session') };
}

/** The entries of a session file in the order they were appended, without the header. Throws as `readSessionFile`. */
export async function readSessionEntries(file: string): Promise<PiSessionEntry[]> {
  return (await readSessionFile(file)).entries;
}

/** As `readSessionEntries`, but a file that does not exist, or is not known, has no entries. */
export async function entriesSoFar(file: string | undefined): Promise<PiSessionEntry[]> {
  return file !== undefined && existsSync(file) ? readSessionEntries(file) : [];
}

/** The messages of user, assistant and tools among the entries, as they are stored. */
export function storedMessages(entries: readonly PiSessionEntry[]) {
  return entries.flatMap((entry) =>
    entry.type === 'message' && entry.message.role !== 'system' ? [entry.message] : [],
  );
}

/** The file of the session with this id in `folder`; Pi names a session file `<time>_<id>.jsonl`. */
export async function sessionById(folder: string, id: string): Promise<string | undefined> {
  return (await sessionFiles(folder)).find((file) => file.endsWith(`_${id}.jsonl`));
}

/**
 * Call this before a start of Pi; the function that it gives finds, afterwards, the session file which that
 * start writes: the named one, else one that is new in `folder`, else, for `continue`, the one written last.
 */
export async function sessionFinder(
  folder: string,
  { session, continue: resume }: Pick<PiSessionChoice, 'session' | 'continue'>,
): Promise<() => Promise<string | undefined>> {
  const before = await sessionFiles(folder);
  return async () => {
    if (session !== undefined) return session;
    const files = await sessionFiles(folder);
    return files.find((file) => !before.includes(file)) ?? (resume ? newest(files) : undefined);
  };
}

async function newest(files: readonly string[]): Promise<string | undefined> {
  const dated = await Promise.all(files.map(async (file) => ({ file, time: (await stat(file)).mtimeMs })));
  return dated.sort((a, b) => b.time - a.time)[0]?.file;
}

async function sessionFiles(folder: string): Promise<string[]> {
  // Pi creates the folder with the first session.
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith('.jsonl')).map((name) => join(folder, name));
}
