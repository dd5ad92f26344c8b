/**
 * Runs `repair` or `scan` on sessions of the fake format as a process of its own. Takes one JSON argument, see `Order`; with
 * `trace`, the last line on the error stream is the JSON list of the steps that it made on files.
 */
import fs from 'node:fs';
import { CannotRun } from '../../../src/commands/cannot-run.ts';
import { repairCommand } from '../../../src/commands/repair.ts';
import { scanCommand } from '../../../src/commands/scan.ts';
import { FAKE } from '../fake-format.ts';
import { interceptSteps, type Step } from './fs-steps.ts';

export interface Order {
  /** `repair` unless it is said. */
  readonly command?: 'scan';
  readonly args: readonly string[];
  /** The number of the step, from 1, in whose middle the process kills itself. */
  readonly killAt?: number;
  readonly trace?: boolean;
  /** The number of the write, from 1, at which the process is told to end. */
  readonly interruptAtWrite?: number;
  /** Becomes this user first. */
  readonly uid?: number;
}

const { command, args, killAt, trace, uid, interruptAtWrite }: Order = JSON.parse(process.argv[2] ?? '{}');
if (uid !== undefined) {
  process.setgid?.(uid);
  process.setuid?.(uid);
}
// Without a handler the signal of a file size limit ends the process before the error can be seen.
process.on('SIGXFSZ', () => {});

const made: string[] = [];
interceptSteps((step) => {
  made.push(step.name);
  if (made.length === killAt) killInTheMiddle(step);
  if (step.name === 'writeSync' && made.filter((name) => name === 'writeSync').length === interruptAtWrite) {
    process.kill(process.pid, 'SIGTERM');
  }
  return step.go();
});

/** Of a write, the first half of the bytes arrives; anything else is not done at all. */
function killInTheMiddle({ name, args: [fd, bytes] }: Step): void {
  if (name === 'writeSync' && typeof fd === 'number' && bytes instanceof Uint8Array) {
    fs.writevSync(fd, [bytes.subarray(0, bytes.length >> 1)]);
  }
  process.kill(process.pid, 'SIGKILL');
}

try {
  const { stdout, stderr, env } = process;
  const wanted = command === 'scan' ? scanCommand([FAKE]) : repairCommand([FAKE]);
  process.exitCode = await wanted.read(args).run({ cwd: process.cwd(), env, stdout, stderr });
} catch (error) {
  if (!(error instanceof CannotRun)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
if (trace) process.stderr.write(`\n${JSON.stringify(made)}`);
