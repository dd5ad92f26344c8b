import type { Agent } from '@deepseek-ai/dsh-agent';
import type { Session } from '@deepseek-ai/dsh-session';
import { type GuardRules, type GuardSession, newGuardSession } from '../guard.ts';
import type { Settings } from '../settings.ts';

export interface SessionState extends GuardSession {
  /** What holds in the session's project, looked up once: a session keeps the rules that it began with. */
  terms?: SessionTerms;
  /** What the system prompt says in this session, once that is decided; the provider caches by it. */
  instruction?: string;
}

export interface SessionTerms {
  readonly hasMap: boolean;
  readonly settings: Settings;
  readonly rules: GuardRules;
}

/** Whether the guard has nothing left to say in a session, so that nothing needs to be looked up for it. */
export function isSettled({ asked, consulted, waived }: GuardSession): boolean {
  return asked || consulted || waived;
}

/** The state of an agent's session, made when it is first asked for. */
export type SessionStates = (agent: Agent) => SessionState;

/**
 * States that live as long as the session object: a subagent's and a resumed session's are new ones, and a
 * reload of the plugin begins anew.
 */
export function sessionStates(): SessionStates {
  const states = new WeakMap<Session, SessionState>();
  return ({ session }) => {
    let state = states.get(session);
    if (state === undefined) {
      state = newGuardSession(session.header.cwd);
      states.set(session, state);
    }
    return state;
  };
}
