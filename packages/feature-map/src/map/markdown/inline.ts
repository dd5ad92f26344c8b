import { Backticks } from './backticks.ts';
import { readCharacterReference } from './character-reference.ts';
import { type Delimiter, Emphasis } from './emphasis.ts';
import { readResource } from './link-parts.ts';

/** A piece of inline Markdown with its markup taken off. Whitespace is single spaces, none at the ends. */
export interface Inline {
  /** What a reader sees: the text of links, code and emphasis, images as their description. */
  text: string;
  /** The same without code spans. */
  prose: string;
  /** Destinations of the links, in order, backslash escapes resolved; images are none. */
  destinations: string[];
}

/** Destinations by label, as `normalizeLabel` gives it. */
export type Definitions = ReadonlyMap<string, string>;

/** Characters that can begin markup. */
const SPECIAL = /[\\`<[\]*_&!]/g;
const ESCAPABLE = /[!-/:-@[-`{-~]/;
const ESCAPE = /\\([!-/:-@[-`{-~])/g;
const AUTOLINK = /<([A-Za-z][A-Za-z\d+.-]{1,31}:[^\s<>]*|[^\s<>@]{1,64}@[^\s<>@]{1,255})>/y;
/** A tag in lower case: `<T>` in a heading is a type parameter that its author wants read. */
const TAG = /<\/?[a-z][a-z\d-]*(?:\s[^<>]*)?\/?>/y;
const LABEL = /\[([^[\]]*)\]/y;
const LONGEST_LABEL = 999;

/**
 * Takes the markup off a piece of inline Markdown, in time linear in its length.
 *
 * @param definitions what reference links resolve against; without them `[text][label]` is its text
 */
export function readInline(markdown: string, definitions?: Definitions): Inline {
  return new InlineReader(markdown, definitions).read();
}

/** The form of a link label in which equal labels are equal strings. */
export function normalizeLabel(label: string): string {
  return label.replace(/\s+/g, ' ').trim().toLowerCase();
}

interface Bracket {
  piece: number;
  offset: number;
  image: boolean;
  waiting: number;
  links: number;
}

class InlineReader {
  readonly #source: string;
  readonly #definitions: Definitions | undefined;
  readonly #backticks: Backticks;
  readonly #pieces: string[] = [];
  readonly #code = new Set<number>();
  readonly #emphasis = new Emphasis(this.#pieces);
  readonly #brackets: Bracket[] = [];
  readonly #destinations: string[] = [];
  #noCommentEnd = false;

  constructor(source: string, definitions: Definitions | undefined) {
    this.#source = source;
    this.#definitions = definitions;
    this.#backticks = new Backticks(source);
  }

  read(): Inline {
    const source = this.#source;
    let offset = 0;
    while (offset < source.length) {
      SPECIAL.lastIndex = offset;
      const special = SPECIAL.exec(source);
      const at = special === null ? source.length : special.index;
      if (at > offset) this.#pieces.push(source.slice(offset, at));
      offset = special === null ? at : this.#readSpecial(special[0], at);
    }
    const prose = this.#pieces.filter((_, index) => !this.#code.has(index));
    return { text: collapse(this.#pieces), prose: collapse(prose), destinations: this.#destinations };
  }

  /** Reads what the special character at `at` begins; returns the offset behind it. */
  #readSpecial(character: string, at: number): number {
    const source = this.#source;
    switch (character) {
      case '`':
        return this.#readCode(at);
      case '<':
        return this.#readAngle(at);
      case '[':
        return this.#openBracket(at, 1);
      case ']':
        return this.#closeBracket(at);
      case '*':
      case '_':
        return this.#readDelimiters(character, at);
      case '!':
        return source.charAt(at + 1) === '[' ? this.#openBracket(at, 2) : this.#literal(at);
      case '&':
        return this.#readReference(at);
      default:
        return this.#literal(ESCAPABLE.test(source.charAt(at + 1)) ? at + 1 : at);
    }
  }

  #literal(at: number): number {
    this.#pieces.push(this.#source.charAt(at));
    return at + 1;
  }

  #readCode(at: number): number {
    const length = this.#backticks.runLength(at);
    const closer = this.#backticks.closer(at, length);
    if (closer === -1) {
      this.#pieces.push('`'.repeat(length));
      return at + length;
    }
    this.#code.add(this.#pieces.length);
    this.#pieces.push(this.#source.slice(at + length, closer));
    return closer + length;
  }

  #readAngle(at: number): number {
    const autolink = matchAt(AUTOLINK, this.#source, at);
    if (autolink !== null) {
      this.#pieces.push(autolink[1] ?? '');
      this.#destinations.push(autolink[1] ?? '');
      return at + autolink[0].length;
    }
    if (this.#source.startsWith('<!--', at) && !this.#noCommentEnd) {
      const end = this.#source.indexOf('-->', at + 2);
      if (end !== -1) return end + 3;
      this.#noCommentEnd = true;
    }
    const tag = matchAt(TAG, this.#source, at);
    return tag === null ? this.#literal(at) : at + tag[0].length;
  }

  #openBracket(at: number, length: number): number {
    this.#brackets.push({
      piece: this.#pieces.length,
      offset: at + length,
      image: length === 2,
      waiting: this.#emphasis.waiting,
      links: this.#destinations.length,
    });
    this.#pieces.push(this.#source.slice(at, at + length));
    return at + length;
  }

  #closeBracket(at: number): number {
    const bracket = this.#brackets.pop();
    if (bracket === undefined) return this.#literal(at);
    const link = readResource(this.#source, at + 1) ?? this.#labelled(bracket, at);
    if (link === undefined) return this.#literal(at);
    this.#pieces[bracket.piece] = '';
    this.#emphasis.drop(bracket.waiting);
    if (!bracket.image && link.destination !== undefined) {
      this.#destinations.splice(bracket.links, 0, withoutEscapes(link.destination));
    }
    return link.end;
  }

  /** `[label]` behind the bracket that closes at `at`, or the bracket's own text as a label. */
  #labelled(bracket: Bracket, at: number): { destination: string | undefined; end: number } | undefined {
    const label = matchAt(LABEL, this.#source, at + 1);
    const named = label?.[1] ?? '';
    const end = at + 1 + (label?.[0].length ?? 0);
    if (this.#definitions === undefined)
      return named.trim() === '' ? undefined : { destination: undefined, end };
    if (named.trim() === '' && at - bracket.offset > LONGEST_LABEL) return undefined;
    const own = named.trim() === '' ? this.#source.slice(bracket.offset, at) : named;
    const destination = this.#definitions.get(normalizeLabel(own));
    return destination === undefined ? undefined : { destination, end };
  }

  #readDelimiters(character: Delimiter, at: number): number {
    const source = this.#source;
    let end = at;
    while (source.charAt(end) === character) end++;
    this.#emphasis.add(character, end - at, source.charAt(at - 1), source.charAt(end));
    return end;
  }

  #readReference(at: number): number {
    const reference = readCharacterReference(this.#source, at);
    if (reference === undefined) return this.#literal(at);
    this.#pieces.push(reference.text);
    return reference.end;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function withoutEscapes(destination: string): string {
  return destination.replace(ESCAPE, '$1');
}

function collapse(pieces: string[]): string {
  return pieces.join('').replace(/\s+/g, ' ').trim();
}
