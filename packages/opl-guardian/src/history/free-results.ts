import type { ResultLike } from './match-results.ts';

/** Results that no call has taken. */
export class FreeResults {
  readonly #all: Set<ResultLike>;
  readonly #byId: Map<unknown, ResultLike[]>;

  constructor(results: readonly ResultLike[]) {
    this.#all = new Set(results);
    this.#byId = Map.groupBy(results, ({ toolCallId }) => toolCallId);
  }

  /** The ones with an id, in order. */
  under(id: unknown): ResultLike[] {
    return (this.#byId.get(id) ?? []).filter((result) => this.#all.has(result));
  }

  take(result: ResultLike): void {
    this.#all.delete(result);
  }

  left(): Set<ResultLike> {
    return new Set(this.#all);
  }
}
