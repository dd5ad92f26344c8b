import type { Message } from '@deepseek-ai/dsh-llm';
import { isObjectOrList } from '../../json-object.ts';
import { type Remark, type SessionInput, UnreadableSession } from '../format.ts';
import {
  isMessageEvent,
  isRow,
  messageFault,
  parseRecord,
  type StoredEvent,
  storedMessage,
} from './events.ts';
import { type Line, linesOf } from './lines.ts';
import { OpenTurn } from './open-turn.ts';
import { type LogPart, logParts, plainText } from './parts.ts';
import { shortened } from './shorten.ts';
import { Surface } from './surface.ts';

/** In bytes; longer lines are not held whole. */
const LONG_LINE = 2 ** 20;

/** First line of a log (`SessionHeader` in `dsh-session`). */
export interface DshHeader {
  id: string;
  cwd?: string;
}

/** A part of a log with the events in it. */
export interface ReadPart extends LogPart {
  /** `seq` of its first event, and the one behind its last event. */
  first: number;
  next: number;
}

/** An event on the surface, or one that was. */
export interface KeptEvent {
  seq: number;
  time: number;
  message: Message;
}

/** A log as the host reads it. */
export interface DshLog {
  header: DshHeader;
  parts: readonly ReadPart[];
  surface: Surface;
  /** By `seq`; messages are shortened. */
  kept: ReadonlyMap<number, KeptEvent>;
  /** Messages that the host adds when it loads the log. */
  closers: readonly Message[];
  /** Whether the host adds a result for any call of the newest answer that has none. */
  closesCalls: boolean;
  remarks: readonly Remark[];
}

/**
 * The header of a DSH session.
 *
 * @returns `undefined` for any other value
 */
export function headerOf(value: unknown): DshHeader | undefined {
  if (!isObjectOrList(value) || value.type !== 'session' || typeof value.id !== 'string') return undefined;
  if (typeof value.createdAt !== 'number' || typeof value.delegationDepth !== 'number') return undefined;
  const { id, cwd } = value;
  return { id, ...(typeof cwd === 'string' ? { cwd } : {}) };
}

/** @throws {UnreadableSession} for a log that the host refuses for another reason than blank call ids */
export async function readLog(input: SessionInput): Promise<DshLog> {
  const reader = new LogReader();
  for (const part of await logParts(input)) await reader.read(input, part);
  return reader.finish();
}

class LogReader {
  readonly #parts: ReadPart[] = [];
  readonly #surface = new Surface();
  readonly #openTurn = new OpenTurn();
  readonly #kept = new Map<number, KeptEvent>();
  readonly #remarks: Remark[] = [];
  #header: DshHeader | undefined;
  #next = 0;
  /**
   * Why the events behind this place are not read; the host accepts that outside of whole frames, where no turn
   * ends behind it.
   */
  #cut: { place: string; why: string } | undefined;

  async read(input: SessionInput, part: LogPart): Promise<void> {
    const first = this.#next;
    const isHeaderFrame = part.kind === 'frame' && this.#parts.length === 0;
    let lines = 0;
    for await (const line of linesOf(plainText(input, part), { reduceAbove: LONG_LINE })) {
      lines++;
      if (!line.isWhole) {
        if (part.kind === 'frame') throw refused(this.#place(), 'a whole frame ends inside a line');
        const what = 'the last line is torn; DSH drops it when it loads the session';
        this.#remarks.push({ place: this.#place(), text: what });
      } else if (this.#header === undefined) {
        this.#header = readHeader(line.bytes);
      } else {
        this.#readEvent(line);
      }
    }
    if (isHeaderFrame && lines !== 1) throw refused('byte 0', 'the first frame is not the header alone');
    if (part.kind === 'frame' && this.#cut !== undefined) throw refused(this.#cut.place, this.#cut.why);
    if (part.kind === 'torn-frame') {
      const what = `the last frame is torn; ${this.#next - first} of its events are whole`;
      this.#remarks.push({ place: `byte ${part.start}`, text: what });
    }
    this.#parts.push({ ...part, first, next: this.#next });
  }

  finish(): DshLog {
    if (this.#header === undefined) {
      throw new UnreadableSession('the file holds no whole header line; DSH cannot open it either');
    }
    if (this.#cut !== undefined) {
      this.#remarks.push({
        place: this.#cut.place,
        text: `${this.#cut.why}; DSH drops this and all that follows when it loads the session`,
      });
    }
    return {
      header: this.#header,
      parts: this.#parts,
      surface: this.#surface,
      kept: this.#kept,
      closers: this.#openTurn.closers(this.#next),
      closesCalls: this.#openTurn.closesCalls,
      remarks: this.#remarks,
    };
  }

  #readEvent({ bytes, isReduced }: Line): void {
    const record = parseRecord(bytes);
    if (this.#cut !== undefined) {
      if (record?.value.type === 'turn/end') throw refused(this.#cut.place, this.#cut.why);
      return;
    }
    if (record === undefined) {
      this.#cut = { place: this.#place(), why: 'a line is no event' };
    } else if (record.first !== this.#next) {
      this.#cut = { place: this.#place(), why: `the next event has the number ${record.first}` };
      if (record.value.type === 'turn/end') throw refused(this.#cut.place, this.#cut.why);
    } else {
      this.#next = record.next;
      if (!isRow(record.value)) this.#add(record.value, isReduced);
    }
  }

  #add(event: StoredEvent, isReduced: boolean): void {
    const { seq, time } = event;
    if (isMessageEvent(event)) {
      const fault = messageFault(event);
      if (fault !== undefined) throw refused(`seq ${seq}`, `the event ${event.type} ${fault}`);
      this.#kept.set(seq, { seq, time, message: shortened(storedMessage(event) as Message, isReduced) });
    }
    this.#surface.add(event);
    this.#openTurn.add(event);
  }

  #place(): string {
    return `seq ${this.#next}`;
  }
}

function readHeader(line: Uint8Array): DshHeader {
  let header: DshHeader | undefined;
  try {
    header = headerOf(JSON.parse(Buffer.from(line).toString('utf8')));
  } catch {
    header = undefined;
  }
  if (header === undefined) throw new UnreadableSession('the first line is not the header of a DSH session');
  return header;
}

function refused(place: string, why: string): UnreadableSession {
  return new UnreadableSession(`${place}: ${why}, so DSH refuses this log; restore the file from a copy`);
}
