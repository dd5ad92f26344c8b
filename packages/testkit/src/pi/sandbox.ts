import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScriptedModel } from '../types.ts';
import { writeFiles } from '../write-files.ts';
import type { ChildOutput } from './child.ts';
import { runPi, runPrompt } from './cli.ts';
import { sandboxEnvironment } from './environment.ts';
import { openInProcess, type PiInProcess } from './in-process.ts';
import { modelsConfig } from './models.ts';
import { openRpc, type PiRpc } from './rpc.ts';
import { sessionFolder } from './session-file.ts';
import { openTerminal, type PiTerminal } from './terminal.ts';
import type { PiInProcessOptions, PiRpcOptions, PiRun, PiRunOptions, PiTerminalOptions } from './types.ts';
import { writeSession } from './write-session.ts';

/** What a sandbox needs of the scripted model. */
export type PiModelServer = Pick<ScriptedModel, 'url' | 'requests'>;

export interface PiSandboxOptions {
  /** The scripted model; every provider of `models.json` points at its URL. */
  model: PiModelServer;
  /** Files of the project: relative path to content. Default: a README.md and a src/main.ts. */
  files?: Readonly<Record<string, string>>;
  /** Make the project a Git repository with no commit. Default `false`. */
  git?: boolean;
  /** Merged over the settings of the sandbox (no retry, no cache warming, no telemetry), key by key. */
  settings?: Readonly<Record<string, unknown>>;
}

/** What every way to run Pi gets from its sandbox. All folders are below `root`. */
export interface PiPlace {
  model: PiModelServer;
  root: string;
  home: string;
  /** Pi's config folder: `models.json`, `settings.json`, `sessions/`. */
  agentDir: string;
  /** The working directory of every run. */
  project: string;
  /** The session files of `project`. */
  sessions: string;
  /** The whole environment of a child. */
  env: Readonly<Record<string, string>>;
}

/**
 * A user of Pi who owns nothing but a temporary folder. In-process, RPC and JSON sessions may overlap; a
 * print run, a terminal and a run that continues the most recent session want the sandbox to themselves,
 * since their session file is found by looking at what is new.
 */
export interface PiSandbox extends PiPlace, AsyncDisposable {
  /** One run of `pi -p` or `pi --mode json`. */
  run(options: PiRunOptions): Promise<PiRun>;
  /** `pi` with any arguments, such as `['list']`. */
  pi(
    args: readonly string[],
    options?: Pick<PiRunOptions, 'env' | 'input' | 'timeoutMs'>,
  ): Promise<ChildOutput>;
  /** Starts `pi --mode rpc`; ready for commands when it resolves. */
  rpc(options: PiRpcOptions): Promise<PiRpc>;
  /** Opens a session with Pi's SDK in this process. */
  inProcess(options: PiInProcessOptions): Promise<PiInProcess>;
  /** Starts the interactive Pi in a pseudo-terminal. */
  terminal(options: PiTerminalOptions): Promise<PiTerminal>;
  /** Writes a session file that holds these messages, malformed or not, and gives its path. */
  writeSession(messages: readonly unknown[]): Promise<string>;
  /** Ends everything that was opened here and removes the folder. May be called twice. */
  dispose(): Promise<void>;
}

const FILES = {
  'README.md': '# Scratch project\n\nA small project for a test.\n',
  'src/main.ts': "console.log('hello from the scratch project');\n",
};

const SETTINGS = {
  retry: { enabled: false, provider: { maxRetries: 0 } },
  cacheWarming: 'off',
  enableInstallTelemetry: false,
  transport: 'sse',
};

/** Creates the folder, its config and its project. Throws when a file cannot be written. */
export async function createPiSandbox(options: PiSandboxOptions): Promise<PiSandbox> {
  // Pi names a project's session folder after the real path.
  const root = await realpath(await mkdtemp(join(tmpdir(), 'pi-sandbox-')));
  const place = layOut(root, options.model);
  for (const folder of [place.home, place.agentDir, place.project]) await mkdir(folder);
  await writeFiles(place.agentDir, {
    'models.json': JSON.stringify(modelsConfig(options.model.url), null, 2),
    'settings.json': JSON.stringify({ ...SETTINGS, ...options.settings }, null, 2),
  });
  await writeFiles(place.project, {
    ...(options.git ? EMPTY_REPOSITORY : {}),
    ...(options.files ?? FILES),
  });
  if (options.git) await mkdir(join(place.project, '.git', 'refs', 'heads'), { recursive: true });

  const open: { close(): Promise<unknown> }[] = [];
  const track = async <T extends { close(): Promise<unknown> }>(opening: Promise<T>): Promise<T> => {
    const opened = await opening;
    open.push(opened);
    return opened;
  };
  const dispose = async (): Promise<void> => {
    const closed = await Promise.allSettled(open.splice(0).map((opened) => opened.close()));
    await rm(root, { recursive: true, force: true, maxRetries: 3 });
    const failed = closed.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  };

  return {
    ...place,
    run: (run) => runPrompt(place, run),
    pi: (args, run) => runPi(place, args, run),
    rpc: (rpc) => track(openRpc(place, rpc)),
    inProcess: (session) => track(openInProcess(place, session)),
    terminal: (terminal) => track(openTerminal(place, terminal)),
    writeSession: (messages) => writeSession(place, messages),
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}

function layOut(root: string, model: PiModelServer): PiPlace {
  const home = join(root, 'home');
  const agentDir = join(root, 'agent');
  const project = join(root, 'project');
  const sessions = sessionFolder(agentDir, project);
  return { model, root, home, agentDir, project, sessions, env: sandboxEnvironment({ home, agentDir }) };
}

/** What Git needs to find to take a folder for a repository. */
const EMPTY_REPOSITORY = {
  '.git/HEAD': 'ref: refs/heads/main\n',
  '.git/config': '[core]\n\trepositoryformatversion = 0\n\tbare = false\n',
  '.git/objects/info/alternates': '',
};
