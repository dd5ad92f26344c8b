import { execFile } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createPiSandbox, type PiSandbox, piScript, startScriptedModel } from '@session-guards/testkit';

/** Medians over one warm series in which the arms take turns; times in milliseconds. */
export interface LoadRow {
  case: 'no extension' | 'an empty extension' | 'opl-guardian';
  runs: number;
  /** Module import and factory of the extension, as `PI_TIMING=1` prints them. */
  piTimingMs: number;
  /** User and system time of the whole process. */
  cpuMs: number;
}

const packageFolder = fileURLToPath(new URL('../packages/opl-guardian/', import.meta.url));

/**
 * What loading the built extension adds to a start of Pi, beside an extension that does nothing. It is loaded
 * from a folder of its own, as an installed package is: in a checkout it would find a second copy of Pi's packages.
 */
export async function benchLoading(runs = 20): Promise<LoadRow[]> {
  const model = await startScriptedModel({ turns: [] });
  const sandbox = await createPiSandbox({ model });
  try {
    const empty = join(sandbox.root, 'empty.js');
    writeFileSync(empty, 'export default function () {}\n');
    const installed = join(sandbox.root, 'installed', 'opl-guardian');
    cpSync(join(packageFolder, 'dist'), join(installed, 'dist'), { recursive: true });
    cpSync(join(packageFolder, 'package.json'), join(installed, 'package.json'));
    const arms = [
      { case: 'no extension', args: [] },
      { case: 'an empty extension', args: ['-e', empty] },
      { case: 'opl-guardian', args: ['-e', join(installed, 'dist', 'index.js')] },
    ] as const;
    const samples = arms.map(() => [] as { timing: number; cpu: number }[]);
    for (let run = -2; run < runs; run++) {
      for (const [index, { args }] of arms.entries()) {
        model.push({ parts: [{ type: 'text', text: 'Hi.' }] });
        const sample = await start(sandbox, args);
        if (run >= 0) samples[index]?.push(sample);
      }
    }
    return arms.map((arm, index) => ({
      case: arm.case,
      runs,
      piTimingMs: median((samples[index] ?? []).map(({ timing }) => timing)),
      cpuMs: Math.round(median((samples[index] ?? []).map(({ cpu }) => cpu))),
    }));
  } finally {
    await sandbox.dispose();
    await model.close();
  }
}

/** One whole run of `pi -p`, timed by the shell. */
async function start(sandbox: PiSandbox, args: readonly string[]): Promise<{ timing: number; cpu: number }> {
  const pi = [process.execPath, piScript(), '-p', '--model', 'fake-completions/fake-model', ...args, 'Hi.'];
  const script = `TIMEFORMAT='cpu %U %S'; time "$@" </dev/null`;
  const { stderr } = await promisify(execFile)('bash', ['-c', script, 'bash', ...pi], {
    cwd: sandbox.project,
    env: { ...sandbox.env, PI_TIMING: '1' },
  });
  const [, user, system] = /^cpu ([\d.]+) ([\d.]+)$/m.exec(stderr) ?? [];
  return { timing: extensionTiming(stderr), cpu: (Number(user) + Number(system)) * 1000 };
}

function extensionTiming(stderr: string): number {
  return [...stderr.matchAll(/\.js (?:module import|factory): (\d+)ms/g)].reduce(
    (sum, [, ms]) => sum + Number(ms),
    0,
  );
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
