import type { Finding } from '../../history/finding.ts';
import type { JsonObject } from '../../json-object.ts';
import type { MessageLike } from '../../message.ts';
import {
  isMovable,
  leftOutEntry,
  withChangedMessage,
  withNewMessage,
  withOtherContent,
  withReplacement,
} from './changes.ts';
import type { PiEntry } from './columns.ts';
import { isEditable } from './context.ts';
import type { MendedMessage, MendedTurn } from './mend.ts';
import { placeInSlots } from './slots.ts';
import type { WholeMessage } from './whole.ts';

/** What one entry becomes. */
export interface EntryChange {
  entry: PiEntry;
  value: JsonObject;
  /** The entry whose line the value was made from. */
  base: PiEntry;
  findings: readonly Finding<MessageLike>[];
}

type CurrentValue = (entry: PiEntry) => Promise<JsonObject>;

/**
 * Writes a mended turn into the entries that it has: no entry is added and none goes. Messages that moved change
 * places between entries, a new one stands in an entry whose message is left out, and what else is left out becomes
 * a `custom` entry.
 *
 * @param currentValue the entry as it would be written so far
 */
export async function changesOfTurn(turn: MendedTurn, currentValue: CurrentValue): Promise<EntryChange[]> {
  const { before, after } = turn;
  const values = await Promise.all(before.map(({ entry }) => currentValue(entry)));
  const slots = values.map((value) => ({ isOpen: isMovable(value), takesNew: value.type === 'message' }));
  const places = placeInSlots(
    slots,
    after.map(({ from }) => ({ slot: from })),
  );
  const inSlot = new Map<number, MendedMessage>();
  for (const [index, slot] of places.entries()) {
    const mended = after[index];
    if (slot !== undefined && mended !== undefined) inSlot.set(slot, mended);
  }
  const stillSent = new Set([...inSlot.values()].map(({ from }) => from));
  const changes: EntryChange[] = [];
  for (const [slot, whole] of before.entries()) {
    const mended = inSlot.get(slot);
    if (mended?.from === slot && mended.message === whole.message) continue;
    const made =
      mended === undefined
        ? await leaveOut(whole, stillSent.has(slot), currentValue)
        : await put(mended, slot, whole, before, currentValue);
    for (const change of made) changes.push({ ...change, findings: findingsOf(turn, slot) });
  }
  const lacksLine = after.some(({ from }, index) => from === undefined && places[index] === undefined);
  return lacksLine ? changes.map(sayingThatALineIsMissing) : changes;
}

type Change = Omit<EntryChange, 'findings'>;

async function leaveOut(
  { entry, edit, message }: WholeMessage,
  isSentElsewhere: boolean,
  currentValue: CurrentValue,
): Promise<Change[]> {
  if (edit !== undefined && isEditable(message) && !isSentElsewhere) {
    return [{ entry: edit, base: edit, value: withReplacement(await currentValue(edit), undefined) }];
  }
  const value = await currentValue(entry);
  return isMovable(value) ? [{ entry, base: entry, value: leftOutEntry(value) }] : [];
}

async function put(
  { message, from }: MendedMessage,
  slot: number,
  own: WholeMessage,
  turn: readonly WholeMessage[],
  currentValue: CurrentValue,
): Promise<Change[]> {
  const { entry, edit } = own;
  const before = await currentValue(entry);
  const source = from === undefined ? undefined : turn[from];
  let value: JsonObject;
  if (source === undefined) value = withNewMessage(before, message);
  else if (from === slot) value = withChangedMessage(before, source, message);
  else {
    // The content that an edit puts in its place does not move with it: it becomes the message's own.
    const raw = source.edit === undefined ? source.message : { ...source.message, content: undefined };
    const unedited: WholeMessage = { ...source, edit: undefined, message: raw };
    value = withOtherContent(before, withChangedMessage(await currentValue(source.entry), unedited, message));
  }
  const changes: Change[] = value === before ? [] : [{ entry, value, base: source?.entry ?? entry }];
  const isNewContent = from !== slot || message.content !== own.message.content;
  if (edit !== undefined && isEditable(message) && isNewContent) {
    changes.push({
      entry: edit,
      base: edit,
      value: withReplacement(await currentValue(edit), message.content),
    });
  }
  return changes;
}

/** The findings about one message of a turn, or about the turn when it changes because of others. */
function findingsOf({ before, findings }: MendedTurn, slot: number): readonly Finding<MessageLike>[] {
  const own = findings.filter(({ message }) => message === before[slot]?.message);
  return own.length > 0 ? own : findings;
}

function sayingThatALineIsMissing(change: EntryChange): EntryChange {
  const findings = change.findings.map((finding) => ({
    ...finding,
    remedy: `${finding.remedy}; the file has no line for the note that would stand for it`,
  }));
  return { ...change, findings };
}
