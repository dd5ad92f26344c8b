import { quote } from './quote.ts';

/** The way from the root of a JSON value to one inside it. */
export type JsonKeys = readonly (string | number)[];

export type JsonText =
  | {
      readonly value: unknown;
      /**
       * Where a value stands, as an offset in UTF-16 units: a member's begins at its key. For keys that lead to
       * nothing it is the last place on the way.
       */
      offsetOf(keys: JsonKeys): number;
    }
  /** What is wrong, as a sentence without a full stop, and where. */
  | { readonly problem: string; readonly offset: number };

/** Values nested deeper are refused, so that a hostile text cannot exhaust the stack. */
export const MOST_NESTED = 16;

/**
 * Reads a JSON text (RFC 8259) and keeps the place of each value. Stricter than `JSON.parse` in two ways: no
 * name stands twice in one object, and nothing is nested deeper than `MOST_NESTED`. A byte order mark in front is
 * passed over. Takes time linear in the text; does not throw.
 */
export function readJson(text: string): JsonText {
  try {
    const root = new JsonReader(text).read();
    return { value: root.value, offsetOf: (keys) => offsetOf(root, keys) };
  } catch (error) {
    if (error instanceof JsonProblem) return { problem: error.message, offset: error.offset };
    throw error;
  }
}

interface Node {
  value: unknown;
  /** Of the key for a member of an object. */
  offset: number;
  children?: Map<string | number, Node>;
}

function offsetOf(root: Node, keys: JsonKeys): number {
  let node = root;
  for (const key of keys) {
    const child = node.children?.get(key);
    if (child === undefined) break;
    node = child;
  }
  return node.offset;
}

class JsonProblem extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

const SPACE = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\0-\x1f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /(?:true|false|null)(?![\w$])/y;

class JsonReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Node {
    if (this.#text.startsWith('\ufeff')) this.#at = 1;
    const root = this.#value(0);
    if (this.#at < this.#text.length) throw this.#unexpected('the end of the text');
    return root;
  }

  /** A value with the space around it. */
  #value(depth: number): Node {
    this.#take(SPACE);
    if (depth > MOST_NESTED)
      throw new JsonProblem(`values are nested more than ${MOST_NESTED} deep`, this.#at);
    const node = this.#object(depth) ?? this.#list(depth) ?? this.#scalar();
    this.#take(SPACE);
    return node;
  }

  #object(depth: number): Node | undefined {
    const offset = this.#at;
    if (!this.#skip('{')) return undefined;
    const children = new Map<string, Node>();
    this.#take(SPACE);
    if (!this.#skip('}')) {
      do {
        this.#take(SPACE);
        const at = this.#at;
        const key = this.#string();
        if (key === undefined) throw this.#unexpected('a name in double quotes');
        if (children.has(key)) throw new JsonProblem(`${quote(key)} stands twice in one object`, at);
        this.#take(SPACE);
        if (!this.#skip(':')) throw this.#unexpected('":"');
        children.set(key, { ...this.#value(depth + 1), offset: at });
      } while (this.#skip(','));
      if (!this.#skip('}')) throw this.#unexpected('"," or "}"');
    }
    const members = Array.from(children, ([key, child]): [string, unknown] => [key, child.value]);
    return { value: Object.fromEntries(members), offset, children };
  }

  #list(depth: number): Node | undefined {
    const offset = this.#at;
    if (!this.#skip('[')) return undefined;
    const children = new Map<number, Node>();
    this.#take(SPACE);
    if (!this.#skip(']')) {
      do children.set(children.size, this.#value(depth + 1));
      while (this.#skip(','));
      if (!this.#skip(']')) throw this.#unexpected('"," or "]"');
    }
    return { value: Array.from(children.values(), ({ value }) => value), offset, children };
  }

  #scalar(): Node {
    const offset = this.#at;
    const string = this.#string();
    if (string !== undefined) return { value: string, offset };
    const token = this.#take(WORD) || this.#take(NUMBER);
    if (token === '') throw this.#unexpected('a value');
    return { value: JSON.parse(token), offset };
  }

  #string(): string | undefined {
    const token = this.#take(STRING);
    if (token !== '') return JSON.parse(token);
    if (this.#text[this.#at] === '"') {
      throw new JsonProblem('a string that does not end on its line, or has a wrong escape', this.#at);
    }
    return undefined;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [token = ''] = pattern.exec(this.#text) ?? [];
    this.#at += token.length;
    return token;
  }

  #skip(sign: string): boolean {
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  #unexpected(expected: string): JsonProblem {
    const found = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0);
    const got = this.#at < this.#text.length ? quote(found) : 'the end of the text';
    return new JsonProblem(`expected ${expected}, got ${got}`, this.#at);
  }
}
