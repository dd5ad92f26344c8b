import type { TestContext } from 'node:test';
import { type Decision, type GuardRules, guardRules } from '../../src/guard.ts';
import { resolveSettings } from '../../src/settings.ts';
import { ask, scratch } from '../guard/scratch.ts';
import { labelledTree } from './labels.ts';

/** Rules of a host that has `bash` among its source tools; on the real file system unless told otherwise. */
export function bashRules(overrides: Parameters<typeof guardRules>[1] = {}): GuardRules {
  return guardRules(resolveSettings({ sourceTools: ['bash'] }), { home: '/no/such/home', ...overrides });
}

/** The decision on a command line in a new session in `cwd`. */
export function askBash(cwd: string, command: string, rules: GuardRules = bashRules()): Decision {
  return ask(cwd, 'bash', { command }, rules);
}

/** The project that the labels are about, on disk; its root. */
export function labelledProject(t: TestContext): string {
  return scratch(t, labelledTree());
}
