import { UnreadableSession } from '../format.ts';
import { LINE_FEED } from '../json/bytes.ts';
import { JsonLineReducer, type ReducedLine } from '../json/reducer.ts';

/** A line of a log without its line feed. */
export interface Line {
  readonly bytes: Uint8Array;
  /** Whether a line feed follows; the host drops a line without one. */
  readonly isWhole: boolean;
  /** Whether marks stand in the place of its long texts (`STAND_IN` in `json/reducer.ts`). */
  readonly isReduced: boolean;
}

export interface LineLimits {
  /** Lines with more bytes than this are reduced; by default none is. */
  reduceAbove?: number;
}

/** What one string of the engine holds at most, with room for what is made of it. */
const MAX_LINE = 400 * 2 ** 20;
/** In bytes; longer texts of a reduced line are replaced. */
const MAX_TEXT = 64 * 1024;

/**
 * Cuts text into lines; a line's bytes are only valid until the next one is asked for.
 *
 * @throws {UnreadableSession} at a line that is too long to be read
 */
export async function* linesOf(
  text: AsyncIterable<Uint8Array>,
  { reduceAbove = Number.POSITIVE_INFINITY }: LineLimits = {},
): AsyncGenerator<Line> {
  let started = new StartedLine(reduceAbove);
  for await (const chunk of text) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      const rest = chunk.subarray(start, end);
      if (started.isEmpty) yield { bytes: rest, isWhole: true, isReduced: false };
      else {
        started.add(rest);
        yield started.end(true);
        started = new StartedLine(reduceAbove);
      }
      start = end + 1;
    }
    if (start < chunk.length) started.add(chunk.subarray(start));
  }
  if (!started.isEmpty) yield started.end(false);
}

/** A line whose end is still to come. */
class StartedLine {
  readonly #reduceAbove: number;
  #pieces: Uint8Array[] = [];
  #length = 0;
  #reducer: JsonLineReducer | undefined;
  #reduced: string | undefined;

  constructor(reduceAbove: number) {
    this.#reduceAbove = reduceAbove;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  add(piece: Uint8Array): void {
    this.#length += piece.length;
    if (this.#reducer !== undefined) {
      this.#reducer.push(piece);
      return;
    }
    this.#pieces.push(Buffer.from(piece));
    if (this.#length <= this.#reduceAbove) {
      if (this.#length > MAX_LINE) throw tooLong();
      return;
    }
    const onLine = ({ text }: ReducedLine) => {
      this.#reduced = text;
    };
    this.#reducer = new JsonLineReducer({ onLine }, { string: MAX_TEXT });
    for (const held of this.#pieces) this.#reducer.push(held);
    this.#pieces = [];
  }

  end(isWhole: boolean): Line {
    if (this.#reducer === undefined) {
      return { bytes: Buffer.concat(this.#pieces), isWhole, isReduced: false };
    }
    this.#reducer.end();
    if (this.#reduced === undefined) throw tooLong();
    return { bytes: Buffer.from(this.#reduced), isWhole, isReduced: true };
  }
}

function tooLong(): UnreadableSession {
  return new UnreadableSession('a line is longer than what can be read of it; restore the file from a copy');
}
