import { PlainJson } from './plain.ts';
import { ShapePattern } from './shape-pattern.ts';
import { ShapeScan, SLOT_MARK } from './shape-scan.ts';
import { TextPlaces } from './texts.ts';

const MOST_SHAPES = 2000;
/** Of all skeletons. A real session has some hundred shapes of a kilobyte or two; a hostile one makes each line new. */
const MOST_SKELETON_BYTES = 4 * 1024 * 1024;
/** Shapes that are tried at a line before it is scanned, by what followed the shape of the line before. */
const MOST_GUESSES = 4;

/** What many lines of a file have in common: their JSON without texts and numbers. */
interface LineShape<Recipe> {
  readonly recipe: Recipe;
  readonly skeleton: Uint8Array;
  readonly pattern: ShapePattern;
  /** Shapes of lines that followed one of this shape, the latest first. */
  readonly next: LineShape<Recipe>[];
}

/** The number of the text that a string in a shape's value stands for, in the order of the line. */
export function slotOf(value: unknown): number | undefined {
  return typeof value === 'string' && value.startsWith(SLOT_MARK) ? Number(value.slice(1)) : undefined;
}

/**
 * Reads lines without parsing them: each is reduced to its shape, and a shape is parsed once. The lines of a
 * session follow each other in few orders, so the shapes that followed the latest one are tried first, each as a
 * comparison of bytes; only where none fits the line is scanned. Lines that are not plain have no shape: those
 * with half surrogate pairs, blank texts, escapes in keys and words, spaces between their parts, or what is no
 * JSON.
 */
export class ShapeReader<Recipe> {
  readonly #json = new PlainJson();
  readonly #texts = new TextPlaces();
  readonly #scan: ShapeScan;
  readonly #recipeOf: (value: unknown) => Recipe;
  readonly #shapes = new Map<number, LineShape<Recipe>>();
  #skeletonBytes = 0;
  #latest: LineShape<Recipe> | undefined;

  /**
   * @param wordKeys keys whose texts stay as they are in a shape's value
   * @param recipeOf makes of a shape's value what is kept of it; numbers in it are 0, and {@link slotOf} tells which
   *   text a string stands for; texts that are empty stay so
   */
  constructor(wordKeys: readonly string[], recipeOf: (value: unknown) => Recipe) {
    this.#scan = new ShapeScan(this.#json, this.#texts, wordKeys);
    this.#recipeOf = recipeOf;
  }

  /** The bytes that the next calls point into. */
  use(bytes: Buffer): void {
    this.#json.use(bytes);
  }

  /** @returns what is kept of the shape of a line, or `undefined` when it has none */
  read(from: number, to: number): Recipe | undefined {
    const shape = this.#guessed(from, to) ?? this.#scanned(from, to);
    if (shape === undefined) return undefined;
    if (this.#latest !== undefined) putFirst(this.#latest.next, shape);
    this.#latest = shape;
    return shape.recipe;
  }

  /** A text of the line that was read last, when it is plain ASCII without escapes. */
  text(slot: number): string | undefined {
    return this.#json.text(this.startOf(slot), this.endOf(slot));
  }

  /** Whether a text of the line that was read last is ASCII without escapes. */
  isPlain(slot: number): boolean {
    return this.#json.isPlain(this.startOf(slot), this.endOf(slot));
  }

  /** Where a text of the line that was read last begins in the bytes. */
  startOf(slot: number): number {
    return this.#texts.starts[slot] as number;
  }

  /** Where it ends. */
  endOf(slot: number): number {
    return this.#texts.ends[slot] as number;
  }

  /** A text of the line that was read last as a number, when it is eight small hexadecimal digits. */
  code(slot: number): number | undefined {
    return this.#json.code(this.startOf(slot), this.endOf(slot));
  }

  #guessed(from: number, to: number): LineShape<Recipe> | undefined {
    const guesses = this.#latest?.next;
    if (guesses === undefined) return undefined;
    for (let index = 0; index < guesses.length; index++) {
      const guess = guesses[index] as LineShape<Recipe>;
      if (guess.pattern.matches(this.#json, from, to, this.#texts)) return guess;
    }
    return undefined;
  }

  #scanned(from: number, to: number): LineShape<Recipe> | undefined {
    const scan = this.#scan;
    if (!scan.scan(from, to)) return undefined;
    const known = this.#shapes.get(scan.hash);
    if (known === undefined) return this.#learn();
    const { skeleton } = known;
    const isSame = scan.skeleton.compare(skeleton, 0, skeleton.length, 0, scan.length) === 0;
    return isSame ? known : undefined;
  }

  #learn(): LineShape<Recipe> | undefined {
    const { skeleton, length, hash } = this.#scan;
    if (this.#shapes.size === MOST_SHAPES || this.#skeletonBytes + length > MOST_SKELETON_BYTES)
      return undefined;
    this.#skeletonBytes += length;
    const json = skeleton.toString('utf8', 0, length);
    if (json.includes('\\')) return undefined;
    let value: unknown;
    try {
      value = JSON.parse(json);
    } catch {
      return undefined;
    }
    const shape: LineShape<Recipe> = {
      recipe: this.#recipeOf(value),
      skeleton: Uint8Array.from(skeleton.subarray(0, length)),
      pattern: new ShapePattern(this.#scan),
      next: [],
    };
    this.#shapes.set(hash, shape);
    return shape;
  }
}

/** Moves an item to the front of a short list, or puts it there. */
function putFirst<Item>(list: Item[], item: Item): void {
  if (list[0] === item) return;
  const place = list.indexOf(item);
  if (place !== -1) list.splice(place, 1);
  else if (list.length === MOST_GUESSES) list.pop();
  list.unshift(item);
}
