import type { Agent } from '@deepseek-ai/dsh-agent';
import type { Session } from '@deepseek-ai/dsh-session';
import { type GuardSession, newGuardSession } from '../guard.ts';
import type { SessionTerms } from '../session-terms.ts';

export interface SessionState extends GuardSession {
  /** What holds in the session's project, looked up once: a session keeps the rules that it began with. */
  terms?: SessionTerms;
  /** What the system prompt says in this session, once that is decided; the provider caches by it. */
  instruction?: string;
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
