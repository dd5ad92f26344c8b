import { isJsonObject, type JsonObject } from '../../json-object.ts';
import { type SessionInput, UnreadableSession } from '../format.ts';
import { JsonLineReducer, type ReducedLine, type ReducerLimits } from '../json/reducer.ts';
import type { PiEntry } from './columns.ts';
import { contributionOf } from './context.ts';
import { needsWholeLine, shortContribution } from './entry.ts';
import { PiFile } from './file.ts';
import { idKey } from './ids.ts';
import { RemarkList } from './remarks.ts';
import { PiShapes } from './shapes.ts';

/** The version that Pi 1.6.0 writes. */
const CURRENT_VERSION = 3;
/** The first version in which entries have ids. */
const TREE_VERSION = 2;
/** What a line keeps of its texts where they are needed to tell ids apart. */
const AMBIGUOUS_LIMITS: ReducerLimits = { string: 1024 * 1024, line: 16 * 1024 * 1024 };
const SLICE_SIZE = 1024 * 1024;

export interface LoadedPiFile {
  readonly header: JsonObject;
  readonly file: PiFile;
  /** Whether Pi moves the file to its current version when it opens it. */
  readonly isLegacy: boolean;
  readonly remarks: RemarkList;
}

/**
 * Reads a session's file as Pi 1.6.0 takes it in (`loadEntriesFromFile` in `session-manager.js`).
 *
 * @param limits what is kept of a line that has to be parsed
 * @throws {UnreadableSession} when Pi does not take the file for a session, or would not come to an end with it
 */
export async function loadPiFile(input: SessionInput, limits?: ReducerLimits): Promise<LoadedPiFile> {
  const loader = new Loader(input);
  const reducer = new JsonLineReducer(loader, limits);
  for await (const chunk of input.chunks()) reducer.push(chunk);
  reducer.end();
  return loader.finish();
}

class Loader {
  readonly #input: SessionInput;
  #file = new PiFile(false);
  readonly #remarks = new RemarkList();
  /** Entries that have to be read again with their texts. */
  readonly #ambiguous: PiEntry[] = [];
  #shapes: PiShapes | undefined;
  #header: JsonObject | undefined;
  /** The first line that Pi leaves out. */
  #leftOut: { readonly line: number; readonly hasMark: boolean } | undefined;
  #isLegacy = false;
  #lineNumber = 0;

  constructor(input: SessionInput) {
    this.#input = input;
  }

  /** Takes a line at a glance where it is like many others. */
  onBytes(bytes: Buffer, from: number, to: number, offset: number): boolean {
    const glance = this.#shapes?.read(bytes, from, to);
    if (glance === undefined) return false;
    this.#lineNumber++;
    this.#file.addGlance(this.#lineNumber, offset, to - from, bytes, glance);
    return true;
  }

  onLine(line: ReducedLine): void {
    this.#lineNumber++;
    const value = this.#parse(line);
    if (!value) return;
    if (this.#header === undefined) this.#begin(value);
    else if (isJsonObject(value) && value.type === 'session') this.#file.skipPlace();
    else this.#add(value, line);
  }

  async finish(): Promise<LoadedPiFile> {
    const header = this.#header;
    if (header === undefined) {
      throw new UnreadableSession(`${this.#leftOutText()}it holds no entry: Pi takes it for no session`);
    }
    for (const entry of this.#ambiguous) await this.#readAgain(entry);
    this.#file.link(this.#remarks);
    return { header, file: this.#file, isLegacy: this.#isLegacy, remarks: this.#remarks };
  }

  /** @returns what Pi takes in of a line; values that count as false are left out by it as bad lines are */
  #parse({ text, isEnded }: ReducedLine): unknown {
    if (text === undefined) {
      throw new UnreadableSession(
        `line ${this.#lineNumber} is too long to be judged, even without its long texts`,
      );
    }
    if (text.trim() === '') return undefined;
    try {
      return JSON.parse(text);
    } catch {
      this.#leftOut ??= { line: this.#lineNumber, hasMark: text.startsWith('\uFEFF') };
      this.#remarks.add(
        this.#lineNumber,
        isEnded
          ? 'it is no JSON: Pi leaves it out'
          : 'the last line is cut off: Pi leaves it out, and ends it with a line feed when it opens the session',
      );
      return undefined;
    }
  }

  #begin(value: unknown): void {
    if (!isJsonObject(value) || value.type !== 'session' || typeof value.id !== 'string') {
      throw new UnreadableSession(
        `${this.#leftOutText()}line ${this.#lineNumber} is not the header of a session ({"type":"session","id":...}), with which Pi wants a file to begin`,
      );
    }
    const version = isJsonObject(value.version) ? Number.NaN : Number(value.version ?? 1);
    this.#header = value;
    this.#isLegacy = version < CURRENT_VERSION;
    this.#file = new PiFile(version < TREE_VERSION);
    if (!this.#isLegacy) this.#shapes = new PiShapes();
    else {
      this.#remarks.add(
        this.#lineNumber,
        `the session has version ${version}: Pi rewrites the file when it opens it`,
      );
    }
  }

  /** Why a line that is not the first one is taken for it. */
  #leftOutText(): string {
    if (this.#leftOut === undefined) return '';
    const { line, hasMark } = this.#leftOut;
    const why = hasMark ? 'begins with a byte order mark' : 'is no JSON';
    return `line ${line} ${why}, so Pi leaves it out; `;
  }

  #add(value: unknown, { offset, length, hasStandIns, hasLoneSurrogate }: ReducedLine): void {
    const fields = isJsonObject(value) ? value : {};
    if (!isJsonObject(value)) {
      this.#remarks.add(this.#lineNumber, 'it holds no entry, and Pi takes it for one');
    }
    const contribution = shortContribution(contributionOf(fields, this.#isLegacy), hasLoneSurrogate);
    const { id, parentId } = fields;
    const parent = parentId ? idKey(parentId) : undefined;
    const entry = this.#file.add(this.#lineNumber, offset, length, idKey(id), parent, contribution);
    this.#file.relate(entry, fields);
    if (fields.type === 'message' && (fields.message ?? null) === null) this.#withoutMessage(entry);
    if (hasStandIns && needsWholeLine(value)) this.#ambiguous.push(entry);
  }

  #withoutMessage(entry: PiEntry): void {
    this.#file.stopsPi.add(entry);
    this.#remarks.add(this.#lineNumber, 'the entry has no message: Pi stops at it with an error');
  }

  async #readAgain(entry: PiEntry): Promise<void> {
    const line = this.#file.lineOf(entry);
    const { offset, length } = this.#file.placeOf(entry);
    let read: ReducedLine | undefined;
    const onLine = (reduced: ReducedLine) => {
      read = reduced;
    };
    const reducer = new JsonLineReducer({ onLine }, AMBIGUOUS_LIMITS);
    for (let at = offset; at < offset + length; at += SLICE_SIZE) {
      reducer.push(await this.#input.range(at, Math.min(at + SLICE_SIZE, offset + length)));
    }
    reducer.end();
    const value: unknown = read?.text === undefined ? undefined : JSON.parse(read.text);
    if (!isJsonObject(value) || read === undefined || (read.hasStandIns && needsWholeLine(value))) {
      throw new UnreadableSession(`line ${line} has ids or names that are too long to be told apart`);
    }
    const { id, parentId } = value;
    const contribution = shortContribution(contributionOf(value, this.#isLegacy), read.hasLoneSurrogate);
    this.#file.replace(entry, idKey(id), parentId ? idKey(parentId) : undefined, contribution);
    this.#file.relate(entry, value);
  }
}
