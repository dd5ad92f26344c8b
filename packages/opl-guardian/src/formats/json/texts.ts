const MOST_TEXTS = 500;

/** Where the texts of a line lie, in their order. */
export class TextPlaces {
  readonly starts = new Int32Array(MOST_TEXTS);
  readonly ends = new Int32Array(MOST_TEXTS);
  count = 0;

  /** @returns `false` when there is no room for it */
  add(start: number, end: number): boolean {
    if (this.count === MOST_TEXTS) return false;
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.count++;
    return true;
  }
}
