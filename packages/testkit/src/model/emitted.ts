import type { Emitted } from '../types.ts';

/** What the server streamed so far, open to additions. */
export interface EmittedMemory extends Emitted {
  reasoningOfItem: Map<string, string | undefined>;
  thinkingOfSignature: Map<string, string>;
  thoughtSignatures: Set<string>;
  signatureOfCall: Map<string, string | undefined>;
}

/** A memory of nothing: what a server knows before its first answer. */
export function emptyEmitted(): EmittedMemory {
  return {
    reasoningOfItem: new Map(),
    thinkingOfSignature: new Map(),
    thoughtSignatures: new Set(),
    signatureOfCall: new Map(),
  };
}

/** Names a call by what a replay keeps of it even where its id is replaced: API, function and arguments. */
export function callKey(api: 'anthropic' | 'google', name: unknown, args: unknown): string {
  return JSON.stringify([api, name, args]);
}

/** Notes that a call was streamed with a signature, unless one like it was already streamed without. */
export function rememberCall(memory: EmittedMemory, key: string, signature: string | undefined): void {
  const calls = memory.signatureOfCall;
  const onceWithout = calls.has(key) && calls.get(key) === undefined;
  if (!onceWithout) calls.set(key, signature);
}
