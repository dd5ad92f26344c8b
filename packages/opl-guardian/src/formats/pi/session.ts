import { PI_FACTS } from '../../history/host-facts.ts';
import type { TargetApi } from '../../history/target.ts';
import type { MessageLike } from '../../message.ts';
import {
  type Branch,
  type Heal,
  type Remark,
  type RewritePlan,
  type SessionInput,
  type StoredSession,
  UnreadableSession,
} from '../format.ts';
import type { PiEntry } from './columns.ts';
import { placeOfLine } from './entry.ts';
import type { PiFile } from './file.ts';
import { messagesOf } from './history.ts';
import type { LoadedPiFile } from './load.ts';
import { planRewrite } from './plan.ts';
import { PiProjection } from './projection.ts';
import { sourceOf } from './whole.ts';

/** Ends of a session beside the active one that are judged. */
const MOST_OTHER_LEAVES = 100;

/** A Pi session as it was read. Of the histories of its branches it keeps the one that was asked for last. */
export class PiSession implements StoredSession {
  readonly format = 'pi';
  readonly sessionId: string;
  readonly cwd?: string;
  readonly branches: readonly PiBranch[];
  readonly remarks: readonly Remark[];
  readonly #input: SessionInput;
  readonly #loaded: LoadedPiFile;

  constructor(input: SessionInput, loaded: LoadedPiFile) {
    const { header, file, remarks } = loaded;
    this.#input = input;
    this.#loaded = loaded;
    this.sessionId = String(header.id);
    if (typeof header.cwd === 'string') this.cwd = header.cwd;
    const { active, others, count } = leavesOf(file);
    refuseStop(file, active);
    const history = new LatestHistory(file);
    this.branches = [active, ...others].map((leaf, index) => new PiBranch(file, leaf, index === 0, history));
    const unjudged: Remark = {
      place: 'branches',
      text: `the session has ${count} ends beside the active one; the oldest ${count - others.length} of them are not judged`,
    };
    this.remarks = count > others.length ? [...remarks.list(), unjudged] : remarks.list();
  }

  plan(heal: Heal): Promise<RewritePlan> {
    return planRewrite(this.#input, this.#loaded, this.branches, heal);
  }
}

/** The branch of one end of the session. */
export class PiBranch implements Branch {
  readonly facts = PI_FACTS;
  readonly isActive: boolean;
  readonly leaf: string;
  /** Missing where the session has no entry to begin with. */
  readonly leafEntry: PiEntry | undefined;
  readonly #history: LatestHistory;

  constructor(file: PiFile, leafEntry: PiEntry | undefined, isActive: boolean, history: LatestHistory) {
    this.leafEntry = leafEntry;
    this.isActive = isActive;
    this.leaf = leafEntry === undefined ? 'start' : String(file.idOf(leafEntry));
    this.#history = history;
  }

  get messages(): readonly MessageLike[] {
    return this.#history.of(this).messages;
  }

  get lastApi(): TargetApi | undefined {
    return this.#history.of(this).projection.lastApi;
  }

  placeOf(message: MessageLike): string {
    return this.#history.placeOf(this, message);
  }
}

/** Histories are long: only the latest is kept, so that a session with many branches needs no more memory. */
class LatestHistory {
  readonly #file: PiFile;
  #latest: { branch: PiBranch; projection: PiProjection; messages: readonly MessageLike[] } | undefined;
  #lines: Map<MessageLike, number> | undefined;

  constructor(file: PiFile) {
    this.#file = file;
  }

  of(branch: PiBranch): { projection: PiProjection; messages: readonly MessageLike[] } {
    if (this.#latest?.branch === branch) return this.#latest;
    const projection = new PiProjection(this.#file, branch.leafEntry);
    this.#lines = undefined;
    this.#latest = { branch, projection, messages: messagesOf(projection) };
    return this.#latest;
  }

  placeOf(branch: PiBranch, message: MessageLike): string {
    const { messages, projection } = this.of(branch);
    const lineAt = (index: number) => this.#file.lineOf(projection.entries[index] as PiEntry);
    this.#lines ??= new Map(messages.map((each, index) => [each, lineAt(index)]));
    const line = this.#lines.get(message) ?? sourceOf(message)?.line;
    return line === undefined ? 'unknown line' : placeOfLine(line);
  }
}

/** Pi reads every entry that leads to the end (`getSessionContextSettings`), those in front of a compaction too. */
function refuseStop(file: PiFile, leaf: PiEntry | undefined): void {
  if (file.stopsPi.size === 0) return;
  for (let entry = leaf; entry !== undefined; entry = file.parentOf(entry)) {
    if (!file.stopsPi.has(entry)) continue;
    throw new UnreadableSession(
      `line ${file.lineOf(entry)} has "type":"message" and no message: Pi stops at it with an error, and passes over it with "type":"custom"`,
    );
  }
}

/** The last entry that Pi took in, as it takes it on load, and the newest ends of other branches. */
function leavesOf(file: PiFile): { active: PiEntry | undefined; others: PiEntry[]; count: number } {
  const last = file.count - 1;
  if (last < 0) return { active: undefined, others: [], count: 0 };
  const hasChild = new Uint8Array(file.count);
  for (let entry = 0; entry <= last; entry++) {
    const parent = file.parentOf(entry);
    if (parent !== undefined) hasChild[parent] = 1;
  }
  const others: PiEntry[] = [];
  let count = 0;
  for (let entry = last - 1; entry >= 0; entry--) {
    if (hasChild[entry] === 1 || file.isHidden(entry)) continue;
    if (++count <= MOST_OTHER_LEAVES) others.push(entry);
  }
  return { active: file.idOf(last) === null ? undefined : last, others, count };
}
