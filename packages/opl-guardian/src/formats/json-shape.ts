import { ShapeScan, SLOT_MARK } from './json-shape-scan.ts';

const MOST_SHAPES = 2000;

/** What many lines of a file have in common: their JSON without texts and numbers. */
export interface LineShape<Recipe> {
  /** What the reader of the file makes of lines of this shape. */
  readonly recipe: Recipe;
  readonly skeleton: Uint8Array;
}

/** The number of the text that a string in a shape's value stands for, in the order of the line. */
export function slotOf(value: unknown): number | undefined {
  return typeof value === 'string' && value.startsWith(SLOT_MARK) ? Number(value.slice(1)) : undefined;
}

/**
 * Reads lines without parsing them: each is reduced to its shape, and a shape is parsed once. Lines that are not
 * plain have none: those with half surrogate pairs, blank texts, escapes in keys and words, spaces between their parts,
 * or what is no JSON.
 */
export class ShapeReader<Recipe> {
  readonly #scan: ShapeScan;
  readonly #recipeOf: (value: unknown) => Recipe;
  readonly #shapes = new Map<number, LineShape<Recipe>>();

  /**
   * @param wordKeys keys whose texts stay as they are in a shape's value
   * @param recipeOf makes of a shape's value what is kept of it; numbers in it are 0, and {@link slotOf} tells which
   *   text a string stands for; texts that are empty stay so
   */
  constructor(wordKeys: readonly string[], recipeOf: (value: unknown) => Recipe) {
    this.#scan = new ShapeScan(wordKeys);
    this.#recipeOf = recipeOf;
  }

  /** The bytes that the next calls point into. */
  use(bytes: Buffer): void {
    this.#scan.use(bytes);
  }

  /** @returns what is kept of the shape of a line, or `undefined` when it has none */
  read(from: number, to: number): Recipe | undefined {
    const scan = this.#scan;
    if (!scan.scan(from, to)) return undefined;
    const known = this.#shapes.get(scan.hash);
    if (known === undefined) return this.#learn();
    const { skeleton } = known;
    const isSame = scan.skeleton.compare(skeleton, 0, skeleton.length, 0, scan.skeletonLength) === 0;
    return isSame ? known.recipe : undefined;
  }

  /** A text of the line that was read last, when it is plain ASCII without escapes. */
  text(slot: number): string | undefined {
    return this.#scan.text(slot);
  }

  /** A text of the line that was read last as a number, when it is eight small hexadecimal digits. */
  code(slot: number): number | undefined {
    return this.#scan.code(slot);
  }

  #learn(): Recipe | undefined {
    const { skeleton, skeletonLength, hash } = this.#scan;
    if (this.#shapes.size === MOST_SHAPES) return undefined;
    const own = Uint8Array.prototype.slice.call(skeleton, 0, skeletonLength);
    const json = skeleton.toString('utf8', 0, skeletonLength);
    if (json.includes('\\')) return undefined;
    let value: unknown;
    try {
      value = JSON.parse(json);
    } catch {
      return undefined;
    }
    const recipe = this.#recipeOf(value);
    this.#shapes.set(hash, { recipe, skeleton: own });
    return recipe;
  }
}
