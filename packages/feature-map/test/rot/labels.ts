import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FIXTURE = join(import.meta.dirname, '..', 'fixtures', 'rot');

export type StaleRule = 'stale/path' | 'stale/symbol' | 'stale/test' | 'stale/setting';

/** Where a label's text stands. */
export interface Place {
  /** Path relative to the map's folder, e.g. `edge/collector.md`. */
  readonly page: string;
  /** The `##` heading above it, or `null` in front of the first. */
  readonly section: string | null;
  /** 1-based line on which the span begins. */
  readonly line: number;
  /** The span's text, without its delimiters, wraps joined by one space. In a settings row: the key. */
  readonly text: string;
}

/** An item that is rotten. */
export interface Expected extends Place {
  readonly rule: StaleRule;
  readonly severity: 'drift' | 'advice';
  /** What happened to it: `renamed`, `moved`, `member-gone`, ... */
  readonly form: string;
  /** The file in which it is now, for a setting the file whose default differs; `null` where there is none. */
  readonly now: string | null;
  /** Paths: whether `now` follows from an equal file name, or only from git's rename record. */
  readonly by?: 'name' | 'rename' | null;
  /** Symbols, tests and settings: the file that it is judged against. */
  readonly file?: string;
  /** Settings: the default on the page, and the one in the code. */
  readonly default?: string;
  readonly says?: string;
  readonly why?: string;
}

/** A span that is in order, or that no rule judges. */
export interface Healthy extends Place {
  /** Which of the forms that documentation uses. */
  readonly form: string;
  readonly why: string;
  /** Paths: the file or folder (with a slash at its end) that is meant, from the project's root. */
  readonly path?: string;
  /** Symbols and tests: the file that has it. */
  readonly in?: string;
}

/** An item with an exemption beside it. */
export interface Exempt extends Place {
  readonly rule: StaleRule;
  /** `false`: the item is healthy, so that the exemption itself is to be reported. */
  readonly needed: boolean;
  readonly why: string;
}

export interface Labels {
  readonly expected: readonly Expected[];
  readonly healthy: readonly Healthy[];
  readonly exemptions: readonly Exempt[];
}

/** What the rules should say about the fixture project, and what they should not. */
export async function readLabels(): Promise<Labels> {
  const [expected, healthy, exemptions] = await Promise.all(['expected', 'healthy', 'exemptions'].map(read));
  return { expected, healthy, exemptions } as Labels;
}

async function read(name: string): Promise<unknown> {
  return JSON.parse(await readFile(join(FIXTURE, `${name}.json`), 'utf8'));
}
