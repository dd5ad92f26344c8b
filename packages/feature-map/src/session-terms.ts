import { type GuardRules, type GuardSession, guardRules } from './guard.ts';
import { findMapRoot } from './map-root.ts';
import { type Surroundings, surroundings } from './paths.ts';
import type { ProjectSettings } from './project-settings.ts';
import type { Settings } from './settings.ts';
import type { CallShape } from './tool-call.ts';

/** What holds in the project of a session. Looked up once, since a session keeps the rules that it began with. */
export interface SessionTerms {
  readonly hasMap: boolean;
  readonly settings: Settings;
  readonly rules: GuardRules;
}

/**
 * Looks up what holds for a session.
 *
 * @param cwd absolute working folder of the session; `undefined` where there is none.
 * @param host the host's argument names, and stand-ins for the machine in tests.
 */
export function sessionTerms(
  cwd: string | undefined,
  settingsOf: ProjectSettings,
  host: Partial<Surroundings & { readonly shape: CallShape }> = {},
): SessionTerms {
  const root = cwd === undefined ? undefined : findMapRoot(cwd, surroundings(host));
  const settings = settingsOf(root);
  return { hasMap: root !== undefined, settings, rules: guardRules(settings, host) };
}

/** Whether the guard has nothing left to say in a session, so that nothing needs to be looked up for it. */
export function isSettled({ asked, consulted, waived }: GuardSession): boolean {
  return asked || consulted || waived;
}
