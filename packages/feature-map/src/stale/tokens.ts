import { Backticks } from '../map/markdown/backticks.ts';
import { readResource } from '../map/markdown/link-parts.ts';

/** A piece of a paragraph, a list item or a table cell. */
export interface Token {
  /** `quoted`: in double quotes. `text`: all else, with links and emphasis taken off. */
  readonly kind: 'code' | 'quoted' | 'text' | 'comment';
  /** What a reader sees, a wrap as one space; of a comment what stands in it. */
  readonly text: string;
  /** Offset of its first character, delimiters included, and behind its last one. */
  readonly start: number;
  readonly end: number;
  /** Destination of the link that it is all of, e.g. `../../src/a.ts`. */
  readonly link?: string;
}

const SPECIAL = /[\\`<[\]*"“]/g;
const ESCAPABLE = /[!-/:-@[-`{-~]/;
const WRAP = /[ \t]*(?:\r\n|[\r\n])[ \t]*/g;
const QUOTED = /["“][^"“”`]+["”](?=[\s.,;:!?)\]]|$)/y;
const BEFORE_QUOTE = /[\s(]$|^$/;

/**
 * Reads the inline content of a block in one pass: code spans, quoted names, HTML comments, and the text between
 * them. Takes time linear in the text; does not throw.
 */
export function readTokens(source: string): Token[] {
  return new TokenReader(source).read();
}

class TokenReader {
  readonly #source: string;
  readonly #backticks: Backticks;
  readonly #tokens: Token[] = [];
  /** Index of the first token within each open bracket. */
  readonly #brackets: number[] = [];
  #text = '';
  #textStart = 0;
  #noCommentEnd = false;

  constructor(source: string) {
    this.#source = source;
    this.#backticks = new Backticks(source);
  }

  read(): Token[] {
    const source = this.#source;
    let offset = 0;
    while (offset < source.length) {
      SPECIAL.lastIndex = offset;
      const at = SPECIAL.exec(source)?.index ?? source.length;
      this.#addText(offset, source.slice(offset, at));
      offset = at < source.length ? this.#readSpecial(at) : at;
    }
    this.#closeText(source.length);
    return this.#tokens;
  }

  /** Reads what the special character at `at` begins; returns the offset behind it. */
  #readSpecial(at: number): number {
    switch (this.#source.charAt(at)) {
      case '`':
        return this.#readCode(at);
      case '<':
        return this.#readComment(at) ?? this.#literal(at);
      case '[':
        this.#closeText(at);
        this.#brackets.push(this.#tokens.length);
        return at + 1;
      case ']':
        return this.#closeBracket(at);
      case '*':
        return at + 1;
      case '\\':
        return this.#literal(ESCAPABLE.test(this.#source.charAt(at + 1)) ? at + 1 : at);
      default:
        return this.#readQuoted(at) ?? this.#literal(at);
    }
  }

  #readCode(at: number): number {
    const length = this.#backticks.runLength(at);
    const closer = this.#backticks.closer(at, length);
    if (closer === -1) {
      this.#addText(at, '`'.repeat(length));
      return at + length;
    }
    const content = this.#source.slice(at + length, closer).replace(WRAP, ' ');
    const padded = content.startsWith(' ') && content.endsWith(' ') && content.trim() !== '';
    this.#add({
      kind: 'code',
      text: padded ? content.slice(1, -1) : content,
      start: at,
      end: closer + length,
    });
    return closer + length;
  }

  #readComment(at: number): number | undefined {
    if (this.#noCommentEnd || !this.#source.startsWith('<!--', at)) return undefined;
    const closer = this.#source.indexOf('-->', at + 4);
    this.#noCommentEnd = closer === -1;
    if (closer === -1) return undefined;
    this.#add({ kind: 'comment', text: this.#between(at + 4, closer), start: at, end: closer + 3 });
    return closer + 3;
  }

  #readQuoted(at: number): number | undefined {
    if (!BEFORE_QUOTE.test(this.#source.slice(Math.max(0, at - 1), at))) return undefined;
    QUOTED.lastIndex = at;
    const match = QUOTED.exec(this.#source);
    if (match === null) return undefined;
    const end = at + match[0].length;
    this.#add({ kind: 'quoted', text: this.#between(at + 1, end - 1), start: at, end });
    return end;
  }

  #between(start: number, end: number): string {
    return this.#source.slice(start, end).replace(WRAP, ' ').trim();
  }

  /** Takes a link's brackets off; a token that is all of its text learns where it leads. */
  #closeBracket(at: number): number {
    const first = this.#brackets.pop();
    const link = first === undefined ? undefined : readResource(this.#source, at + 1);
    if (first === undefined || link === undefined) return this.#literal(at);
    this.#closeText(at);
    const token = this.#tokens[first];
    if (token !== undefined && this.#tokens.length === first + 1) {
      this.#tokens[first] = { ...token, link: link.destination };
    }
    return link.end;
  }

  #literal(at: number): number {
    this.#addText(at, this.#source.charAt(at));
    return at + 1;
  }

  #addText(at: number, text: string): void {
    if (this.#text === '') this.#textStart = at;
    this.#text += text;
  }

  #add(token: Token): void {
    this.#closeText(token.start);
    this.#tokens.push(token);
  }

  #closeText(end: number): void {
    const text = this.#text.replace(WRAP, ' ');
    if (text !== '') this.#tokens.push({ kind: 'text', text, start: this.#textStart, end });
    this.#text = '';
  }
}
