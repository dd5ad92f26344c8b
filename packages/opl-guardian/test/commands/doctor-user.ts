import assert from 'node:assert/strict';
import path from 'node:path';
import { after, type TestContext } from 'node:test';
import { createPiSandbox, type PiSandbox } from '@session-guards/testkit';
import type { Check, HostReport } from '../../src/commands/doctor/doctor-check.ts';
import { buildGuard, link, NODE_MODULES, writeTree } from './installed-guard.ts';
import { oplHere } from './run.ts';
import { scratch } from './scratch.ts';

/** A user with a home of his own, Pi on his PATH, and the guard as a package in a folder. */
export interface User {
  home: string;
  agent: string;
  project: string;
  env: Record<string, string>;
}

/** The model of a Pi that never gets to ask it: nothing listens there. */
export const NO_MODEL = { url: 'http://127.0.0.1:9', requests: [] };

/** A sandbox of Pi with the built guard in a folder of it, removed when the tests of the file end. */
export async function sandboxWithGuard(): Promise<{ sandbox: PiSandbox; guard: string }> {
  const sandbox = await createPiSandbox({ model: NO_MODEL });
  after(() => sandbox.dispose());
  return { sandbox, guard: await buildGuard(path.join(sandbox.root, 'packages', 'opl-guardian')) };
}

/** A user of whom nothing is written yet; all of it is removed when the test ends. */
export function user(t: TestContext, { hasPi = true } = {}): User {
  const root = scratch(t);
  const home = path.join(root, 'home');
  const project = path.join(root, 'project');
  writeTree(root, { 'home/.keep': '', 'project/.keep': '' });
  const bin = path.join(root, 'bin');
  if (hasPi) link(path.join(NODE_MODULES, '.bin', 'pi'), path.join(bin, 'pi'));
  return { home, agent: path.join(home, '.pi', 'agent'), project, env: { HOME: home, PATH: bin } };
}

/** Has doctor look from the user's project, by `--json`; its exit code has to agree with its report. */
export async function examine({ project, env }: User) {
  const { code, stdout, stderr } = await oplHere(['doctor', '--json'], { cwd: project, env });
  assert.equal(stderr, '');
  const report = JSON.parse(stdout);
  const hosts: HostReport[] = report.hosts;
  const [pi, dsh] = hosts;
  assert.ok(pi && dsh);
  assert.equal(code, report.fine ? 0 : 1);
  const todo = hosts.flatMap(({ checks }) => checks).filter(({ status }) => status === 'todo');
  return { code, report, pi, dsh, todo: todo.map(({ text }) => text), notes: notesOf(pi.checks) };
}

/** The texts of the checks that only note something. */
export function notesOf(checks: readonly Check[]): string[] {
  return checks.filter(({ status }) => status === 'note').map(({ text }) => text);
}

/** Writes the settings of Pi into its folder. */
export const settings = (agent: string, content: object) => writeTree(agent, { 'settings.json': content });
