import type { Finding } from '../history/finding.ts';
import type { HealedHistory } from '../history/heal-history.ts';
import type { HostFacts } from '../history/host-facts.ts';
import type { TargetApi } from '../history/target.ts';
import type { MessageLike } from '../message.ts';

export type FormatId = 'pi' | 'dsh' | 'messages';

/**
 * One way in which sessions lie on disk. A format is one file: it recognises a session, reads it as the host would
 * send it, and writes it again with nothing else changed.
 */
export interface SessionFormat {
  readonly id: FormatId;
  /** What a person calls such a file. */
  readonly title: string;
  /**
   * Whether a file is of this format.
   *
   * @param file its path
   * @param head its first bytes, at most 64 KiB
   */
  sniff(file: string, head: Uint8Array): boolean;
  /**
   * Reads a session in one pass over the file, in memory that does not grow with the length of its texts.
   *
   * @throws {UnreadableSession} when the file is no session of this format after all
   */
  read(input: SessionInput): Promise<StoredSession>;
}

/** A file as it was when it was opened; what is appended afterwards is not part of it. */
export interface SessionInput {
  readonly file: string;
  /** In bytes. */
  readonly size: number;
  /** The bytes from `start` to the end, in chunks that are only valid until the next one is asked for. */
  chunks(start?: number): AsyncIterable<Uint8Array>;
  /** A copy of a range. */
  range(start: number, end: number): Promise<Uint8Array>;
}

export interface StoredSession {
  readonly format: FormatId;
  /** The host's name for the session, where the file has one. */
  readonly sessionId?: string;
  /** Where the session worked, where the file says it. */
  readonly cwd?: string;
  /** What the host sends from each end of the session; the active one comes first. */
  readonly branches: readonly Branch[];
  /** What a reader has to know about the file: a torn last line, lines that the host skips. */
  readonly remarks: readonly Remark[];
  /**
   * What the file becomes when its branches are mended.
   *
   * @param heal called for branches with the messages that are to be judged; those of turns that need mending are
   *   whole, the others may be shortened
   */
  plan(heal: Heal): Promise<RewritePlan>;
}

/** The messages that the host sends from one end of a session, in Pi's form. */
export interface Branch {
  readonly isActive: boolean;
  /** Names the end: the id of its last entry, or what else the format has. */
  readonly leaf: string;
  readonly facts: HostFacts<MessageLike>;
  /** The API that the last assistant message was made with, where it is known. One that failed counts as well. */
  readonly lastApi: TargetApi | undefined;
  /** Of a long history a message may be another object at each index, until the list is asked for all of them. */
  readonly messages: readonly MessageLike[];
  /** Where a message lies in the file, for people: `line 12`, `seq 7`, `message 3`. */
  placeOf(message: MessageLike): string;
}

export interface Remark {
  readonly place: string;
  readonly text: string;
}

export type Heal = (branch: Branch) => HealedHistory<MessageLike>;

export interface RewritePlan {
  /** What differs, in the order of the file; nothing when the session is healthy. */
  readonly changes: readonly StoredChange[];
  /**
   * Ends beside the active one that keep findings, since what would mend them would break another end; by
   * {@link Branch.leaf}.
   */
  readonly unmended?: readonly string[];
  /** What a reader has to know about what the file becomes. */
  readonly remarks?: readonly Remark[];
  /** Writes the whole file: changed places anew, all other bytes as they are. */
  write(sink: (bytes: Uint8Array) => Promise<void>): Promise<void>;
}

export interface StoredChange {
  /** As {@link Branch.placeOf} says it. */
  readonly place: string;
  /** The stored value (an entry, an event, a message) before and after. */
  readonly before: unknown;
  readonly after: unknown;
  /** Why. */
  readonly findings: readonly Finding<MessageLike>[];
}

/** A file that cannot be read as a session; the message says what, where and what to do. */
export class UnreadableSession extends Error {
  override readonly name = 'UnreadableSession';
}
