import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { collectOutput } from '@session-guards/testkit/output';
import { main } from '../../src/cli/main.ts';

const SOURCES = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));
const LENDERY = fileURLToPath(new URL('../fixtures/lendery/', import.meta.url));

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The program; the one in the sources unless another is named. */
  readonly program?: string;
}

/** What would make the output depend on where the tests run. */
const LEFT_OUT = ['GITHUB_ACTIONS', 'GITHUB_WORKSPACE', 'FORCE_COLOR', 'NO_COLOR', 'NODE_OPTIONS'];

/** The environment of a command line: that of the tests, without what colours or annotates. */
export function cliEnv(env: CliOptions['env'] = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !LEFT_OUT.includes(name));
  return { ...Object.fromEntries(own), ...env };
}

/** Runs `feature-map` as a process of its own, with pipes for its output. */
export function featureMap(args: readonly string[], options: CliOptions): Promise<CliResult> {
  const { cwd, env, program = SOURCES } = options;
  return new Promise((resolve) => {
    const run = { cwd, env: cliEnv(env), maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(process.execPath, [program, ...args], run, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, stdout, stderr });
    });
  });
}

/** The same within this process, where a process for each call would only cost time. */
export async function featureMapHere(
  args: readonly string[],
  { cwd, env = {} }: CliOptions,
): Promise<CliResult> {
  const { written, ...streams } = collectOutput();
  const code = await main(args, { env, cwd: () => cwd, ...streams });
  return { code, ...written };
}

/** Runs it within this process with `--json`, and gives its value. */
export async function featureMapJson(
  args: readonly string[],
  options: CliOptions,
): Promise<{ readonly code: number; readonly value: Record<string, unknown> }> {
  const { code, stdout } = await featureMapHere([...args, '--json'], options);
  return { code, value: JSON.parse(stdout) };
}

/** An empty folder (real path), removed when the test ends. */
export function scratch(t: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'feature-map-cli-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A copy of a project with a healthy map, as a clone leaves it; `files` are written on top. */
export function lendery(t: TestContext, files: Readonly<Record<string, string>> = {}): string {
  const root = join(scratch(t), 'lendery');
  cpSync(LENDERY, root, { recursive: true });
  mkdirSync(join(root, '.git'));
  writeFiles(root, files);
  return root;
}

export function writeFiles(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

const WHO = ['-c', 'user.name=test', '-c', 'user.email=test@example.invalid', '-c', 'commit.gpgsign=false'];

/** Runs git in a folder. */
export function git(root: string, ...args: string[]): void {
  execFileSync('git', [...WHO, ...args], { cwd: root, stdio: 'pipe' });
}
