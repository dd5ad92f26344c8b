import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const CHILD = fileURLToPath(new URL('write-child.ts', import.meta.url));

/** A project in a folder of its own, removed after the test, that other users can look into. */
export function scratchProject(t: TestContext, files: Readonly<Record<string, string>> = {}): string {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'map-writer-')));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  chmodSync(root, 0o755);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return root;
}

/** Every file and folder of a project, sorted. */
export function entries(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
}

export interface ChildResult {
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

/** Runs `write-child.ts`; `before` are shell commands that bound what it may do. */
export function writeInChild(args: readonly string[], before = ''): Promise<ChildResult> {
  const call = [process.execPath, CHILD, ...args];
  const [command = '', ...rest] = before === '' ? call : ['sh', '-c', `${before}; exec "$0" "$@"`, ...call];
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.on('error', reject);
    child.on('close', (_code, signal) => resolve({ signal, output }));
  });
}
