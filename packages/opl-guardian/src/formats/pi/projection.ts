import { type TargetApi, targetOf } from '../../history/target.ts';
import type { MessageLike } from '../../message.ts';
import type { PiEntry } from './columns.ts';
import { editedMessage, type PiContribution } from './context.ts';
import type { PiFile } from './file.ts';

/** What entries give to the history, in the state that is wanted. */
export interface Contributions {
  hasMessage(entry: PiEntry): boolean;
  messageOf(entry: PiEntry): MessageLike | undefined;
  /** All that it gives, its message included. */
  contributionOf(entry: PiEntry): PiContribution;
}

/**
 * The history that Pi sends from one end of a session, as `buildSessionProjection` of Pi 1.6.0 builds it
 * (`session-manager.js`). Messages are made when they are asked for.
 */
export class PiProjection {
  /** For each message its entry. */
  readonly entries: PiEntry[] = [];
  /** For messages whose entry a context edit aims at: the entry of that edit. */
  readonly edits = new Map<number, PiEntry>();
  readonly #contributions: Contributions;
  /** Whether the history begins with the system message of a compaction. */
  readonly #hasCheckpoint: boolean;

  /** @param leaf the last entry of the branch, or `undefined` for an empty one */
  constructor(file: PiFile, leaf: PiEntry | undefined, contributions: Contributions = file) {
    this.#contributions = contributions;
    const selected = selectedEntries(file, pathTo(file, leaf), contributions);
    const edits = editsAmong(file, selected);
    const isLeftOut = (entry: PiEntry) => {
      const edit = edits.get(entry);
      return edit !== undefined && contributions.contributionOf(edit).replacement === null;
    };
    const [first] = selected;
    this.#hasCheckpoint =
      first !== undefined &&
      contributions.contributionOf(first).checkpoint !== undefined &&
      !isLeftOut(first);
    if (first !== undefined && this.#hasCheckpoint) this.entries.push(first);
    for (let index = 0; index < selected.length; index++) {
      const entry = selected[index] as PiEntry;
      if (!contributions.hasMessage(entry) || isLeftOut(entry)) continue;
      if (index > 0 && file.relationOf(entry)?.kind === 'compaction') continue;
      const edit = edits.get(entry);
      if (edit !== undefined) this.edits.set(this.entries.length, edit);
      this.entries.push(entry);
    }
  }

  get length(): number {
    return this.entries.length;
  }

  /** Which of the messages of its entry a message is. */
  partAt(index: number): 'message' | 'checkpoint' {
    return index === 0 && this.#hasCheckpoint ? 'checkpoint' : 'message';
  }

  /** A message: another object at each call for most. */
  messageAt(index: number): MessageLike {
    const entry = this.entries[index] as PiEntry;
    const message = (
      this.partAt(index) === 'message'
        ? this.#contributions.messageOf(entry)
        : this.#contributions.contributionOf(entry).checkpoint
    ) as MessageLike;
    const edit = this.edits.get(index);
    if (edit === undefined) return message;
    return editedMessage(message, this.#contributions.contributionOf(edit).replacement) ?? message;
  }

  /** The API of the last assistant message. One that failed counts: it says where the next request goes. */
  get lastApi(): TargetApi | undefined {
    for (let index = this.length - 1; index >= 0; index--) {
      const message = this.messageAt(index);
      if (message.role === 'assistant') return targetOf(message.api);
    }
    return undefined;
  }
}

function pathTo(file: PiFile, leaf: PiEntry | undefined): Int32Array {
  let length = 0;
  for (let entry = leaf; entry !== undefined; entry = file.parentOf(entry)) length++;
  const path = new Int32Array(length);
  for (let entry = leaf; entry !== undefined; entry = file.parentOf(entry)) path[--length] = entry;
  return path;
}

/** The newest compaction in front, what it keeps, and what came after it. */
function selectedEntries(file: PiFile, path: Int32Array, contributions: Contributions): Int32Array {
  const at = path.findLastIndex((entry) => file.relationOf(entry)?.kind === 'compaction');
  const compaction = path[at];
  if (compaction === undefined) return path;
  const relation = file.relationOf(compaction);
  const firstKept = relation?.kind === 'compaction' ? relation.firstKept : undefined;
  const first = firstKept === undefined ? -1 : path.indexOf(firstKept);
  const kept = path.subarray(first === -1 || first >= at ? at : first, at);
  const isSystem = (entry: PiEntry) => contributions.messageOf(entry)?.role === 'system';
  const withoutSystem = kept.filter((entry) => !isSystem(entry));
  return Int32Array.from([compaction, ...withoutSystem, ...path.subarray(at + 1)]);
}

/** The latest context edit of each entry that has one. */
function editsAmong(file: PiFile, entries: Int32Array): Map<PiEntry, PiEntry> {
  const edits = new Map<PiEntry, PiEntry>();
  for (const entry of entries) {
    const relation = file.relationOf(entry);
    if (relation?.kind === 'edit' && relation.target !== undefined) edits.set(relation.target, entry);
  }
  return edits;
}
