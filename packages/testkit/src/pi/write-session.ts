import type { SessionManager } from '@earendil-works/pi-coding-agent';
import type { PiPlace } from './sandbox.ts';

type StoredMessage = Parameters<SessionManager['appendMessage']>[0];

/**
 * Writes a session file by Pi's own session manager and gives its path. The messages are stored as they are,
 * so a session that is already blocked can be made; one of them must be of the user or the assistant, or Pi
 * writes no file, which throws.
 */
export async function writeSession(place: PiPlace, messages: readonly unknown[]): Promise<string> {
  const { SessionManager } = await import('@earendil-works/pi-coding-agent');
  const session = SessionManager.create(place.project, place.sessions);
  for (const message of messages) session.appendMessage(message as StoredMessage);
  const file = session.getSessionFile();
  const written = messages.some((message) => CONVERSATION.has(String((message as { role?: unknown }).role)));
  if (file === undefined || !written)
    throw new Error('Pi stores no session without a user or assistant message');
  return file;
}

const CONVERSATION = new Set(['user', 'assistant']);
