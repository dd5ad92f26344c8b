import type { Context } from '@deepseek-ai/cordis';
import type { ScriptedModel, Turn } from '../types.ts';
import { ScriptedAdapter } from './scripted-adapter.ts';
import type { DshRequest } from './types.ts';

/** A scripted model, mounted in a host. */
export interface Provider {
  /** What an agent's options name to use it. */
  readonly route: { provider: string; model: string };
  /** In the order in which they arrived; turns are handed out in the same order. */
  readonly requests: readonly DshRequest[];
  readonly server: ScriptedModel | undefined;
  push(...turns: Turn[]): void;
  /** Scripted turns less the requests that were accepted: positive with turns left, negative when the script ran dry. */
  balance(): number;
  close(): Promise<void>;
}

/** A provider without a wire: the host's own message and chunk types, in this process. */
export function mountInProcess(ctx: Context, turns: readonly Turn[]): Provider {
  const adapter = new ScriptedAdapter(turns);
  ctx.llm.registerAdapter(['scripted'], adapter);
  return {
    route: { provider: 'scripted', model: 'scripted' },
    requests: adapter.requests,
    server: undefined,
    push: (...more) => adapter.push(...more),
    balance: () => adapter.scripted - adapter.requests.length,
    close: async () => {},
  };
}
