import type { Remark } from '../format.ts';

const MOST_NAMED = 5;

/** Remarks on lines of a file; of the same remark on many lines one is made. */
export class RemarkList {
  readonly #lines = new Map<string, { named: number[]; count: number }>();

  add(line: number, text: string): void {
    const lines = this.#lines.get(text) ?? { named: [], count: 0 };
    if (lines.named.length < MOST_NAMED) lines.named.push(line);
    lines.count++;
    this.#lines.set(text, lines);
  }

  list(): Remark[] {
    return [...this.#lines].map(([text, { named, count }]) => {
      const more = count > named.length ? ` and ${count - named.length} more` : '';
      return { place: `${count > 1 ? 'lines' : 'line'} ${named.join(', ')}${more}`, text };
    });
  }
}
