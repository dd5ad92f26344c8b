/**
 * Finds where code spans end (https://spec.commonmark.org/0.31.2/#code-spans): at the next run of backticks of the
 * same length. The last run of each length is known beforehand, so that a text full of runs that nothing closes is
 * still read in linear time, as long as the caller goes on behind the span it was told of.
 */
export class Backticks {
  readonly #text: string;
  #lastOfLength: Map<number, number> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Length of the run of backticks at `offset`. */
  runLength(offset: number): number {
    let end = offset;
    while (this.#text.charCodeAt(end) === BACKTICK) end++;
    return end - offset;
  }

  /** Offset of the run that closes a run of `length` at `offset`, -1 where none does. */
  closer(offset: number, length: number): number {
    this.#lastOfLength ??= this.#findLast();
    if ((this.#lastOfLength.get(length) ?? -1) <= offset) return -1;
    let start = this.#text.indexOf('`', offset + length);
    while (start !== -1) {
      const found = this.runLength(start);
      if (found === length) return start;
      start = this.#text.indexOf('`', start + found);
    }
    return -1;
  }

  #findLast(): Map<number, number> {
    const last = new Map<number, number>();
    let start = this.#text.indexOf('`');
    while (start !== -1) {
      const length = this.runLength(start);
      last.set(length, start);
      start = this.#text.indexOf('`', start + length);
    }
    return last;
  }
}

const BACKTICK = 96;
