import { SPAN, saysAbsent, saysOfIt, speaksOfAbsence } from './absence.ts';
import type { Token } from './tokens.ts';

const SENTENCE_END = /[.;!?](?=[\s_*)]|$)/g;
/** A sentence that goes on about what the one before named. */
const GOES_ON =
  /^[\s_*]*(?:it|its|that|this|these|they|their|those|both|all|neither|the (?:file|folder|module|directory|script|old one))\b/i;
/** Characters of an item, of a sentence, and on one side of a span that are looked at: an author's are shorter. */
const LONGEST_ITEM = 4000;
const LONGEST_SENTENCE = 2000;
const LONGEST_SIDE = 200;
const LONGEST_CLAUSE = 40;

/** A block as a reader goes through it: its text, with spans as one thing each, and what it says of them. */
export class Prose {
  readonly text: string;
  readonly #offsets = new Map<number, number>();
  readonly #ends: number[] = [];
  readonly #sentences = new Map<number, boolean>();
  #absent: boolean | undefined;

  constructor(tokens: readonly Token[]) {
    let text = '';
    for (const token of tokens) {
      this.#offsets.set(token.start, text.length);
      if (token.kind !== 'comment') text += token.kind === 'text' ? token.text.replaceAll('’', "'") : SPAN;
    }
    this.text = text;
    for (const { index } of text.matchAll(SENTENCE_END)) this.#ends.push(index + 1);
  }

  /** Whether the block says that what it names is not in the project. */
  get saysAbsent(): boolean {
    this.#absent ??= saysAbsent(this.text.slice(0, LONGEST_ITEM));
    return this.#absent;
  }

  /** Whether it introduces a list of what is not in the project: `Removed in 2.0:`, `Written by the build:`. */
  get introducesAbsent(): boolean {
    return this.saysAbsent || saysOfIt('', this.text.slice(0, LONGEST_SIDE));
  }

  /** Whether the words around a span say so of it alone. */
  saysOf(span: Token): boolean {
    const at = this.#offsets.get(span.start) ?? 0;
    const { start, end } = this.#sentence(at);
    const before = this.text.slice(Math.max(start, at - LONGEST_SIDE), at);
    return saysOfIt(before, this.text.slice(at + 1, Math.min(end, at + LONGEST_SIDE)));
  }

  /** Whether what follows at once says so: `(removed in 2.0)`, `, which are gone`. */
  saysBehind(span: Token): boolean {
    const at = this.#offsets.get(span.start) ?? 0;
    const clause = /^[^.;\ufffc]*/.exec(this.text.slice(at + 1, at + 1 + LONGEST_CLAUSE))?.[0] ?? '';
    return saysAbsent(clause);
  }

  /** Whether the sentence of a span, or the next one that goes on about it, is not about what is there today. */
  speaksOfAbsence(span: Token): boolean {
    const { start, end } = this.#sentence(this.#offsets.get(span.start) ?? 0);
    const known = this.#sentences.get(start);
    if (known !== undefined) return known;
    const next = this.text.slice(end, this.#sentence(end + 1).end);
    const sentence = this.text.slice(start, end).slice(0, LONGEST_SENTENCE);
    const speaks = speaksOfAbsence(
      GOES_ON.test(next) ? sentence + next.slice(0, LONGEST_SENTENCE) : sentence,
    );
    this.#sentences.set(start, speaks);
    return speaks;
  }

  #sentence(at: number): { start: number; end: number } {
    let [low, high] = [0, this.#ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ends[middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return { start: this.#ends[low - 1] ?? 0, end: this.#ends[low] ?? this.text.length };
  }
}
