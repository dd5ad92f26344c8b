import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CallId } from '@deepseek-ai/dsh-llm';
import { SessionId } from '@deepseek-ai/dsh-session';
import { driveAgent, textOf } from './agent.ts';
import { bootHost } from './host.ts';
import { mountHttp } from './http-provider.ts';
import { loadPlugin } from './load-plugin.ts';
import { mountInProcess } from './provider.ts';
import type { DshAgent, DshSandbox, DshSandboxOptions } from './types.ts';
import { composeTools } from './visible-tools.ts';

/**
 * Boots a real DeepSeek Harness in this process: its session log, tools, file system, agent loop and, as the
 * one thing that is not real, a model that answers from a script.
 */
export async function createDshSandbox(options: DshSandboxOptions = {}): Promise<DshSandbox> {
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'dsh-sandbox-')));
  const dir = join(scratch, 'project');
  await mkdir(dir);
  const sessionsRoot =
    options.persistence === true ? join(scratch, 'sessions') : options.persistence || undefined;
  const ctx = await bootHost({
    dir,
    sessionsRoot,
    sandboxMode: options.sandboxMode,
    fsTools: options.fsTools ?? true,
    invariants: options.invariants ?? true,
  });
  const turns = options.turns ?? [];
  const provider =
    options.model === 'http'
      ? await mountHttp(ctx, turns, options.strict ?? true)
      : mountInProcess(ctx, turns);
  let sessions = 0;

  return {
    dir,
    sessionsRoot,
    ctx,
    server: provider.server,
    get requests() {
      return provider.requests;
    },
    push: provider.push,
    load: (plugin, config) => loadPlugin(ctx, plugin, config),
    async createAgent(agentOptions = {}) {
      const { parent, fork, cwd = fork ? (fork.session.header.cwd ?? null) : dir } = agentOptions;
      sessions += 1;
      const owner = parent?.agent.ctx ?? ctx;
      const handle = await owner.agents.create({
        sessionId: SessionId(agentOptions.sessionId ?? `session-${sessions}`),
        meta: {
          ...(cwd === null ? {} : { cwd }),
          ...(parent ? lineage(parent) : {}),
          ...(fork ? { parentSession: fork.session.id, seedLength: fork.session.events.length } : {}),
        },
        ...(fork ? { seed: [...fork.session.events] } : {}),
        agentOptions: provider.route,
        setup: (agentCtx) => composeTools(agentCtx, agentOptions),
      });
      return driveAgent(handle, provider);
    },
    async resume(sessionId) {
      const handle = await ctx.agents.resume({
        resumeSessionId: SessionId(sessionId),
        agentOptions: provider.route,
      });
      return driveAgent(handle, provider);
    },
    async execute(name, args, agent) {
      const callId = CallId('direct');
      const result = await ctx.tools.execute({
        callId,
        name,
        arguments: args,
        signal: new AbortController().signal,
        ...(agent ? { agent: agent.agent } : {}),
      });
      return { callId, name, text: textOf(result.content), isError: result.isError };
    },
    async dispose() {
      await ctx.fiber.dispose();
      await provider.close();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

/** The header of a subagent's session, as the host's own subagent tool writes it. */
function lineage({ session }: DshAgent): {
  parentSession: SessionId;
  origin: 'subagent';
  delegationDepth: number;
} {
  return {
    parentSession: session.id,
    origin: 'subagent',
    delegationDepth: (session.header.delegationDepth ?? 0) + 1,
  };
}
