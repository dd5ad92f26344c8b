import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const FIXTURE = join(import.meta.dirname, '..', 'fixtures', 'rot');

/** Relative path with `/` to text. */
export type Tree = ReadonlyMap<string, string>;

/** `[text of the new state, text of the old state]`; every occurrence is meant, and there must be one. */
export type Edit = readonly [now: string, before: string];

/** One line of `history.json`: what the old state, or a machine's working tree, has besides `project/`. */
export type Step =
  | { readonly rename: readonly [before: string, now: string]; readonly edits?: readonly Edit[] }
  | { readonly edit: string; readonly edits: readonly Edit[] }
  | { readonly deleted: string; readonly content: readonly string[] }
  | { readonly untracked: string }
  | { readonly ignored: string; readonly content: readonly string[] };

export interface BuildOptions {
  /** A clone of depth 1 instead of the repository with both commits. */
  readonly shallow?: boolean;
  /** `false`: the files without any repository. */
  readonly git?: boolean;
}

/** The steps of `history.json`, in order. */
export async function readHistory(): Promise<Step[]> {
  return JSON.parse(await readFile(join(FIXTURE, 'history.json'), 'utf8')) as Step[];
}

/** All files of the new state. `gitignore.txt` is stored under that name so that it hides nothing here. */
export async function readProject(): Promise<Tree> {
  const root = join(FIXTURE, 'project');
  const tree = new Map<string, string>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(root.length + 1).replaceAll('\\', '/');
    tree.set(path === 'gitignore.txt' ? '.gitignore' : path, await readFile(file, 'utf8'));
  }
  return tree;
}

/**
 * The state of the first commit.
 * @throws where a step does not fit the new state: its file is missing, or an edit's text is not in it.
 */
export function oldState(project: Tree, history: readonly Step[]): Tree {
  const tree = new Map(project);
  for (const step of history) {
    if ('rename' in step) {
      const [before, now] = step.rename;
      tree.set(before, edited(now, project.get(now), step.edits ?? []));
      tree.delete(now);
    } else if ('edit' in step) tree.set(step.edit, edited(step.edit, project.get(step.edit), step.edits));
    else if ('deleted' in step) tree.set(step.deleted, lines(step.content));
    else if ('untracked' in step) tree.delete(step.untracked);
  }
  return tree;
}

function edited(path: string, text: string | undefined, edits: readonly Edit[]): string {
  if (text === undefined) throw new Error(`history.json names ${path}, which is not in project/`);
  return edits.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`history.json edits ${JSON.stringify(from)}, not in ${path}`);
    return before.replaceAll(from, to);
  }, text);
}

function lines(content: readonly string[]): string {
  return `${content.join('\n')}\n`;
}

/**
 * Lays the fixture project into a new folder below the temporary one.
 *
 * @returns the real path of the folder, which is the caller's to remove. By default it is a repository
 * whose two commits are the old and the new state, with the untracked and the ignored files beside them.
 */
export async function buildProject({ shallow = false, git = true }: BuildOptions = {}): Promise<string> {
  const [project, history] = await Promise.all([readProject(), readHistory()]);
  const untracked = new Set(history.flatMap((step) => ('untracked' in step ? [step.untracked] : [])));
  const newState = new Map([...project].filter(([path]) => !untracked.has(path)));
  const before = oldState(project, history);
  const dir = await temporaryFolder();
  if (!git) await write(dir, newState);
  else if (shallow) await cloneShallow(dir, before, newState);
  else await commitBoth(dir, before, newState);
  await write(dir, new Map([...project].filter(([path]) => untracked.has(path))));
  await write(
    dir,
    new Map(
      history.flatMap((step) => ('ignored' in step ? [[step.ignored, lines(step.content)] as const] : [])),
    ),
  );
  return dir;
}

async function temporaryFolder(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'feature-map-rot-')));
}

async function commitBoth(dir: string, before: Tree, now: Tree): Promise<void> {
  await runGit(dir, 'init', '--quiet', '--initial-branch=main');
  await write(dir, before);
  await commit(dir, 'The old state', '2025-01-15T12:00:00Z');
  for (const name of await readdir(dir)) {
    if (name !== '.git') await rm(join(dir, name), { recursive: true });
  }
  await write(dir, now);
  await commit(dir, 'The new state', '2025-03-15T12:00:00Z');
}

async function cloneShallow(dir: string, before: Tree, now: Tree): Promise<void> {
  const origin = await temporaryFolder();
  try {
    await commitBoth(origin, before, now);
    await runGit(dir, 'clone', '--quiet', '--depth=1', `file://${origin}`, '.');
  } finally {
    await rm(origin, { recursive: true });
  }
}

async function commit(dir: string, message: string, date: string): Promise<void> {
  await runGit(dir, 'add', '--all');
  const dates = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  await run('git', ['-C', dir, ...SETTINGS, 'commit', '--quiet', '--message', message], {
    env: { ...ENVIRONMENT, ...dates },
  });
}

async function write(root: string, tree: Tree): Promise<void> {
  for (const [path, text] of tree) {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

const run = promisify(execFile);

/** Nothing of the machine's or the caller's own git leaks in: no hooks, no signing, no GIT_DIR. */
const ENVIRONMENT = {
  PATH: process.env.PATH,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
  GIT_AUTHOR_NAME: 'Fixture',
  GIT_AUTHOR_EMAIL: 'fixture@example.invalid',
  GIT_COMMITTER_NAME: 'Fixture',
  GIT_COMMITTER_EMAIL: 'fixture@example.invalid',
};

const SETTINGS = ['-c', 'core.autocrlf=false', '-c', 'core.ignorecase=false', '-c', 'commit.gpgsign=false'];

/** What a git command in `dir` prints. Rejects when it fails. */
export async function runGit(dir: string, ...args: string[]): Promise<string> {
  const { stdout } = await run('git', ['-C', dir, ...SETTINGS, ...args], { env: ENVIRONMENT });
  return stdout;
}
