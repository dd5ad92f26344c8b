import { type TargetApi, targetOf } from '../history/target.ts';
import { isSentTurn } from '../history/turns.ts';
import type { MessageLike } from '../message.ts';
import type { PiEntry } from './pi-columns.ts';
import { editedMessage, type PiContribution } from './pi-context.ts';
import type { PiFile } from './pi-file.ts';

/** The history that Pi sends from one end of a session, and where each message of it comes from. */
export interface PiProjection {
  readonly messages: MessageLike[];
  /** For each message its entry. */
  readonly entries: PiEntry[];
  /** For messages whose entry a context edit aims at: the entry of that edit. */
  readonly edits: Map<number, PiEntry>;
}

/** What an entry gives to the history, in the state that is wanted. */
export type ContributionOf = (entry: PiEntry) => PiContribution;

/**
 * Builds the history from one end as `buildSessionProjection` of Pi 1.6.0 does (`session-manager.js`).
 *
 * @param leaf the last entry of the branch, or `undefined` for an empty one
 */
export function project(
  file: PiFile,
  leaf: PiEntry | undefined,
  contributionOf: ContributionOf = (entry) => file.contributionOf(entry),
): PiProjection {
  const entries = contextEntries(file, pathTo(file, leaf), contributionOf);
  const edits = new Map<PiEntry, PiEntry>();
  for (const entry of entries) {
    const relation = file.relationOf(entry);
    if (relation?.kind === 'edit' && relation.target !== undefined) edits.set(relation.target, entry);
  }
  const projection: PiProjection = { messages: [], entries: [], edits: new Map() };
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index] as PiEntry;
    if (index > 0 && file.relationOf(entry)?.kind === 'compaction') continue;
    const { checkpoint, message } = contributionOf(entry);
    const edit = edits.get(entry);
    if (checkpoint !== undefined) add(projection, entry, checkpoint, edit, contributionOf);
    if (message !== undefined) add(projection, entry, message, edit, contributionOf);
  }
  return projection;
}

function add(
  { messages, entries, edits }: PiProjection,
  entry: PiEntry,
  message: MessageLike,
  edit: PiEntry | undefined,
  contributionOf: ContributionOf,
): void {
  const shown = edit === undefined ? message : editedMessage(message, contributionOf(edit).replacement);
  if (shown === undefined) return;
  if (edit !== undefined) edits.set(messages.length, edit);
  messages.push(shown);
  entries.push(entry);
}

function pathTo(file: PiFile, leaf: PiEntry | undefined): PiEntry[] {
  const path: PiEntry[] = [];
  for (let entry = leaf; entry !== undefined; entry = file.parentOf(entry)) path.push(entry);
  return path.reverse();
}

/** The newest compaction in front, what it keeps, and what came after it. */
function contextEntries(
  file: PiFile,
  path: readonly PiEntry[],
  contributionOf: ContributionOf,
): readonly PiEntry[] {
  const at = path.findLastIndex((entry) => file.relationOf(entry)?.kind === 'compaction');
  const compaction = path[at];
  if (compaction === undefined) return path;
  const relation = file.relationOf(compaction);
  const first =
    relation?.kind === 'compaction' && relation.firstKept !== undefined
      ? path.indexOf(relation.firstKept)
      : -1;
  const kept = first === -1 || first >= at ? [] : path.slice(first, at);
  const isSystem = (entry: PiEntry) => contributionOf(entry).message?.role === 'system';
  return [compaction, ...kept.filter((entry) => !isSystem(entry)), ...path.slice(at + 1)];
}

/** The API of the last assistant message that is sent. */
export function lastApiOf(messages: readonly MessageLike[]): TargetApi | undefined {
  return targetOf(messages.findLast(isSentTurn)?.api);
}
