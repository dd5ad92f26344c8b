export type Delimiter = '*' | '_';

const WHITESPACE = /\s/;
const PUNCTUATION = /[\p{P}\p{S}]/u;

interface Run {
  character: Delimiter;
  /** Delimiters that no partner used up; they stay in the text. */
  left: number;
  opens: boolean;
  /** Index of the piece of text that holds the run. */
  piece: number;
}

/**
 * Pairs the runs of `*` and `_` in a text and takes the ones that mark emphasis out of its pieces
 * (https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis, without the rule on multiples of three).
 */
export class Emphasis {
  readonly #pieces: string[];
  readonly #openers: Run[] = [];
  /** How many of the openers are of each character, so that a run without a partner costs no search. */
  readonly #counts = { '*': 0, _: 0 };

  constructor(pieces: string[]) {
    this.#pieces = pieces;
  }

  /** How many runs wait for a partner; `drop` takes it back. */
  get waiting(): number {
    return this.#openers.length;
  }

  /** Gives up the runs that opened since `waiting` was asked: no emphasis reaches out of a link. */
  drop(waiting: number): void {
    for (const run of this.#openers.splice(waiting)) this.#counts[run.character]--;
  }

  /** Adds a run of `length` delimiters between the characters `before` and `after` (empty at the text's ends). */
  add(character: Delimiter, length: number, before: string, after: string): void {
    const left = !isSpace(after) && (!isPunctuation(after) || isSpace(before) || isPunctuation(before));
    const right = !isSpace(before) && (!isPunctuation(before) || isSpace(after) || isPunctuation(after));
    const word = character === '_';
    const opens = left && (!word || !right || isPunctuation(before));
    const closes = right && (!word || !left || isPunctuation(after));
    const run = { character, left: length, opens, piece: this.#pieces.length };
    this.#pieces.push(character.repeat(length));
    if (closes) this.#close(run);
    if (opens && run.left > 0) this.#open(run);
  }

  #open(run: Run): void {
    this.#openers.push(run);
    this.#counts[run.character]++;
  }

  #close(run: Run): void {
    while (run.left > 0 && this.#counts[run.character] > 0) {
      const opener = this.#openers.pop();
      if (opener === undefined) return;
      this.#counts[opener.character]--;
      if (opener.character !== run.character) continue;
      const used = Math.min(opener.left, run.left);
      this.#use(opener, used);
      this.#use(run, used);
      if (opener.left > 0) this.#open(opener);
    }
  }

  #use(run: Run, count: number): void {
    run.left -= count;
    this.#pieces[run.piece] = run.character.repeat(run.left);
  }
}

function isSpace(character: string): boolean {
  return character === '' || WHITESPACE.test(character);
}

function isPunctuation(character: string): boolean {
  return PUNCTUATION.test(character);
}
