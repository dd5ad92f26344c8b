import { UnreadableSession } from './format.ts';

/** A line of a log without its line feed. */
export interface Line {
  readonly bytes: Uint8Array;
  /** Whether a line feed follows; the host drops a line without one. */
  readonly isWhole: boolean;
}

/** What one string of the engine holds at most, with room for what is made of it. */
const MAX_LINE = 400 * 2 ** 20;
const LINE_FEED = 0x0a;

/**
 * Cuts text into lines; a line's bytes are only valid until the next one is asked for.
 *
 * @throws {UnreadableSession} at a line that is too long to be read
 */
export async function* linesOf(text: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let pieces: Uint8Array[] = [];
  let held = 0;
  for await (const chunk of text) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      const piece = chunk.subarray(start, end);
      yield { bytes: pieces.length === 0 ? piece : Buffer.concat([...pieces, piece]), isWhole: true };
      pieces = [];
      held = 0;
      start = end + 1;
    }
    if (start === chunk.length) continue;
    pieces.push(Buffer.from(chunk.subarray(start)));
    held += chunk.length - start;
    if (held > MAX_LINE) {
      throw new UnreadableSession(
        `a line is longer than ${MAX_LINE / 2 ** 20} MiB, which is more than can be read`,
      );
    }
  }
  if (pieces.length > 0) yield { bytes: Buffer.concat(pieces), isWhole: false };
}
