import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import type { RecordedRequest } from '../types.ts';
import { type ChildOutput, outputTail, runToEnd } from './child.ts';
import { parseJsonl } from './jsonl.ts';
import { DEFAULT_MODEL, piProvider } from './models.ts';
import type { PiPlace } from './sandbox.ts';
import { entriesSoFar, sessionById, sessionFinder } from './session-file.ts';
import type { PiCliOptions, PiEvent, PiRun, PiRunOptions, PiSessionHeader } from './types.ts';

export const DEFAULT_TIMEOUT_MS = 60_000;

/** The script behind the `pi` command, as Pi's own package names it. */
export function piScript(): string {
  const manifest = findPackageJSON('@earendil-works/pi-coding-agent', import.meta.url);
  if (!manifest) throw new Error('@earendil-works/pi-coding-agent is not installed: run npm ci');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: { pi: string } };
  return join(manifest, '..', bin.pi);
}

/** The arguments of `pi` for these options, without a prompt. */
export function piArguments(options: PiCliOptions): string[] {
  const { provider } = piProvider(options.api);
  return [
    '--model',
    `${provider}/${options.model ?? DEFAULT_MODEL}`,
    ...(options.continue ? ['--continue'] : []),
    ...(options.session === undefined ? [] : ['--session', options.session]),
    ...(options.fork === undefined ? [] : ['--fork', options.fork]),
    ...(options.extensions ?? []).flatMap((path) => ['--extension', path]),
    ...(options.args ?? []),
  ];
}

/** Runs `pi` with exactly these arguments to its end: `install`, `list` and the like. Throws on a time-out. */
export function runPi(
  place: PiPlace,
  args: readonly string[],
  options: Pick<PiRunOptions, 'env' | 'input' | 'timeoutMs'> = {},
): Promise<ChildOutput> {
  return runToEnd(process.execPath, [piScript(), ...args], {
    cwd: place.project,
    env: { ...place.env, ...options.env },
    input: options.input,
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
  });
}

/** Runs Pi in print or JSON mode to its end. Throws on a time-out and on JSON output that is not JSON. */
export async function runPrompt(place: PiPlace, options: PiRunOptions): Promise<PiRun> {
  const json = options.mode !== 'print';
  const requests = requestsFromNow(place.model);
  const findSession = await sessionFinder(place.sessions, options);
  const modeArgs = json ? ['--mode', 'json'] : ['--print'];
  const args = [...modeArgs, ...piArguments(options), '--', ...[options.prompt].flat()];
  const output = await runPi(place, args, options);
  const { header, events } = json ? jsonOutput(output) : { header: undefined, events: [] };
  // A named session may lie elsewhere; any other is told apart best by its id.
  const byId = header && options.session === undefined;
  const sessionFile = await (byId ? sessionById(place.sessions, header.id) : findSession());
  const entries = await entriesSoFar(sessionFile);
  return { ...output, events, sessionFile, entries, requests: requests() };
}

/** Gives a function that lists what the model was asked since this call. */
export function requestsFromNow({ requests }: PiPlace['model']): () => RecordedRequest[] {
  const before = requests.length;
  return () => requests.slice(before);
}

function jsonOutput(output: ChildOutput): { header: PiSessionHeader | undefined; events: PiEvent[] } {
  const records = parseJsonl(output.stdout, `pi --mode json (${outputTail(output)})`);
  const all = records as (PiSessionHeader | PiEvent)[];
  return {
    header: all.find((record) => record.type === 'session'),
    events: all.filter((record) => record.type !== 'session'),
  };
}
