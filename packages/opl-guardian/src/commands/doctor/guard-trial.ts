import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** What came of giving a poisoned message to an installed guard. */
export interface GuardTrial {
  readonly caught: boolean;
  /** Why not, as a clause. */
  readonly why?: string;
}

/** More than loading the host's packages takes on a slow machine. */
const TIMEOUT_MS = 60_000;

/**
 * Loads an installed guard in a process of its own, without the environment of this one, and gives it a poisoned
 * message. No host is started; what the guard writes goes to a scratch folder.
 *
 * @param entry the file that the host would load
 * @param piFile a file of Pi's package, for the packages of Pi that the guard imports
 */
export async function tryGuard(host: 'pi' | 'dsh', entry: string, piFile?: string): Promise<GuardTrial> {
  const script = fileURLToPath(new URL(`./try-guard${path.extname(import.meta.filename)}`, import.meta.url));
  const folder = mkdtempSync(path.join(tmpdir(), 'opl-guardian-doctor-'));
  try {
    const args = [script, host, entry, folder, ...(piFile === undefined ? [] : [piFile])];
    return await run(args, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Windows programs do not start without it. */
const NEEDED = ['SystemRoot'] as const;

function run(args: readonly string[], cwd: string): Promise<GuardTrial> {
  const env = Object.fromEntries(
    NEEDED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  const options = {
    cwd,
    env: { ...env, NODE_NO_WARNINGS: '1' },
    timeout: TIMEOUT_MS,
    maxBuffer: 1024 * 1024,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error, stdout) => {
      const verdict = verdictIn(stdout);
      if (verdict !== undefined) resolve(verdict);
      else resolve({ caught: false, why: error?.killed ? 'it did not end' : 'it could not be loaded' });
    });
  });
}

function verdictIn(stdout: string): GuardTrial | undefined {
  try {
    const verdict: unknown = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
    const { caught, why } = Object(verdict);
    if (typeof caught !== 'boolean') return undefined;
    return typeof why === 'string' ? { caught, why } : { caught };
  } catch {
    return undefined;
  }
}
