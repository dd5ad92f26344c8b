import { shorten } from '../../bounded-json.ts';
import { toIsoTime } from '../../incident-record.ts';
import { shortened } from '../visible-text.ts';

/** How often each value of a field came. Hostile evidence may hold a new one in every line. */
export interface Tally {
  readonly counts: ReadonlyMap<string, number>;
  /** What fell to values beyond {@link MAX_VALUES}. */
  readonly others: number;
}

/** A text, number, truth value or `null` as it is; a list or an object as JSON; missing where there was nothing. */
export type ShownValue = string | number | boolean | null;

export interface ShownCall {
  readonly reason: string;
  readonly id?: ShownValue;
  readonly name?: ShownValue;
  /** The id that the call got in requests, where it kept its place. */
  readonly mintedId?: string;
  /** JSON, or the text that the model wrote; only where it was asked for. */
  readonly arguments?: string;
}

export interface ShownIncident {
  readonly line: number;
  readonly timestamp: string;
  readonly kind: string;
  readonly action: string;
  readonly provider: string;
  readonly model: string;
  readonly api: string;
  readonly sessionId: string;
  readonly calls: readonly ShownCall[];
  /** How many more calls the record has. */
  readonly moreCalls: number;
}

export interface IncidentCounts {
  readonly incidents: number;
  readonly toolCalls: number;
  /** By incident. */
  readonly providers: Tally;
  readonly models: Tally;
  readonly kinds: Tally;
  /** By incident, in UTC. */
  readonly days: Tally;
  /** By tool call. */
  readonly reasons: Tally;
  /** The last ones by time; those without a time come first. */
  readonly last: readonly ShownIncident[];
  /** Lines that hold no record: how many, and the first of their numbers. */
  readonly unreadable: { readonly count: number; readonly lines: readonly number[] };
}

export interface CountOptions {
  /** How many of the last incidents are kept. */
  readonly last: number;
  readonly withArguments: boolean;
}

/** Values that are counted one by one, and what is kept of long ones (UTF-16 units). */
const MAX_VALUES = 1000;
const MAX_LETTERS = 200;
const MAX_ARGUMENT_LETTERS = 2000;
const MAX_CALLS = 20;
const MAX_LINES = 20;

const UNKNOWN = '(unknown)';

/** Counts records one after the other; the memory that it takes does not grow with their number. */
export class IncidentCounter {
  readonly #tallies = {
    providers: new Counter(),
    models: new Counter(),
    kinds: new Counter(),
    days: new Counter(),
    reasons: new Counter(),
  };
  readonly #options: CountOptions;
  /** By their times; of one time, in the order of the file. */
  readonly #last: { readonly time: number; readonly incident: ShownIncident }[] = [];
  readonly #oddLines: number[] = [];
  #incidents = 0;
  #toolCalls = 0;
  #unreadable = 0;

  constructor(options: CountOptions) {
    this.#options = options;
  }

  /** @param text a line of the file; `undefined` where it was too long to be a record */
  add(line: number, text: string | undefined): void {
    const record = recordOf(text);
    if (record === undefined) {
      this.#unreadable++;
      if (this.#oddLines.length < MAX_LINES) this.#oddLines.push(line);
      return;
    }
    const { removedToolCalls: calls } = record;
    this.#incidents++;
    this.#toolCalls += calls.length;
    const tallies = this.#tallies;
    tallies.providers.add(shown(record.provider));
    tallies.models.add(shown(record.model));
    tallies.kinds.add(shown(record.kind));
    tallies.days.add(dayOf(record.timestamp));
    for (const call of calls) tallies.reasons.add(shown(Object(call).reason));
    if (this.#options.last === 0) return;
    this.#keep(line, record);
  }

  counts(): IncidentCounts {
    return {
      incidents: this.#incidents,
      toolCalls: this.#toolCalls,
      ...this.#tallies,
      last: this.#last.map(({ incident }) => incident),
      unreadable: { count: this.#unreadable, lines: this.#oddLines },
    };
  }

  /** The last ones are those of the latest times: what is found in an old history is recorded late. */
  #keep(line: number, record: EvidenceRecord): void {
    const known = timeOf(record.timestamp);
    const time = known === undefined ? Number.NEGATIVE_INFINITY : Date.parse(known);
    const at = this.#last.findLastIndex((other) => other.time <= time) + 1;
    const isFull = this.#last.length === this.#options.last;
    if (isFull && at === 0) return;
    this.#last.splice(at, 0, { time, incident: this.#shownIncident(line, record) });
    if (isFull) this.#last.shift();
  }

  #shownIncident(line: number, record: EvidenceRecord): ShownIncident {
    const { removedToolCalls: calls } = record;
    return {
      line,
      timestamp: timeOf(record.timestamp) ?? shown(record.timestamp),
      kind: shown(record.kind),
      action: shown(record.action),
      provider: shown(record.provider),
      model: shown(record.model),
      api: shown(record.api),
      sessionId: shown(record.sessionId),
      calls: calls.slice(0, MAX_CALLS).map((call) => this.#shownCall(Object(call))),
      moreCalls: Math.max(0, calls.length - MAX_CALLS) + countOf(record.omittedToolCalls),
    };
  }

  #shownCall({ reason, mintedId, toolCall }: Fields): ShownCall {
    const { id, name, arguments: args }: Fields = Object(toolCall);
    const most = MAX_ARGUMENT_LETTERS;
    return {
      reason: shown(reason),
      ...(id === undefined ? {} : { id: shownValue(id) }),
      ...(name === undefined ? {} : { name: shownValue(name) }),
      ...(mintedId === undefined ? {} : { mintedId: shown(mintedId) }),
      ...(this.#options.withArguments ? { arguments: asText(args, most) } : {}),
    };
  }
}

type Fields = Record<string, unknown>;
type EvidenceRecord = Fields & { removedToolCalls: readonly unknown[] };

class Counter implements Tally {
  readonly counts = new Map<string, number>();
  others = 0;

  add(value: string): void {
    const count = this.counts.get(value);
    if (count === undefined && this.counts.size >= MAX_VALUES) this.others++;
    else this.counts.set(value, (count ?? 0) + 1);
  }
}

function recordOf(text: string | undefined): EvidenceRecord | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(Object(value).removedToolCalls) ? (value as EvidenceRecord) : undefined;
  } catch {
    return undefined;
  }
}

/** A field as it is counted: missing and blank ones are not known. */
function shown(value: unknown): string {
  const text = value === undefined || value === null ? '' : asText(value, MAX_LETTERS);
  return text.trim() === '' ? UNKNOWN : text;
}

function shownValue(value: unknown): ShownValue {
  const isPlain = value === null || typeof value === 'number' || typeof value === 'boolean';
  return isPlain ? value : asText(value, MAX_LETTERS);
}

/** A text as it is, anything else as JSON; no more of it than `most` letters. */
function asText(value: unknown, most: number): string {
  if (value === undefined) return '(missing)';
  if (typeof value === 'string') return shortened(value, most);
  return shortened(JSON.stringify(shorten(value, { text: most, entries: 100, depth: 32 })), most);
}

/** The time of a record where it is one, as ISO 8601 in UTC. */
function timeOf(timestamp: unknown): string | undefined {
  return toIsoTime(typeof timestamp === 'string' ? Date.parse(timestamp) : undefined);
}

function dayOf(timestamp: unknown): string {
  return timeOf(timestamp)?.replace(/T.*/, '') ?? UNKNOWN;
}

function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
