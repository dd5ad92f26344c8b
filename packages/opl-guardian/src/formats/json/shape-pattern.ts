import { QUOTE, viewOf, ZERO } from './bytes.ts';
import type { PlainJson } from './plain.ts';
import type { ShapeScan } from './shape-scan.ts';
import type { TextPlaces } from './texts.ts';

/** A skeleton as what a line has to hold word for word, with gaps for texts and numbers in between. */
export class ShapePattern {
  /** What stands word for word, one part behind the other. */
  readonly #parts: Buffer;
  readonly #view: DataView;
  /** The length of each part. */
  readonly #lengths: Int32Array;
  /** For each part but the last whether a text follows, or a number. */
  readonly #isText: Uint8Array;

  /** Takes the skeleton that was scanned last. */
  constructor({ skeleton, length, gaps }: ShapeScan) {
    const parts: Buffer[] = [];
    let start = 0;
    for (const gap of gaps) {
      parts.push(skeleton.subarray(start, gap));
      start = skeleton[gap] === ZERO ? gap + 1 : skeleton.indexOf(QUOTE, gap);
    }
    parts.push(skeleton.subarray(start, length));
    this.#parts = Buffer.concat(parts);
    this.#view = viewOf(this.#parts);
    this.#lengths = Int32Array.from(parts, (part) => part.length);
    this.#isText = Uint8Array.from(gaps, (gap) => (skeleton[gap] === ZERO ? 0 : 1));
  }

  /**
   * Whether a line has this skeleton.
   *
   * @param texts gets the places of its texts
   */
  matches(json: PlainJson, from: number, to: number, texts: TextPlaces): boolean {
    const lengths = this.#lengths;
    const last = lengths.length - 1;
    let at = from;
    let part = 0;
    texts.count = 0;
    for (let index = 0; index <= last; index++) {
      const length = lengths[index] as number;
      if (at + length > to || !this.#isSame(json, at, part, length)) return false;
      at += length;
      part += length;
      if (index === last) break;
      if (this.#isText[index] === 1) {
        const end = json.stringEnd(at, to);
        if (end <= at || !json.saysSomething(at, end)) return false;
        texts.add(at, end);
        at = end;
      } else {
        at = json.numberEnd(at, to);
        if (at < 0) return false;
      }
    }
    return at === to;
  }

  #isSame({ bytes, view }: PlainJson, at: number, part: number, length: number): boolean {
    const own = this.#view;
    let index = 0;
    for (; index + 4 <= length; index += 4) {
      if (view.getInt32(at + index, true) !== own.getInt32(part + index, true)) return false;
    }
    for (; index < length; index++) if (bytes[at + index] !== this.#parts[part + index]) return false;
    return true;
  }
}
