/** The words of one page or of its index rows, counted by section and field. */
import { isFormHeading } from './rank-kinds.ts';
import type { IndexRow, Page, Section } from './types.ts';
import { eachWord } from './words.ts';

/** Where a word stands, besides code spans and body: flags. */
export const FIELD = { heading: 1, part: 2, title: 4, path: 8, trigger: 16, feature: 32 } as const;

/**
 * Words of one source. `keys[i]` has its postings from `starts[i]` to `starts[i + 1]`; each is a slot (0 for the page
 * as a whole, n + 1 for section n) and its packed fields and counts.
 */
export interface SourceWords {
  keys: string[];
  starts: Uint32Array;
  postings: Uint32Array;
  /** Length of each section in words. */
  lengths: number[];
}

const COUNT_BITS = 8;
const COUNT_LIMIT = 2 ** COUNT_BITS - 1;

/** Takes a packed posting apart: {@link FIELD} flags, count in code spans, count in other text (both up to 255). */
export const unpack = {
  fields: (packed: number): number => packed & COUNT_LIMIT,
  code: (packed: number): number => (packed >> COUNT_BITS) & COUNT_LIMIT,
  body: (packed: number): number => (packed >> (2 * COUNT_BITS)) & COUNT_LIMIT,
};

/** Words of a page: title, path, trigger and the text before its first section for the page; the rest by section. */
export function wordsOfPage(page: Page): SourceWords {
  const counter = new WordCounter();
  counter.field(page.title ?? '', 0, FIELD.title);
  counter.field(page.path.replace(/\.\w+$/, ''), 0, FIELD.path);
  counter.field(page.trigger ?? '', 0, FIELD.trigger);
  const lead = page.text.slice(0, page.sections[0]?.start ?? page.text.length);
  counter.prose(withoutStatus(lead), 0);
  const lengths = page.sections.map((section, i) => countSection(counter, page.text, section, i + 1));
  return { ...counter.pack(), lengths };
}

/** Words of the index rows that lead to one page, as words of the page as a whole. */
export function wordsOfRows(rows: readonly IndexRow[]): SourceWords {
  const counter = new WordCounter();
  for (const row of rows) {
    counter.field(row.feature, 0, FIELD.feature);
    counter.field(row.trigger ?? '', 0, FIELD.trigger);
  }
  return { ...counter.pack(), lengths: [] };
}

function countSection(counter: WordCounter, text: string, section: Section, slot: number): number {
  if (!isFormHeading(section.heading)) counter.field(section.heading, slot, FIELD.heading);
  for (const part of section.parts) {
    if (!isFormHeading(part.heading)) counter.field(part.heading, slot, FIELD.part);
  }
  // The text before the first part, and each part, without their heading lines.
  const ends = [section.leadEnd, ...section.parts.map((part) => part.end)];
  const starts = [section.start, ...section.parts.map((part) => part.start)];
  return starts.reduce((words, start, i) => {
    const body = text.slice(start, ends[i]);
    return words + counter.prose(withoutHeadingLine(body), slot);
  }, 0);
}

/** The status paragraph holds the trigger, which has a field of its own, and words that every page has there. */
function withoutStatus(lead: string): string {
  const start = lead.search(/^[*_]{0,3}(?:status|read when)[*_]{0,3}[ \t]*:/im);
  if (start < 0) return lead;
  const length = lead.slice(start).search(/\n[ \t]*\r?\n/);
  return length < 0 ? lead.slice(0, start) : lead.slice(0, start) + lead.slice(start + length);
}

/** A chunk without a heading keeps its first line: only an ATX heading is a line of its own. */
function withoutHeadingLine(text: string): string {
  if (!/^ {0,3}#/.test(text)) return text;
  const end = text.indexOf('\n');
  return end < 0 ? '' : text.slice(end + 1);
}

class WordCounter {
  /** For each key: slot, fields, count in code, count in body; and so on for the next slot. */
  private readonly counts = new Map<string, number[]>();

  /** Marks the words of a name. */
  field(text: string, slot: number, flag: number): void {
    eachWord(text, (key) => {
      const counts = this.at(key, slot);
      counts[counts.length - 3] = (counts.at(-3) ?? 0) | flag;
    });
  }

  /** Counts the words of markdown text; returns how many there are. */
  prose(text: string, slot: number): number {
    let words = 0;
    for (const { run, code } of codeRuns(text)) {
      const fromEnd = code ? 2 : 1;
      eachWord(run, (key) => {
        words += 1;
        const counts = this.at(key, slot);
        counts[counts.length - fromEnd] = (counts.at(-fromEnd) ?? 0) + 1;
      });
    }
    return words;
  }

  pack(): Omit<SourceWords, 'lengths'> {
    const keys = [...this.counts.keys()];
    const starts = new Uint32Array(keys.length + 1);
    const postings: number[] = [];
    for (const [i, counts] of [...this.counts.values()].entries()) {
      for (let at = 0; at < counts.length; at += 4) {
        const code = Math.min(counts[at + 2] ?? 0, COUNT_LIMIT) << COUNT_BITS;
        const body = Math.min(counts[at + 3] ?? 0, COUNT_LIMIT) << (2 * COUNT_BITS);
        postings.push(counts[at] ?? 0, (counts[at + 1] ?? 0) | code | body);
      }
      starts[i + 1] = postings.length;
    }
    return { keys, starts, postings: Uint32Array.from(postings) };
  }

  private at(key: string, slot: number): number[] {
    let counts = this.counts.get(key);
    if (!counts) {
      counts = [];
      this.counts.set(key, counts);
    }
    if (counts.at(-4) !== slot) counts.push(slot, 0, 0, 0);
    return counts;
  }
}

/** What opens, closes or ends a code span: backticks, the line of a fence, a blank line. */
const SPAN_BORDER = /^[ \t>]*`{3,}[^`\n]*$|(?<ticks>`+)|\n[ \t]*\r?\n/gm;

/**
 * Splits markdown text into code spans and the rest. A span runs from backticks to as many backticks and does not pass
 * a blank line; the lines of a fenced block are not spans.
 */
function* codeRuns(text: string): Generator<{ run: string; code: boolean }> {
  let opener = 0;
  let at = 0;
  for (const match of text.matchAll(SPAN_BORDER)) {
    const ticks = match.groups?.ticks?.length ?? 0;
    const opens = opener === 0 && ticks > 0;
    const closes = opener > 0 && ticks === opener;
    const abandoned = opener > 0 && ticks === 0;
    if (!opens && !closes && !abandoned) continue;
    yield { run: text.slice(at, match.index), code: closes };
    opener = opens ? ticks : 0;
    at = match.index + ticks;
  }
  yield { run: text.slice(at), code: false };
}
