import type { ExtensionAPI, ExtensionContext, SessionEntry } from '@earendil-works/pi-coding-agent';
import { type GuardSession, newGuardSession } from '../guard.ts';
import type { SessionTerms } from '../session-terms.ts';

/** What a session file keeps of a session, since a resumed one is a new process. */
type Kept = Pick<GuardSession, 'asked' | 'consulted'>;

export interface PiSession extends GuardSession {
  readonly id: string;
  terms?: SessionTerms;
  kept: Kept;
}

export interface PiSessions {
  /** The state of the caller's session: what its file keeps where this process does not know it yet. */
  of(ctx: Pick<ExtensionContext, 'cwd' | 'sessionManager'>): PiSession;
  /** Writes into the session file what is new. Throws where that cannot be written. */
  keep(session: PiSession): void;
}

/** Type of the custom entries; their data is `Kept` with the `sessionId` that it is about. */
export const ENTRY_TYPE = 'agent-feature-map';

/** States by session id, which live as long as the extension: Pi loads it anew for each session and `/reload`. */
export function piSessions(pi: Pick<ExtensionAPI, 'appendEntry'>): PiSessions {
  const sessions = new Map<string, PiSession>();
  return {
    of({ cwd, sessionManager }) {
      const id = sessionManager.getSessionId();
      let session = sessions.get(id);
      if (session === undefined) {
        const kept = keptOf(sessionManager.getEntries(), id);
        session = { ...newGuardSession(cwd), ...kept, id, kept };
        sessions.set(id, session);
      }
      return session;
    },
    keep(session) {
      const { id: sessionId, asked, consulted, kept } = session;
      if (asked === kept.asked && consulted === kept.consulted) return;
      session.kept = { asked, consulted };
      pi.appendEntry(ENTRY_TYPE, { sessionId, asked, consulted });
    },
  };
}

/** A fork inherits the entries of another session, so only those about this one count. */
function keptOf(entries: readonly SessionEntry[], sessionId: string): Kept {
  const about = entries.flatMap((entry) => {
    if (entry.type !== 'custom' || entry.customType !== ENTRY_TYPE) return [];
    const data = entry.data as Record<string, unknown> | null | undefined;
    return data?.sessionId === sessionId ? [data] : [];
  });
  return {
    asked: about.some(({ asked }) => asked === true),
    consulted: about.some(({ consulted }) => consulted === true),
  };
}
