import type { JsonObject } from '../../json-object.ts';
import type { MessageLike } from '../../message.ts';
import { type SessionInput, UnreadableSession } from '../format.ts';
import type { PiEntry } from './columns.ts';
import { contributionOf, editedMessage, type PiContribution } from './context.ts';
import type { PiFile } from './file.ts';
import type { LoadedPiFile } from './load.ts';
import type { PiProjection } from './projection.ts';

/** Where a message stands: in the history of its branch, and in the file. */
export interface MessageSource {
  readonly index: number;
  readonly line: number;
}

/** A mark that copies of a message made by spreading carry on. */
const SOURCE = Symbol('source of the message');

/** Where a whole message, or a copy of one, comes from; `undefined` for any other message. */
export function sourceOf(message: MessageLike): MessageSource | undefined {
  return (message as { [SOURCE]?: MessageSource })[SOURCE];
}

/** One message of a history with all of its texts, and the entries that it is made of. */
export interface WholeMessage {
  readonly entry: PiEntry;
  /** Which of the messages of its entry it is. */
  readonly part: 'message' | 'checkpoint';
  readonly message: MessageLike;
  /** The context edit that aims at its entry: its replacement is sent when the message is an editable one. */
  readonly edit: PiEntry | undefined;
}

/** What an entry holds by now, as it is to be written. */
export interface EntryState {
  readonly value: JsonObject;
  readonly contribution: PiContribution;
}

/** Loads entries with all of their texts. */
export class WholeEntries {
  readonly #input: SessionInput;
  readonly #file: PiFile;
  readonly #isLegacy: boolean;
  /** Entries as they are in the file. */
  readonly #stored = new Map<PiEntry, JsonObject>();

  constructor(input: SessionInput, { file, isLegacy }: LoadedPiFile) {
    this.#input = input;
    this.#file = file;
    this.#isLegacy = isLegacy;
  }

  /** The value in the file: the very object at each call. */
  async stored(entry: PiEntry): Promise<JsonObject> {
    const known = this.#stored.get(entry);
    if (known !== undefined) return known;
    const value = parsedLine(await this.bytesOf(entry), this.#file.lineOf(entry));
    this.#stored.set(entry, value);
    return value;
  }

  bytesOf(entry: PiEntry): Promise<Uint8Array> {
    const { offset, length } = this.#file.placeOf(entry);
    return this.#input.range(offset, offset + length);
  }

  contributionOf(value: JsonObject): PiContribution {
    return contributionOf(value, this.#isLegacy);
  }

  /** A message of a history with all of its texts; `stateOf` says what became of entries that were changed. */
  async message(
    projection: PiProjection,
    index: number,
    stateOf: (entry: PiEntry) => EntryState | undefined,
  ): Promise<WholeMessage> {
    const entry = projection.entries[index] as PiEntry;
    const edit = projection.edits.get(index);
    const part = projection.partAt(index);
    const contribution = async (of: PiEntry) =>
      stateOf(of)?.contribution ?? this.contributionOf(await this.stored(of));
    const stored = (await contribution(entry))[part];
    const replacement = edit === undefined ? undefined : (await contribution(edit)).replacement;
    const shown = stored && editedMessage(stored, replacement);
    const line = this.#file.lineOf(entry);
    if (shown === undefined) throw new UnreadableSession(`line ${line} changed while it was read; try again`);
    const source: MessageSource = { index, line };
    return { entry, part, edit, message: { ...shown, [SOURCE]: source } as MessageLike };
  }
}

function parsedLine(bytes: Uint8Array, line: number): JsonObject {
  let text: string;
  try {
    text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  } catch (error) {
    throw new UnreadableSession(`line ${line} is too long to be mended`, { cause: error });
  }
  return JSON.parse(text) as JsonObject;
}
