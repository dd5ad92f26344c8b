import type { Emitted } from '../types.ts';

/** What the server streamed so far, open to additions. */
export interface EmittedMemory extends Emitted {
  reasoningOfItem: Map<string, string | undefined>;
  thinkingOfSignature: Map<string, string>;
  thoughtSignatures: Set<string>;
}

/** A memory of nothing: what a server knows before its first answer. */
export function emptyEmitted(): EmittedMemory {
  return { reasoningOfItem: new Map(), thinkingOfSignature: new Map(), thoughtSignatures: new Set() };
}
