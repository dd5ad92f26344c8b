import { Context } from '@deepseek-ai/cordis';
import AgentRegistry from '@deepseek-ai/dsh-agent';
import AgentLoop from '@deepseek-ai/dsh-agent-loop';
import * as agentLoopInvariant from '@deepseek-ai/dsh-agent-loop/invariant';
import FsLocal from '@deepseek-ai/dsh-fs-local';
import FsSandbox from '@deepseek-ai/dsh-fs-sandbox';
import Invariants from '@deepseek-ai/dsh-invariants';
import LlmRuntime from '@deepseek-ai/dsh-llm';
import SandboxPolicy from '@deepseek-ai/dsh-sandbox-policy';
import SessionStore from '@deepseek-ai/dsh-session';
import * as sessionInvariant from '@deepseek-ai/dsh-session/invariant';
import JsonlPersistence from '@deepseek-ai/dsh-session-persistence-jsonl';
import SubprocessLocal from '@deepseek-ai/dsh-subprocess-local';
import SystemPrompt from '@deepseek-ai/dsh-system-prompt';
import * as toolFs from '@deepseek-ai/dsh-tool-fs';
import * as toolFsSearch from '@deepseek-ai/dsh-tool-fs-search';
import ToolRuntime from '@deepseek-ai/dsh-tools';
import type { DshSandboxOptions } from './types.ts';

export interface HostOptions {
  /** Base of relative paths for calls without a session's cwd. */
  dir: string;
  /** Folder of the session logs; none are kept without it. */
  sessionsRoot: string | undefined;
  sandboxMode: DshSandboxOptions['sandboxMode'];
  fsTools: boolean;
  invariants: boolean;
}

/**
 * A running host without a model provider: the packages of a DSH profile, loaded in the order in which their
 * services depend on each other.
 */
export async function bootHost(options: HostOptions): Promise<Context> {
  const ctx = new Context();
  await ctx.plugin(LlmRuntime);
  await ctx.plugin(SessionStore);
  if (options.invariants) {
    await ctx.plugin(Invariants, {});
    await ctx.plugin(sessionInvariant);
  }
  if (options.sessionsRoot !== undefined) await ctx.plugin(JsonlPersistence, { root: options.sessionsRoot });
  await ctx.plugin(SystemPrompt, {});
  await ctx.plugin(ToolRuntime, {});
  await ctx.plugin(AgentRegistry);
  await ctx.plugin(SubprocessLocal);
  await mountFiles(ctx, options);
  await ctx.plugin(AgentLoop, { agents: [] });
  if (options.invariants) await ctx.plugin(agentLoopInvariant);
  return ctx;
}

async function mountFiles(ctx: Context, { dir, sandboxMode, fsTools }: HostOptions): Promise<void> {
  if (sandboxMode === undefined) {
    await ctx.plugin(FsLocal, { cwd: dir });
  } else {
    await ctx.plugin(SandboxPolicy, { mode: sandboxMode, workspaceRoot: dir });
    await ctx.plugin(FsSandbox, { cwd: dir });
  }
  if (!fsTools) return;
  await ctx.plugin(toolFs, {});
  await ctx.plugin(toolFsSearch, { sampleOverCapGlobResults: false });
}
