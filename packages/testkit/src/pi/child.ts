import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ChildExit {
  /** `null` when a signal ended the process. */
  exitCode: number | null;
  signal: NodeJS.Signals | null;
}

export interface ChildOutput extends ChildExit {
  stdout: string;
  stderr: string;
}

export interface ChildOptions {
  cwd: string;
  env: Record<string, string>;
  /** Written to standard input, which is then closed. Default: standard input is empty. */
  input?: string | undefined;
  timeoutMs: number;
}

const GRACE_MS = 3_000;

/**
 * Runs a program to its end and gives back all of its output.
 * Throws when it cannot be started, or when it is still running after `timeoutMs`; it is ended then.
 */
export async function runToEnd(
  file: string,
  args: readonly string[],
  options: ChildOptions,
): Promise<ChildOutput> {
  const child = spawn(file, args, { cwd: options.cwd, env: options.env, stdio: 'pipe' });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  // A child that exits without reading its input breaks the pipe; its exit code tells the story.
  child.stdin.on('error', () => {}).end(options.input ?? '');

  let late = false;
  const timer = setTimeout(() => {
    late = true;
    void endChild(child);
  }, options.timeoutMs);
  const closed = once(child, 'close');
  try {
    const [exitCode, signal] = await closed;
    if (!late) return { exitCode, signal, ...output };
  } finally {
    clearTimeout(timer);
  }
  throw new Error(
    `${[file, ...args].join(' ')} was still running after ${options.timeoutMs} ms and was ended.\n${outputTail(output)}`,
  );
}

/** Ends a child: asks first, then kills it. Resolves once it is gone; a child that is gone already is fine. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
    await exited;
    clearTimeout(timer);
  }
  // A grandchild that outlives the child would keep these pipes open, and this process with them.
  child.stdout?.destroy();
  child.stderr?.destroy();
}

/** The end of a program's output, for an error message. */
export function outputTail(output: { stdout: string; stderr: string }): string {
  return `stdout: ${output.stdout.slice(-2_000)}\nstderr: ${output.stderr.slice(-2_000)}`;
}
