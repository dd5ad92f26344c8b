import { skipDefinitions } from './definition.ts';
import type { Line } from './line.ts';

const LEFT_BRACKET = 91;
const NO_LINES: string[] = [];

/** The paragraph that a block scan has open. One object serves all paragraphs of a scan. */
export class OpenParagraph {
  readonly #line: Line;
  /** 0-based number and offset of its first line, offsets of its first character and its last line's ending. */
  number = 0;
  lineStart = 0;
  start = 0;
  end = 0;
  /** Whether it stands in no container. */
  onTop = false;
  /** Its lines without their containers' prefixes, kept only where definitions may stand at its head. */
  #lines = NO_LINES;

  constructor(line: Line) {
    this.#line = line;
  }

  /** Begins a paragraph at the line's mark. */
  begin(onTop: boolean): void {
    const { text, number, start, mark, end } = this.#line;
    this.number = number;
    this.lineStart = start;
    this.start = mark;
    this.end = end;
    this.onTop = onTop;
    this.#lines = onTop || text.charCodeAt(mark) !== LEFT_BRACKET ? NO_LINES : [text.slice(mark, end)];
  }

  /** Adds the line to it. */
  extend(): void {
    const { text, mark, end } = this.#line;
    this.end = end;
    if (this.#lines !== NO_LINES) this.#lines.push(text.slice(mark, end));
  }

  /** Offset of its text behind the definitions at its head, -1 where it holds nothing else. */
  textStart(): number {
    const { text } = this.#line;
    if (text.charCodeAt(this.start) !== LEFT_BRACKET) return this.start;
    if (this.onTop) {
      const offset = skipDefinitions(text, this.start, this.end);
      return offset < this.end ? offset : -1;
    }
    const lines = this.#lines.join('\n');
    return skipDefinitions(lines, 0, lines.length) < lines.length ? this.start : -1;
  }
}
