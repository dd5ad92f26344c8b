import type { Context, Plugin } from '@deepseek-ai/cordis';
import type { Agent } from '@deepseek-ai/dsh-agent';
import type { Session, SessionEvent, TurnEndReason } from '@deepseek-ai/dsh-session';
import type { ScriptedModel, Turn } from '../types.ts';

export interface DshSandboxOptions {
  /** What the model answers; `push` and `say` append more. `raw` of a turn is a list of the host's stream chunks (in-process) or of `data:` objects (HTTP). */
  turns?: Turn[];
  /** `in-process` (default): a scripted adapter. `http`: the host's DeepSeek adapter against the scripted model server. */
  model?: 'in-process' | 'http';
  /** HTTP only: answer 400 to an illegal history. Default `true`. */
  strict?: boolean;
  /** File sandbox of the host; left out, files are read and written without one. */
  sandboxMode?: 'read-only' | 'workspace-write' | 'danger-full-access';
  /** `false` leaves `read`, `write`, `edit`, `glob` and `grep` out of the host. Default `true`. */
  fsTools?: boolean;
  /** Folder for session logs; two sandboxes that share it are two runs of one host. `true`: a folder of its own. */
  persistence?: boolean | string;
  /** The host's own checks of the session log and of each request. Default `true`. */
  invariants?: boolean;
}

export interface DshAgentOptions {
  /** Default: `session-1`, `session-2`, ... */
  sessionId?: string;
  /** Absolute path; `null` for a session without one. Default: the sandbox's `dir`. */
  cwd?: string | null;
  /** Makes a subagent of that agent: a session of its own, one delegation deeper. */
  parent?: DshAgent;
  /** Begins with that idle agent's history, in its folder, as a fork of its session does. */
  fork?: DshAgent;
  /** Tools that this agent does not see. */
  hideTools?: string[];
  /** Tools that this agent sees under another name only: old name to new name. */
  renameTools?: Record<string, string>;
}

/** A model request as it left the host. */
export interface DshRequest {
  system: string;
  /** Names of the tools offered, in order. */
  tools: string[];
  /** Harness messages (in-process) or wire messages (HTTP). */
  messages: readonly unknown[];
}

export interface DshToolResult {
  callId: string;
  /** Name of the tool that was called. */
  name: string;
  text: string;
  isError: boolean;
}

/** What one prompt led to, up to the moment when the agent was idle again. */
export interface DshSaid {
  events: readonly SessionEvent[];
  toolResults: DshToolResult[];
  /** Text blocks of the last assistant message. */
  text: string;
  /** Why the turn ended. */
  ended: TurnEndReason;
  requests: readonly DshRequest[];
}

export interface DshAgent {
  readonly id: string;
  readonly agent: Agent;
  readonly session: Session;
  /**
   * Appends `turns` to the script, sends `text` as the user and waits until the agent is idle and its log stored.
   * @throws when the script ran dry, or turns were left over although the turn was completed.
   */
  say(text: string, ...turns: Turn[]): Promise<DshSaid>;
  dispose(): Promise<void>;
}

/** A plugin as the host loaded it. */
export interface LoadedPlugin {
  /** Unloads it and applies it again with the same configuration. */
  reload(): Promise<void>;
  /** Validates the new configuration and applies the plugin again with it. */
  update(config: unknown): Promise<void>;
  dispose(): Promise<void>;
}

export interface DshSandbox {
  /** A scratch folder (real path), removed on dispose. */
  readonly dir: string;
  /** Where session logs are kept, when they are. */
  readonly sessionsRoot: string | undefined;
  readonly ctx: Context;
  /** In the order in which the model received them. */
  readonly requests: readonly DshRequest[];
  /** The scripted model server of `model: 'http'`. */
  readonly server: ScriptedModel | undefined;
  push(...turns: Turn[]): void;
  /** @throws when the configuration is refused or `apply` throws. */
  load(plugin: Plugin, config?: unknown): Promise<LoadedPlugin>;
  createAgent(options?: DshAgentOptions): Promise<DshAgent>;
  /** Reopens a stored session, whose agent must be disposed; needs `persistence`. */
  resume(sessionId: string): Promise<DshAgent>;
  /** Runs a tool on behalf of `agent`, or of nobody, without a model in between. */
  execute(name: string, args: unknown, agent?: DshAgent): Promise<DshToolResult>;
  dispose(): Promise<void>;
}
