import type {
  FileEntry,
  InlineExtension,
  JsonAgentSessionEvent,
  RpcExtensionUIRequest,
  SessionEntry,
  SessionHeader,
} from '@earendil-works/pi-coding-agent';
import type { RecordedRequest } from '../types.ts';
import type { ChildExit } from './child.ts';
import type { PiApi, PiModelId } from './models.ts';

/** What an extension handler threw, as the RPC protocol reports it. */
export interface PiExtensionError {
  type: 'extension_error';
  extensionPath: string;
  event: string;
  error: string;
}

/** One session event, in the shape that Pi's JSON and RPC streams give it, whatever way Pi is run. */
export type PiEvent = JsonAgentSessionEvent | PiExtensionError;

/** A request that an extension made to the user interface. */
export type PiUiRequest = RpcExtensionUIRequest;

export type PiSessionEntry = SessionEntry;
export type PiSessionHeader = SessionHeader;
export type PiFileEntry = FileEntry;

/** One `ctx.ui.notify` call. */
export interface PiNotification {
  message: string;
  type: 'info' | 'warning' | 'error';
}

/** Which model answers, and which session goes on. At most one of `continue`, `session` and `fork`. */
export interface PiSessionChoice {
  /** The wire API, which selects the provider of `models.json`. */
  api: PiApi;
  /** Default `fake-model`. */
  model?: PiModelId;
  /** Resume the most recent session of the project (`-c`). */
  continue?: boolean;
  /** Resume this session file (`--session`). */
  session?: string;
  /** Start a session that inherits this session file's history (`--fork`). */
  fork?: string;
}

/** What every start of the command line takes. */
export interface PiCliOptions extends PiSessionChoice {
  /** Paths for `-e`: extension files or package folders. */
  extensions?: readonly string[];
  /** Further command-line options, put in front of the prompt. */
  args?: readonly string[];
  /** Variables added to the child's environment. */
  env?: Readonly<Record<string, string>>;
  /** Milliseconds after which the run counts as hung and is ended. Default 60,000. */
  timeoutMs?: number;
}

export interface PiRunOptions extends PiCliOptions {
  /** `print` is `-p`, `json` is `--mode json`. Default `json`. */
  mode?: 'print' | 'json';
  /** The prompt, or several that are sent one after the other. One that starts with `@` names a file. */
  prompt: string | readonly string[];
  /** Piped into standard input; Pi puts it in front of the first prompt. */
  input?: string;
}

/** A run of the command line that has ended. */
export interface PiRun extends ChildExit {
  stdout: string;
  stderr: string;
  /** JSON mode: the events, without the session header. Print mode: empty. */
  events: PiEvent[];
  /** The session file of this run; `undefined` when the run wrote none. */
  sessionFile: string | undefined;
  /** The entries of that file after the run, without its header. */
  entries: PiSessionEntry[];
  /** What the scripted model was asked meanwhile. */
  requests: RecordedRequest[];
}

/** A tool call as Pi handled it. */
export interface PiToolExecution {
  toolCallId: unknown;
  toolName: unknown;
  args: unknown;
  isError: boolean;
  /** Whether the tool's own code ran: `false` for an unknown tool, invalid arguments, a block, or a truncated call. */
  ran: boolean;
  /** The text of the result, its text blocks joined. */
  text: string;
}

export interface PiRpcOptions extends PiCliOptions {
  /** Answers a dialog of an extension; the default cancels each. Notifications never get here. */
  answerDialog?: (request: PiUiRequest) => { value: string } | { confirmed: boolean } | { cancelled: true };
}

export interface PiInProcessOptions extends PiSessionChoice {
  /** Paths that Pi's own loader reads, as `-e` does. */
  extensions?: readonly string[];
  /** Extensions given as functions: nothing is read from disk. */
  extensionFactories?: readonly InlineExtension[];
  /** Record `ctx.ui` calls, so that `ctx.hasUI` is true. Default `false`. */
  ui?: boolean;
  /** As `--tools`: an allow-list, or `+name` and `-name` changes to the default tools. */
  tools?: readonly string[];
  /** Milliseconds after which a prompt counts as hung. Default 60,000. */
  timeoutMs?: number;
}

export interface PiTerminalOptions extends PiCliOptions {
  /** Size of the terminal in characters. Default 120 x 40. */
  columns?: number;
  rows?: number;
}
