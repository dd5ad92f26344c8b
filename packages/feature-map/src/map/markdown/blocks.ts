import { Containers } from './containers.ts';
import { htmlBlockEnds, htmlBlockStart } from './html-block.ts';
import { atxDepth, atxTextEnd, fenceLength, isRunAlone } from './leaves.ts';
import { Line } from './line.ts';
import { OpenParagraph } from './open-paragraph.ts';

/** What a block is; a list is its items. A heading underlined by `=` or `-` begins as a paragraph. */
export type BlockKind = 'paragraph' | 'heading' | 'indented' | 'fence' | 'html' | 'break' | 'quote' | 'item';

/** What a scan reports of the blocks that stand in no list and no quote. Offsets are UTF-16 indices. */
export interface BlockVisitor {
  /**
   * Begins a block that stands in no other one, before anything else is reported of it.
   *
   * @param start offset of its first line's first character
   */
  block?(kind: BlockKind, start: number): void;
  /**
   * @param depth 1 to 6
   * @param line 0-based line on which the heading begins
   * @param start offset of that line's first character
   * @param textStart where the heading's text begins, behind `#`s and link reference definitions
   * @param textEnd where it ends, before closing `#`s
   */
  heading(depth: number, line: number, start: number, textStart: number, textEnd: number): void;
  /** @param line 0-based line of the character at `start`; `end` is where the last line ends. */
  paragraph?(line: number, start: number, end: number): void;
  /** A paragraph within lists and quotes; its lines but the first keep their containers' prefixes. */
  inner?(line: number, start: number, end: number): void;
}

/**
 * Reads the block structure of a Markdown text, line by line, and reports its top-level headings and paragraphs in
 * order. It follows CommonMark 0.31.2, and micromark (the parser that tests hold it to) where the two differ.
 * Takes time linear in the text; does not throw.
 */
export function scanBlocks(text: string, visitor: BlockVisitor): void {
  new BlockScan(text, visitor).run();
}

/** The block that the line before left open for the next one to continue. */
const NONE = 0;
const PARAGRAPH = 1;
const INDENTED_CODE = 2;
const FENCED_CODE = 3;
const HTML = 4;
/** Blocks of one line. */
const ATX_HEADING = 5;
const THEMATIC_BREAK = 6;

const KINDS: Readonly<Record<number, BlockKind>> = {
  [FENCED_CODE]: 'fence',
  [HTML]: 'html',
  [ATX_HEADING]: 'heading',
  [THEMATIC_BREAK]: 'break',
};

const HASH = 35;
const ASTERISK = 42;
const DASH = 45;
const LESS_THAN = 60;
const EQUALS = 61;
const GREATER_THAN = 62;
const UNDERSCORE = 95;
const BACKTICK = 96;
const TILDE = 126;

class BlockScan {
  readonly #text: string;
  readonly #visitor: BlockVisitor;
  readonly #line: Line;
  readonly #containers = new Containers();
  readonly #paragraph: OpenParagraph;
  #leaf = NONE;
  #headingDepth = 0;
  #fenceMarker = 0;
  #fenceLength = 0;
  #htmlCondition = 0;

  constructor(text: string, visitor: BlockVisitor) {
    this.#text = text;
    this.#visitor = visitor;
    this.#line = new Line(text);
    this.#paragraph = new OpenParagraph(this.#line);
  }

  run(): void {
    while (this.#line.advance()) this.#readLine();
    this.#closeLeaf();
  }

  #readLine(): void {
    const containers = this.#containers;
    const line = this.#line;
    let matched = 0;
    if (containers.depth > 0) {
      matched = containers.match(line);
      if (containers.reopened) {
        this.#closeLeaf();
        if (containers.depth === 1) this.#report('item');
      }
    }
    const leaf = this.#leaf;
    const continues = matched === containers.depth;
    if (!continues || leaf < FENCED_CODE) {
      const interrupts = continues && leaf !== NONE;
      const before = matched;
      const marker = this.#text.charCodeAt(line.mark);
      while (containers.open(line, matched, interrupts)) matched++;
      if (matched > before) this.#closeLeaf();
      if (matched > before && before === 0) this.#report(marker === GREATER_THAN ? 'quote' : 'item');
    }
    const lazy = matched < containers.depth;
    if (lazy && this.#leaf > PARAGRAPH) this.#leaf = NONE;
    if (line.blank) {
      if (this.#leaf === PARAGRAPH || (this.#leaf === HTML && this.#htmlCondition > 5)) this.#closeLeaf();
      containers.close(matched);
    } else if (this.#leaf === FENCED_CODE) {
      if (this.#closesFence()) this.#leaf = NONE;
    } else if (this.#leaf === HTML) {
      if (this.#htmlEndsBehind(line.mark)) this.#leaf = NONE;
    } else if (line.indent > 3) {
      this.#readIndented(matched);
    } else {
      this.#readText(matched);
    }
  }

  #readIndented(matched: number): void {
    if (this.#leaf === PARAGRAPH) {
      this.#paragraph.extend();
      return;
    }
    const begins = this.#leaf !== INDENTED_CODE;
    // micromark lets no indented code go on behind a lazy line.
    this.#leaf = matched < this.#containers.depth ? NONE : INDENTED_CODE;
    this.#containers.close(matched);
    if (begins && matched === 0) this.#report('indented');
  }

  #readText(matched: number): void {
    const { mark } = this.#line;
    const code = this.#text.charCodeAt(mark);
    const lazy = matched < this.#containers.depth;
    if (this.#leaf === PARAGRAPH && !lazy && this.#underlines(code)) return;
    const interrupts = this.#leaf === PARAGRAPH;
    const starts = this.#startAt(code, interrupts && !lazy);
    if (starts === NONE && interrupts) {
      this.#paragraph.extend();
      return;
    }
    this.#closeLeaf();
    // micromark lets a lone tag on a lazy line end the paragraph and stay in the paragraph's container.
    if (!(interrupts && starts === HTML && this.#htmlCondition === 7)) this.#containers.close(matched);
    if (this.#containers.depth === 0) this.#report(KINDS[starts] ?? 'paragraph');
    this.#begin(starts);
  }

  /** The block that begins at the line's mark, apart from indented code; `NONE` where only text does. */
  #startAt(code: number, interrupts: boolean): number {
    const text = this.#text;
    const { mark, end } = this.#line;
    switch (code) {
      case HASH:
        this.#headingDepth = atxDepth(text, mark, end);
        return this.#headingDepth > 0 ? ATX_HEADING : NONE;
      case DASH:
      case ASTERISK:
      case UNDERSCORE:
        return this.#line.isThematicBreak() ? THEMATIC_BREAK : NONE;
      case BACKTICK:
      case TILDE:
        this.#fenceMarker = code;
        this.#fenceLength = fenceLength(text, mark, end);
        return this.#fenceLength > 0 ? FENCED_CODE : NONE;
      case LESS_THAN:
        this.#htmlCondition = htmlBlockStart(text, mark, end, interrupts);
        return this.#htmlCondition > 0 ? HTML : NONE;
      default:
        return NONE;
    }
  }

  #begin(starts: number): void {
    switch (starts) {
      case NONE:
        this.#leaf = PARAGRAPH;
        this.#paragraph.begin(this.#containers.depth === 0);
        break;
      case ATX_HEADING:
        if (this.#containers.depth === 0) this.#reportAtxHeading();
        break;
      case HTML:
        this.#leaf = this.#htmlEndsBehind(this.#line.mark + 1) ? NONE : HTML;
        break;
      case FENCED_CODE:
        this.#leaf = FENCED_CODE;
        break;
    }
  }

  #reportAtxHeading(): void {
    const { number, start, mark, end } = this.#line;
    const textStart = mark + this.#headingDepth;
    const textEnd = atxTextEnd(this.#text, textStart, end);
    this.#visitor.heading(this.#headingDepth, number, start, textStart, textEnd);
  }

  #report(kind: BlockKind): void {
    this.#visitor.block?.(kind, this.#line.start);
  }

  #closesFence(): boolean {
    const { mark, end, indent } = this.#line;
    if (this.#text.charCodeAt(mark) !== this.#fenceMarker || indent > 3) return false;
    return isRunAlone(this.#text, mark, end, this.#fenceMarker, this.#fenceLength);
  }

  #htmlEndsBehind(offset: number): boolean {
    if (this.#htmlCondition > 5) return false;
    return htmlBlockEnds(this.#htmlCondition, this.#text.slice(offset, this.#line.end));
  }

  #closeLeaf(): void {
    const { number, start, end, onTop } = this.#paragraph;
    if (this.#leaf === PARAGRAPH) {
      if (onTop) this.#visitor.paragraph?.(number, start, end);
      else this.#visitor.inner?.(number, start, end);
    }
    this.#leaf = NONE;
  }

  /** Makes the open paragraph a heading when the line underlines it; a paragraph of definitions alone is closed. */
  #underlines(code: number): boolean {
    const { mark, end } = this.#line;
    if ((code !== EQUALS && code !== DASH) || !isRunAlone(this.#text, mark, end, code, 1)) return false;
    const { number, lineStart, end: textEnd, onTop } = this.#paragraph;
    const textStart = this.#paragraph.textStart();
    if (textStart === -1) {
      this.#closeLeaf();
      return false;
    }
    this.#leaf = NONE;
    if (onTop) this.#visitor.heading(code === EQUALS ? 1 : 2, number, lineStart, textStart, textEnd);
    return true;
  }
}
