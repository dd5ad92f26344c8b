import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { collectOutput } from '@session-guards/testkit/output';
import { CannotRun } from '../../src/commands/cannot-run.ts';
import type { Command, Surroundings } from '../../src/commands/command.ts';
import { main } from '../../src/commands/main.ts';

export const CLI = fileURLToPath(new URL('../../src/commands/cli.ts', import.meta.url));

export interface RunResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** What would make the output depend on where the tests run. */
const LEFT_OUT = /^(FORCE_COLOR|NO_COLOR|NODE_OPTIONS|NODE_TEST_CONTEXT|DSH_HOME|PI_.*)$/;

export function childEnv(env: RunOptions['env'] = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !LEFT_OUT.test(name));
  return { ...Object.fromEntries(own), ...env };
}

/** Runs a script of this repository as a process of its own, with pipes for its output. */
export function runScript(args: readonly string[], { cwd, env }: RunOptions): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...args], {
      cwd,
      env: childEnv(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

/** Runs `opl-guardian` as a process of its own. */
export function opl(args: readonly string[], options: RunOptions): Promise<RunResult> {
  return runScript([CLI, ...args], options);
}

/** Runs `opl-guardian` within this process, where a process for each call would only cost time. */
export function oplHere(args: readonly string[], options: RunOptions): Promise<RunResult> {
  return inProcess((here) => main(args, here), options);
}

/** Runs one command within this process, with formats of the test's choice. */
export function commandHere(
  command: Command,
  args: readonly string[],
  options: RunOptions,
): Promise<RunResult> {
  return inProcess(async (here) => {
    try {
      return await command.read(args).run(here);
    } catch (error) {
      if (!(error instanceof CannotRun)) throw error;
      here.stderr.write(`${error.message}\n`);
      return 2;
    }
  }, options);
}

async function inProcess(
  run: (here: Surroundings) => Promise<number>,
  { cwd, env = {} }: RunOptions,
): Promise<RunResult> {
  const { written, ...streams } = collectOutput();
  const code = await run({ cwd, env, ...streams });
  return { code, signal: null, ...written };
}
