import type { GenerateOptions } from '@deepseek-ai/dsh-llm';
import type { Session } from '@deepseek-ai/dsh-session';

/**
 * Whether a model request was built by the agent loop for its session. The host marks such requests in a set of
 * its own that can only be asked by importing it (`isAgentLoopRequest` in `dsh-llm`), so they are told by the
 * contract that the host's own check holds them to (`dsh-agent-loop/invariant`): they are frozen, name a session
 * and carry the very messages of its log. Titles and summaries name a `purpose`.
 *
 * @param session the live session of that id, if there is one
 */
export function isLoopRequest(options: GenerateOptions, session: Session | undefined): boolean {
  const { messages, purpose, sessionId } = options;
  if (sessionId === undefined || purpose !== undefined) return false;
  if (!Object.isFrozen(options) || !Object.isFrozen(messages)) return false;
  if (session === undefined) return true;
  const stored = session.deriveMessages();
  return messages.every((message, at) => message === stored[at]);
}

/**
 * The request with other messages. It is frozen like the first one, and what it shares with it is the same, its
 * signal included; it is not marked as the loop's, since its messages are not the ones of the log.
 */
export function withMessages(
  options: GenerateOptions,
  messages: GenerateOptions['messages'],
): GenerateOptions {
  return Object.freeze({ ...options, messages: Object.freeze(messages) as GenerateOptions['messages'] });
}
