import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tree } from '../guard/scratch.ts';

const FIXTURE = join(import.meta.dirname, '..', 'fixtures', 'shell');

/** A command line and what the guard should make of it; the fixture's README says what each field means. */
export interface ShellLabel {
  readonly command: string;
  readonly cwd: string;
  readonly denied: boolean;
  readonly why: string;
  readonly typed: 'agent' | 'made';
}

/** All labels, as they are in the fixture, with `/repo` in the place of the project's root. */
export function readLabels(): readonly ShellLabel[] {
  return read('commands.json') as readonly ShellLabel[];
}

/** The project that the labels are about, every file with its own path as its text. */
export function labelledTree(): Tree {
  const paths = read('tree.json') as readonly string[];
  return Object.fromEntries(paths.map((path) => [path, `${path}\n`]));
}

/** A label's command and working folder for a project that lies at `root`, an absolute path without blanks. */
export function placed(label: ShellLabel, root: string): { readonly command: string; readonly cwd: string } {
  return { command: label.command.replaceAll('/repo', () => root), cwd: join(root, label.cwd) };
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(FIXTURE, name), 'utf8'));
}
