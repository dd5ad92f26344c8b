import type { JsonObject } from '../../json-object.ts';
import type { MessageLike } from '../../message.ts';
import { UnreadableSession } from '../format.ts';
import { Column, type PiEntry } from './columns.ts';
import type { PiContribution } from './context.ts';
import { type IdKey, idKey, PiIds } from './ids.ts';
import { PiMessages } from './messages.ts';
import type { RemarkList } from './remarks.ts';
import type { Glance } from './shapes.ts';

/** Stands for a parent where nothing is in front of an entry. */
const ROOT = -1;

/** How an entry bears on others. */
export type PiRelation =
  /** It stands for all in front of it, but not for what comes from an entry on. */
  | { readonly kind: 'compaction'; readonly firstKept: PiEntry | undefined }
  /** It puts other content in the place of another entry's. */
  | { readonly kind: 'edit'; readonly target: PiEntry | undefined };

/** The entries of a session's file, in its order, and how they hang together once all of them are there. */
export class PiFile {
  /** Whether entries follow each other without ids, as in version 1. */
  readonly isLinear: boolean;
  /** Entries at which Pi stops with an error when they lead to the end that it opens. */
  readonly stopsPi = new Set<PiEntry>();
  #count = 0;
  readonly #lines = new Column(Uint32Array);
  readonly #offsets = new Column(Float64Array);
  readonly #lengths = new Column(Uint32Array);
  readonly #parents = new Column(Int32Array);
  readonly #messages = new PiMessages();
  readonly #ids = new PiIds();
  /** Contributions of entries that are more than a message. */
  readonly #contributions = new Map<PiEntry, PiContribution>();
  readonly #relations = new Map<PiEntry, PiRelation>();
  /** Relations to entries that may still come, by their ids. */
  readonly #openRelations = new Map<PiEntry, { kind: PiRelation['kind']; key: IdKey }>();
  /** Parents that are not the entry before. */
  readonly #openParents = new Map<PiEntry, IdKey>();
  /** Entries that a later one with the same id hides. */
  readonly #hidden = new Set<PiEntry>();
  /** Version 1 names entries by their place among all lines, the header included. */
  readonly #places: (PiEntry | undefined)[] = [undefined];

  constructor(isLinear: boolean) {
    this.isLinear = isLinear;
  }

  /** Entries are the numbers from 0 up to this one. */
  get count(): number {
    return this.#count;
  }

  /**
   * Takes the next entry.
   *
   * @param line counted from 1
   * @param offset where the line begins, in bytes
   * @param length of the line, in bytes
   * @param parent `undefined` for a root
   */
  add(
    line: number,
    offset: number,
    length: number,
    id: IdKey,
    parent: IdKey | undefined,
    contribution: PiContribution,
  ): PiEntry {
    const entry = this.#addPlace(line, offset, length);
    this.#ids.add(this.isLinear ? 0 : id);
    this.#messages.add(contribution.message);
    if (this.isLinear) this.#places.push(entry);
    this.#setParent(entry, parent);
    if (isMore(contribution)) this.#contributions.set(entry, contribution);
    return entry;
  }

  /** Takes the next entry as a glance at its line shows it. */
  addGlance(line: number, offset: number, length: number, bytes: Uint8Array, glance: Glance): void {
    const entry = this.#addPlace(line, offset, length);
    this.#ids.add(glance.id);
    this.#messages.addGlance(bytes, glance);
    this.#setParent(entry, glance.parent);
  }

  /** Puts what is known better in the place of an entry. */
  replace(entry: PiEntry, id: IdKey, parent: IdKey | undefined, contribution: PiContribution): void {
    if (!this.isLinear) this.#ids.replace(entry, id);
    this.#messages.replace(entry, contribution.message);
    this.#setParent(entry, parent);
    if (isMore(contribution)) this.#contributions.set(entry, contribution);
  }

  /** Keeps how an entry bears on others. */
  relate(entry: PiEntry, { type, firstKeptEntryId, firstKeptEntryIndex, targetId }: JsonObject): void {
    if (type === 'context_edit') this.#openRelations.set(entry, { kind: 'edit', key: idKey(targetId) });
    else if (type !== 'compaction') return;
    else if (this.isLinear && typeof firstKeptEntryIndex === 'number') {
      this.#relations.set(entry, { kind: 'compaction', firstKept: this.#places[firstKeptEntryIndex] });
    } else this.#openRelations.set(entry, { kind: 'compaction', key: idKey(firstKeptEntryId) });
  }

  /** A further header, which Pi counts in version 1. */
  skipPlace(): void {
    if (this.isLinear) this.#places.push(undefined);
  }

  /**
   * Ties the entries to each other when all of them are there.
   *
   * @throws {UnreadableSession} when entries follow each other in a ring
   */
  link(remarks: RemarkList): void {
    const find = this.isLinear
      ? () => undefined
      : this.#ids.index((hidden) => {
          this.#hidden.add(hidden);
          remarks.add(this.lineOf(hidden), 'a later line has the id of the entry: Pi sees only that one');
        });
    const parents = this.#parents;
    for (const hidden of this.#hidden) {
      const next = hidden + 1;
      if (next < this.count && parents.get(next) === hidden) {
        parents.set(next, find(this.#ids.keyOf(hidden)) ?? ROOT);
      }
    }
    for (const [entry, key] of this.#openParents) {
      const parent = find(key);
      parents.set(entry, parent ?? ROOT);
      if (parent === undefined) {
        remarks.add(
          this.lineOf(entry),
          'the entry in front of it is not in the file: Pi sees nothing of what came before',
        );
      }
    }
    for (const [entry, { kind, key }] of this.#openRelations) {
      const other = find(key);
      this.#relations.set(entry, kind === 'edit' ? { kind, target: other } : { kind, firstKept: other });
    }
    this.#openParents.clear();
    this.#openRelations.clear();
    this.#refuseRings();
  }

  /** What the file calls an entry; in version 1 nothing does, and its line names it. */
  idOf(entry: PiEntry): unknown {
    return this.isLinear ? `line ${this.lineOf(entry)}` : this.#ids.idOf(entry);
  }

  lineOf(entry: PiEntry): number {
    return this.#lines.get(entry);
  }

  /** Where its line lies in the file, without the line feed; in bytes. */
  placeOf(entry: PiEntry): { offset: number; length: number } {
    return { offset: this.#offsets.get(entry), length: this.#lengths.get(entry) };
  }

  /** The entry in front of one. */
  parentOf(entry: PiEntry): PiEntry | undefined {
    const parent = this.#parents.get(entry);
    return parent === ROOT ? undefined : parent;
  }

  isHidden(entry: PiEntry): boolean {
    return this.#hidden.has(entry);
  }

  /** Whether an entry gives a message to the history, or a summary. */
  hasMessage(entry: PiEntry): boolean {
    return this.#messages.has(entry);
  }

  /** The message, with short texts: another object at each call for most. */
  messageOf(entry: PiEntry): MessageLike | undefined {
    return this.#messages.of(entry);
  }

  /** All that it gives, its message included. */
  contributionOf(entry: PiEntry): PiContribution {
    return this.#contributions.get(entry) ?? { message: this.messageOf(entry) };
  }

  /** `undefined` for most entries. */
  relationOf(entry: PiEntry): PiRelation | undefined {
    return this.#relations.get(entry);
  }

  #addPlace(line: number, offset: number, length: number): PiEntry {
    const entry = this.#count++;
    this.#lines.set(entry, line);
    this.#offsets.set(entry, offset);
    this.#lengths.set(entry, length);
    return entry;
  }

  #setParent(entry: PiEntry, parent: IdKey | undefined): void {
    const before = entry - 1;
    const isNext =
      before >= 0 && (this.isLinear || (parent !== undefined && parent === this.#ids.keyOf(before)));
    this.#parents.set(entry, isNext ? before : ROOT);
    this.#openParents.delete(entry);
    if (!isNext && !this.isLinear && parent !== undefined) this.#openParents.set(entry, parent);
  }

  /** Each entry is passed once: where a walk meets an earlier one, that one has shown the rest. */
  #refuseRings(): void {
    if (!this.#hasLaterParents()) return;
    const walks = new Int32Array(this.count).fill(-1);
    for (let entry = 0; entry < this.count; entry++) {
      let current: PiEntry | undefined = entry;
      while (current !== undefined && walks[current] === -1) {
        walks[current] = entry;
        current = this.parentOf(current);
      }
      if (current === undefined || walks[current] !== entry) continue;
      throw new UnreadableSession(
        `the entry in line ${this.lineOf(current)} comes before itself by its parentId: Pi would never finish reading`,
      );
    }
  }

  /** Whether any entry stands in front of its parent, or is its own; without one there is no ring. */
  #hasLaterParents(): boolean {
    for (let entry = 0; entry < this.count; entry++) if (this.#parents.get(entry) >= entry) return true;
    return false;
  }
}

function isMore({ checkpoint, replacement }: PiContribution): boolean {
  return checkpoint !== undefined || replacement !== undefined;
}
