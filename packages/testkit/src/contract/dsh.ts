import { join } from 'node:path';
import { format } from 'node:util';
import type { Plugin } from '@deepseek-ai/cordis';
import type {} from '@deepseek-ai/dsh-llm';
import type { SessionEvent } from '@deepseek-ai/dsh-session';
import { createDshSandbox } from '../dsh/sandbox.ts';
import type { DshAgent, DshSandbox } from '../dsh/types.ts';
import { writeFiles } from '../write-files.ts';
import type { ContractHost, ContractSession, StoredBlock } from './host.ts';

/** One process of the host. */
interface Run {
  readonly host: DshSandbox;
  readonly warnings: string[];
  /** Loads the guards, unless they are. */
  guard(): Promise<void>;
}

/** DeepSeek Harness with these plugins, its own adapter of chat completions, and stored sessions. */
export function dshHost(...plugins: Plugin[]): ContractHost {
  return {
    async place({ files, folder = '' }) {
      const runs: Run[] = [];
      const start = async (sessions: string | true): Promise<Run> => {
        const run = await boot(sessions, plugins);
        runs.push(run);
        return run;
      };
      const first = await start(true);
      const { dir: root, sessionsRoot = true } = first.host;
      await writeFiles(root, { '.git/HEAD': 'ref: refs/heads/main\n', ...files });
      const later = async (): Promise<Run> => {
        const run = await start(sessionsRoot);
        await run.guard();
        return run;
      };
      return {
        root,
        folder: join(root, folder),
        async open({ guarded = true } = {}) {
          if (guarded) await first.guard();
          return session(first, await first.host.createAgent({ cwd: join(root, folder) }), later);
        },
        async [Symbol.asyncDispose]() {
          for (const { host } of runs.reverse()) await host.dispose();
        },
      };
    },
  };
}

async function boot(persistence: string | true, plugins: readonly Plugin[]): Promise<Run> {
  const host = await createDshSandbox({ model: 'http', persistence });
  const warnings: string[] = [];
  host.ctx.logger.exporter({
    levels: { default: 3 },
    export: ({ type, args }) => {
      if (type === 'warn') warnings.push(format(...args));
    },
  });
  let loading: Promise<void> | undefined;
  const load = async () => {
    for (const plugin of plugins) await host.load(plugin);
  };
  return {
    host,
    warnings,
    guard: () => {
      loading ??= load();
      return loading;
    },
  };
}

function session(run: Run, agent: DshAgent, later: () => Promise<Run>): ContractSession {
  const { host, warnings } = run;
  const warned = warnings.length;
  const self: ContractSession = {
    id: agent.id,
    async say(...turns) {
      const before = host.server?.requests.length;
      const { toolResults, text } = await agent.say('Go.', ...turns);
      return {
        calls: toolResults.map(({ callId: id, isError, text }) => ({ id, isError, text })),
        requests: host.server?.requests.slice(before) ?? [],
        answer: text,
      };
    },
    async abort(turn) {
      const stop = host.ctx.on('llm/stream', (_, next) => {
        const chunks = next();
        return (async function* () {
          for await (const chunk of chunks) {
            if (chunk.type === 'tool-call-delta') agent.agent.cancel({ kind: 'user' });
            yield chunk;
          }
        })();
      });
      await agent.say('Go.', { ...turn, hang: true });
      stop();
    },
    stored: async () => agent.session.events.flatMap(storedBlocks),
    warnings: () => warnings.slice(warned),
    async resume() {
      await agent.dispose();
      const next = await later();
      return session(next, await next.host.resume(agent.id), later);
    },
    async guard() {
      await run.guard();
      return self;
    },
    fork: async () => session(run, await host.createAgent({ fork: agent }), later),
    subagent: async () => session(run, await host.createAgent({ parent: agent }), later),
  };
  return self;
}

function storedBlocks(event: SessionEvent): StoredBlock[][] {
  if (event.type !== 'assistant/message') return [];
  const blocks = event.data.message.content.map((block): StoredBlock => {
    if (block.type === 'text') return { type: 'text', text: block.text };
    return block.type === 'tool-call' ? { type: 'call', id: block.id, name: block.name } : { type: 'other' };
  });
  return [blocks];
}
