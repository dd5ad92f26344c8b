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
  mb: number;
  entries?: number;
  ms: number;
  mbPerSecond: number;
  /** Peak memory of the process; not asked of programs that are no Node. */
  peakMb?: number;
}

const MB = 1024 * 1024;
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const CLI = here('../packages/opl-guardian/dist/commands/cli.js');

const ARMS: readonly { name: string; command: (file: string) => string[] }[] = [
  { name: 'grep -c', command: (file) => ['grep', '-c', '"role":"toolResult"', file] },
  { name: 'readline + JSON.parse', command: (file) => nodeProgram(here('./scan/arms.ts'), 'readline', file) },
  {
    name: 'chunked indexOf + JSON.parse',
    command: (file) => nodeProgram(here('./scan/arms.ts'), 'chunked', file),
  },
  { name: 'opl-guardian scan', command: (file) => nodeProgram(CLI, 'scan', file) },
];

/** Reading a healthy Pi session, each way as a process of its own, start included; the file is in the page cache. */
export async function benchScan(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'opl-guardian-scan-'));
  try {
    const rows: Row[] = [];
    for (const [label, bytes, runs] of [
      ['64 MB', 64 * MB, 5],
      ['1 GB', 1024 * MB, 2],
    ] as const) {
      const file = join(folder, `${bytes}.jsonl`);
      const { entries, size } = await writeSession(file, bytes);
      for (const { name, command } of ARMS) {
        rows.push({ ...(await measured(`${name}, ${label}`, size, command(file), runs)), entries });
      }
      rmSync(file);
    }
    const file = join(folder, 'line.jsonl');
    await writeLongLine(file, 200 * MB);
    rows.push(
      await measured('opl-guardian scan, a line of 200 MB', 200 * MB, nodeProgram(CLI, 'scan', file), 2),
    );
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function scanTargets(rows: readonly Row[]): Target[] {
  const rate = (name: string) => find(rows, name).mbPerSecond;
  const peak = (name: string) => find(rows, name).peakMb ?? Number.POSITIVE_INFINITY;
  const grown = find(rows, 'opl-guardian scan, 1 GB');
  const small = find(rows, 'opl-guardian scan, 64 MB');
  const perEntry =
    (((grown.peakMb ?? 0) - (small.peakMb ?? 0)) * MB) / ((grown.entries ?? 0) - (small.entries ?? 0));
  return [
    ...['64 MB', '1 GB'].map((size) =>
      atLeast(
        `scan, ${size}, beside readline + JSON.parse`,
        rate(`opl-guardian scan, ${size}`) / rate(`readline + JSON.parse, ${size}`),
        2,
        ' times',
      ),
    ),
    atMost('peak memory, 1 GB', peak('opl-guardian scan, 1 GB'), 150, 'MB'),
    atMost('peak memory, a line of 200 MB', peak('opl-guardian scan, a line of 200 MB'), 150, 'MB'),
    { target: `growth per entry: ${Math.round(perEntry)} bytes`, met: true },
  ];
}

function nodeProgram(...args: string[]): string[] {
  return [process.execPath, '--import', here('./scan/peak-memory.ts'), ...args];
}

async function measured(name: string, size: number, command: string[], runs: number): Promise<Row> {
  const times: number[] = [];
  let peak: number | undefined;
  for (let run = 0; run < runs; run++) {
    const { ms, peakBytes } = await runOnce(command);
    times.push(ms);
    if (peakBytes !== undefined) peak = Math.max(peak ?? 0, peakBytes);
  }
  times.sort((a, b) => a - b);
  const ms = times[Math.floor(times.length / 2)] ?? 0;
  return {
    case: name,
    mb: Math.round(size / MB),
    ms: Math.round(ms),
    mbPerSecond: Math.round(size / MB / (ms / 1000)),
    ...(peak === undefined ? {} : { peakMb: Math.round(peak / MB) }),
  };
}

async function runOnce([program = '', ...args]: string[]): Promise<{
  ms: number;
  peakBytes: number | undefined;
}> {
  const start = process.hrtime.bigint();
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] });
  let said = '';
  child.stdio[3]?.on('data', (bytes) => {
    said += bytes;
  });
  const [code] = await once(child, 'close');
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`);
  return { ms, peakBytes: said === '' ? undefined : Number(said) };
}
