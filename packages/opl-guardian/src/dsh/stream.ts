import type { StreamChunk } from '@deepseek-ai/dsh-llm';
import { GuardedResponse, type ResponseGuard } from './response.ts';

export interface StreamGuard extends ResponseGuard {
  /** Called once when the guard itself fails; from there on the response passes as it is. Must not throw. */
  fault(error: unknown): void;
}

/**
 * A response's chunks without its malformed tool calls; see {@link GuardedResponse}. What the source throws is
 * thrown on, and a consumer that stops early stops the source.
 */
export async function* guardStream(
  chunks: AsyncIterable<StreamChunk>,
  guard: StreamGuard,
): AsyncGenerator<StreamChunk, void, undefined> {
  const response = new GuardedResponse(guard);
  let isOff = false;
  const orLetGo = (decide: () => readonly StreamChunk[] | undefined, ...own: StreamChunk[]) => {
    try {
      return decide();
    } catch (error) {
      isOff = true;
      guard.fault(error);
      return [...response.letGo(), ...own];
    }
  };

  for await (const chunk of chunks) {
    const instead = isOff ? undefined : orLetGo(() => response.take(chunk), chunk);
    if (instead === undefined) yield chunk;
    else for (const other of instead) yield other;
  }
  if (!isOff) for (const chunk of orLetGo(() => response.end()) ?? []) yield chunk;
}
