import { scanCommand } from '../../src/commands/scan.ts';
import type { SessionFormat } from '../../src/formats/format.ts';
import { FAKE } from './fake-format.ts';
import { commandHere } from './run.ts';

/** Runs `scan` in this process on sessions of the fake format, with the folder as the home of its user. */
export const scan = (
  cwd: string,
  args: readonly string[],
  env = {},
  formats: readonly SessionFormat[] = [FAKE],
) => commandHere(scanCommand(formats), args, { cwd, env: { HOME: cwd, ...env } });

/** The lines of `--json`: the sessions, and the summary. */
export async function scanJson(
  cwd: string,
  args: readonly string[],
  env = {},
  formats: readonly SessionFormat[] = [FAKE],
) {
  const { code, stdout, stderr } = await scan(cwd, [...args, '--json'], env, formats);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { code, stderr, sessions: lines.slice(0, -1), summary: lines.at(-1) };
}
