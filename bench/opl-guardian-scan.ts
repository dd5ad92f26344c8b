import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atLeast, atMost, find, type Target } from './report.ts';
import { writeLongLine, writeSession } from './scan/write-session.ts';

interface Row {
  case: string;
  entries?: number;
  /** Median of the runs in one process, without its start. */
  ms: number;
  mbPerSecond: number;
  /** The first run of the process. */
  firstMs?: number;
  /** Peak memory of the process; not asked of programs that are no Node. */
  peakMb?: number;
}

const MB = 1024 * 1024;
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const CLI = here('../packages/opl-guardian/dist/commands/cli.js');

/** Writes the peak of a process's memory in bytes to the file descriptor 3; without types, which cost memory to strip. */
const PEAK_MEMORY = `data:text/javascript,${encodeURIComponent(
  "import { writeSync } from 'node:fs'; process.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS * 1024)));",
)}`;

const ARMS = [
  ['readline + JSON.parse', 'readline'],
  ['chunked indexOf + JSON.parse', 'chunked'],
  ['opl-guardian scan', 'scan'],
] as const;

/** Reading a healthy Pi session from the page cache, each way in a process of its own. */
export async function benchScan(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'opl-guardian-scan-'));
  try {
    const rows: Row[] = [];
    for (const [label, bytes, results, runs] of [
      ['64 MB', 64 * MB, 'mixed', 31],
      ['64 MB of long results', 64 * MB, 'long', 31],
      ['1 GB', 1024 * MB, 'mixed', 5],
    ] as const) {
      const file = join(folder, `${bytes}.jsonl`);
      const { entries, size } = await writeSession(file, bytes, results);
      rows.push(await asCommand(`grep -c, ${label}`, size, ['grep', '-c', '"role":"toolResult"', file]));
      for (const [name, arm] of ARMS) {
        const row = await inProcess(
          `${name}, ${label}`,
          size,
          nodeProgram(here('./scan/arms.ts'), arm, file, `${runs}`),
        );
        rows.push({ ...row, entries });
      }
      const command = await asCommand(
        `opl-guardian scan as a command, ${label}`,
        size,
        nodeProgram(CLI, 'scan', file),
      );
      rows.push({ ...command, entries });
      rmSync(file);
    }
    const file = join(folder, 'line.jsonl');
    await writeLongLine(file, 200 * MB);
    rows.push(
      await asCommand(
        'opl-guardian scan as a command, a line of 200 MB',
        200 * MB,
        nodeProgram(CLI, 'scan', file),
      ),
    );
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function scanTargets(rows: readonly Row[]): Target[] {
  const rate = (name: string) => find(rows, name).mbPerSecond;
  const peak = (name: string) => find(rows, name).peakMb ?? Number.POSITIVE_INFINITY;
  const large = find(rows, 'opl-guardian scan as a command, 1 GB');
  const small = find(rows, 'opl-guardian scan as a command, 64 MB');
  const perEntry =
    (((large.peakMb ?? 0) - (small.peakMb ?? 0)) * MB) / ((large.entries ?? 0) - (small.entries ?? 0));
  return [
    ...['64 MB', '1 GB'].map((size) =>
      atLeast(
        `scan, ${size}, beside readline + JSON.parse`,
        rate(`opl-guardian scan, ${size}`) / rate(`readline + JSON.parse, ${size}`),
        2,
        ' times',
      ),
    ),
    atMost('peak memory, 1 GB', peak('opl-guardian scan as a command, 1 GB'), 150, 'MB'),
    atMost(
      'peak memory, a line of 200 MB',
      peak('opl-guardian scan as a command, a line of 200 MB'),
      150,
      'MB',
    ),
    { target: `growth of the peak per entry: ${Math.round(perEntry)} bytes`, met: true },
  ];
}

function nodeProgram(...args: string[]): string[] {
  return [process.execPath, '--import', PEAK_MEMORY, ...args];
}

/** A program from its start to its end; the median of three. */
async function asCommand(name: string, size: number, command: string[]): Promise<Row> {
  const runs = [await ended(command), await ended(command), await ended(command)];
  return row(
    name,
    size,
    runs.map(({ ms }) => ms),
    Math.max(...runs.map(({ peakBytes }) => peakBytes)),
  );
}

async function inProcess(name: string, size: number, command: string[]): Promise<Row> {
  const { said, peakBytes } = await ended(command);
  const times: number[] = JSON.parse(said);
  return { ...row(name, size, times, peakBytes), firstMs: Math.round(times[0] ?? 0) };
}

function row(name: string, size: number, times: number[], peakBytes: number): Row {
  const ms = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  return {
    case: name,
    ms: Math.round(ms),
    mbPerSecond: Math.round(size / MB / (ms / 1000)),
    ...(peakBytes === 0 ? {} : { peakMb: Math.round(peakBytes / MB) }),
  };
}

async function ended([program = '', ...args]: string[]): Promise<{
  ms: number;
  said: string;
  peakBytes: number;
}> {
  const start = performance.now();
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit', 'pipe'] });
  let said = '';
  let peak = '';
  child.stdout?.on('data', (bytes) => {
    said += bytes;
  });
  child.stdio[3]?.on('data', (bytes) => {
    peak += bytes;
  });
  const [code] = await once(child, 'close');
  const ms = performance.now() - start;
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`);
  return { ms, said, peakBytes: Number(peak) };
}
