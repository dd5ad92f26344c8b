import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';

/** An empty folder (real path) that other users can look into, removed when the test ends. */
export function scratch(t: TestContext): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'guardian-commands-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  return folder;
}

/** Writes a file that nobody has touched for an hour, and gives its path. */
export function oldFile(folder: string, name: string, content: string | Uint8Array): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  makeOld(file);
  return file;
}

export function makeOld(file: string): void {
  const time = new Date(Date.now() - 3_600_000);
  utimesSync(file, time, time);
}

/** Names of the files and folders in a folder, sorted. */
export function entries(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
}
