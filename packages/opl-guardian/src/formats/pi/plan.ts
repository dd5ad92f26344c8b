import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '../../history/finding.ts';
import type { JsonObject } from '../../json-object.ts';
import type { MessageLike } from '../../message.ts';
import type { Heal, Remark, RewritePlan, SessionInput } from '../format.ts';
import { holdsNewMessage } from './changes.ts';
import type { PiEntry } from './columns.ts';
import type { PiFile } from './file.ts';
import type { LoadedPiFile } from './load.ts';
import { mendBranch } from './mend.ts';
import { PiProjection } from './projection.ts';
import type { PiBranch } from './session.ts';
import { changesOfTurn } from './turn.ts';
import { type EntryState, WholeEntries } from './whole.ts';
import { writePiFile } from './write.ts';

/** An entry that changes. */
export interface ChangedEntry extends EntryState {
  /** The entry whose line `value` was made from: the same one, unless messages changed places. */
  readonly base: PiEntry;
  readonly findings: readonly Finding<MessageLike>[];
}

type Changes = Map<PiEntry, ChangedEntry>;

/** Mending can change which turn is the last, and with it the API that a session is judged for. */
const MOST_ROUNDS = 4;

/**
 * Plans what a session's file becomes. The active branch is mended first. On another branch, what it shares with
 * branches in front of it is taken as it was found where that leads to the same changes, and as it was mended where
 * not. It takes no message from the active branch and puts none there, and changes nothing that the active branch
 * would then be refused for.
 */
export async function planRewrite(
  input: SessionInput,
  loaded: LoadedPiFile,
  branches: readonly PiBranch[],
  heal: Heal,
): Promise<RewritePlan> {
  const { file } = loaded;
  const wholes = new WholeEntries(input, loaded);
  const mending = new Mending(file, wholes, heal);
  const { changes, ...left } = await mendTogether(mending, branches);
  const inOrder = [...changes].sort(([one], [other]) => one - other);
  return { ...(await writePiFile(input, file, wholes, inOrder)), ...left };
}

interface MendedTogether extends Pick<RewritePlan, 'unmended' | 'remarks'> {
  readonly changes: Changes;
}

/** Mends branch after branch; what one of them changes may let another be mended that could not be before. */
async function mendTogether(
  mending: Mending,
  [active, ...others]: readonly PiBranch[],
): Promise<MendedTogether> {
  if (active === undefined) return { changes: new Map() };
  let changes = await mending.mended(active, new Map());
  for (let round = 1; ; round++) {
    const before = changes;
    let isRefused = false;
    for (const branch of others) {
      const mended = await mending.mended(branch, changes);
      if (mended === changes) continue;
      if (await mending.harms(active, changes, mended)) isRefused = true;
      else changes = mended;
    }
    if (changes.size === 0 && !isRefused) return { changes };
    const left = await leftOn(mending, others, changes);
    if (left.unmended.length === 0 || changes === before || round === MOST_ROUNDS) {
      return { changes, ...left };
    }
  }
}

/** What is not on other branches as it would be if they were mended alone. */
async function leftOn(
  mending: Mending,
  branches: readonly PiBranch[],
  made: Changes,
): Promise<{ unmended: string[]; remarks: Remark[] }> {
  const unmended: string[] = [];
  const remarks: Remark[] = [];
  for (const branch of branches) {
    if (await mending.isAsAlone(branch, made)) continue;
    const place = `branch up to ${branch.leaf}`;
    if (!(await mending.isClean(branch, made))) {
      unmended.push(branch.leaf);
      remarks.push({ place, text: 'not all of it is mended: that would change what another branch sends' });
    } else if (await mending.isAltered(branch, made)) {
      remarks.push({
        place,
        text: 'it shares messages with another branch, and sends what mending that one makes of them',
      });
    }
  }
  return { unmended, remarks };
}

class Mending {
  readonly #file: PiFile;
  readonly #wholes: WholeEntries;
  readonly #heal: Heal;

  constructor(file: PiFile, wholes: WholeEntries, heal: Heal) {
    this.#file = file;
    this.#wholes = wholes;
    this.#heal = heal;
  }

  /** What is changed when a branch is mended beside what was changed before: that very map when it asks for nothing. */
  async mended(branch: PiBranch, made: Changes): Promise<Changes> {
    const asFound = await this.#changesOf(branch, new Map());
    let changes = agrees(asFound, made) ? merged(made, asFound.changes) : made;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const { changes: more } = await this.#changesOf(branch, changes);
      if (more.size === 0) break;
      changes = merged(changes, more);
    }
    return changes;
  }

  /** Whether further changes take a message from a branch, put one there, or make it one that has to be mended. */
  async harms(branch: PiBranch, made: Changes, more: Changes): Promise<boolean> {
    if (!isDeepStrictEqual(this.#sentOn(branch, made), this.#sentOn(branch, more))) return true;
    return (await this.#changesOf(branch, more)).changes.size > 0;
  }

  /** Whether the given changes make of a branch what it would become alone: one look at most branches. */
  async isAsAlone(branch: PiBranch, made: Changes): Promise<boolean> {
    const alone = await this.#changesOf(branch, new Map());
    return agrees(alone, made) && merged(made, alone.changes) === made;
  }

  /** Whether nothing is found on a branch when the given changes are made. */
  async isClean(branch: PiBranch, made: Changes): Promise<boolean> {
    return (await this.#changesOf(branch, made)).isClean;
  }

  /** Whether a branch sends other messages than it would if it were mended alone. */
  async isAltered(branch: PiBranch, made: Changes): Promise<boolean> {
    const alone = await this.mended(branch, new Map());
    return !isDeepStrictEqual(this.#sentOn(branch, made), this.#sentOn(branch, alone));
  }

  /** The entries whose messages a branch sends when the given changes are made; none for a new message. */
  #sentOn(branch: PiBranch, made: Changes): (PiEntry | undefined)[] {
    return this.#projectionOf(branch, made).entries.map((entry) => {
      const change = made.get(entry);
      if (change === undefined) return entry;
      return holdsNewMessage(change.value) ? undefined : change.base;
    });
  }

  #projectionOf({ leafEntry }: PiBranch, made: Changes): PiProjection {
    const file = this.#file;
    const contributionOf = (entry: PiEntry) => made.get(entry)?.contribution ?? file.contributionOf(entry);
    return new PiProjection(file, leafEntry, {
      hasMessage: (entry) => contributionOf(entry).message !== undefined,
      messageOf: (entry) => contributionOf(entry).message,
      contributionOf,
    });
  }

  async #changesOf(branch: PiBranch, made: Changes): Promise<FoundChanges> {
    const wholes = this.#wholes;
    const file = this.#file;
    const projection = this.#projectionOf(branch, made);
    const turns = await mendBranch(
      branch,
      projection,
      this.#heal,
      (index) => file.lineOf(projection.entries[index] as PiEntry),
      (index) => wholes.message(projection, index, (entry) => made.get(entry)),
    );
    const changes: Changes = new Map();
    const currentValue = async (entry: PiEntry): Promise<JsonObject> =>
      (changes.get(entry) ?? made.get(entry))?.value ?? (await wholes.stored(entry));
    for (const turn of turns) {
      for (const { entry, value, base, findings } of await changesOfTurn(turn, currentValue)) {
        const before = changes.get(entry) ?? made.get(entry);
        changes.set(entry, {
          value,
          contribution: wholes.contributionOf(value),
          base: (base === entry ? before : made.get(base))?.base ?? base,
          findings: [...(before?.findings ?? []), ...findings],
        });
      }
    }
    return { projection, changes, isClean: turns.length === 0 };
  }
}

interface FoundChanges {
  projection: PiProjection;
  changes: Changes;
  /** Whether nothing was found. */
  isClean: boolean;
}

/** Whether changes that were found on a branch as it is in the file go together with those that are made already. */
function agrees({ projection, changes }: FoundChanges, made: Changes): boolean {
  for (const entry of [...projection.entries, ...projection.edits.values()]) {
    const other = made.get(entry);
    if (other !== undefined && !isDeepStrictEqual(changes.get(entry)?.value, other.value)) return false;
  }
  return true;
}

/** Changes with further ones: the same map when these are among them. */
function merged(made: Changes, more: Changes): Changes {
  const fresh = [...more].filter(([entry, { value }]) => !isDeepStrictEqual(made.get(entry)?.value, value));
  return fresh.length === 0 ? made : new Map([...made, ...fresh]);
}
