import type { RecordedRequest, Turn } from '../types.ts';

/** Where a scenario plays. */
export interface Layout {
  /** The files of a repository: path below its root to text. */
  readonly files: Readonly<Record<string, string>>;
  /** The folder below the root in which sessions work; it holds one of the files. Default: the root. */
  readonly folder?: string;
}

/** A real host with the guards under test, as a contract drives it. */
export interface ContractHost {
  /** Lays out a repository on a machine of its own, with a strict scripted model. */
  place(layout: Layout): Promise<ContractPlace>;
}

export interface ContractPlace extends AsyncDisposable {
  /** The repository: absolute, a real path. What lies beside it goes with the place too. */
  readonly root: string;
  /** The folder in which sessions work. */
  readonly folder: string;
  /** Opens a session; one without the guards has to be the first of its place. */
  open(options?: { guarded?: boolean }): Promise<ContractSession>;
}

export interface ContractSession {
  readonly id: string;
  /** Sends a prompt that the model answers with exactly these turns. A refused request uses none. */
  say(...turns: Turn[]): Promise<Said>;
  /** Sends a prompt, and aborts the run when a tool call of the answer begins to arrive. */
  abort(turn: Turn): Promise<void>;
  /** The assistant messages that the host has stored. */
  stored(): Promise<StoredBlock[][]>;
  /** What the user or the log was warned of since this was opened. */
  warnings(): readonly string[];
  /** Ends the session and opens it again, from what is stored, with the guards, as a later run of the host does. */
  resume(): Promise<ContractSession>;
  /** Brings the guards into a session that has none: at once where a running host loads them, else by a resume. */
  guard(): Promise<ContractSession>;
  /** A session that begins with the history of this one. */
  fork?(): Promise<ContractSession>;
  /** A subagent of this session. */
  subagent?(): Promise<ContractSession>;
}

/** What one prompt led to. */
export interface Said {
  /** The calls that the host answered. */
  readonly calls: readonly CallOutcome[];
  readonly requests: readonly RecordedRequest[];
  /** The text of the last assistant message. */
  readonly answer: string;
}

export interface CallOutcome {
  readonly id: unknown;
  readonly isError: boolean;
  /** What the model gets to read. */
  readonly text: string;
}

export type StoredBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly id: unknown; readonly name: unknown }
  | { readonly type: 'other' };
