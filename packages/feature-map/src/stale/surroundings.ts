import { saysAbsent } from './absence.ts';
import type { Block } from './judged-blocks.ts';
import { Prose } from './prose.ts';
import { readTokens, type Token } from './tokens.ts';

/** A block below which others stand: an item, or a paragraph that introduces a list. */
interface Above {
  /** Column of an item; -1 for a paragraph. */
  readonly column: number;
  readonly prose: Prose;
}

const ABSENT_HEADING =
  /\b(?:archived?|deprecated|deleted|elsewhere|external|formerly|future|generated|gone|histor\w+|ideas?|legacy|moved|not yet|obsolete|optional|outputs?|planned|proposed|removed|renamed|retired|upcoming|upstream)\b/i;

/** The title of a column for what was there before. */
const PAST_COLUMN =
  /^[\s_*]*(?:before|deleted|deprecated|former(?:ly)?|from|gone|old|previous(?:ly)?|removed|replaced|was)\b/i;

/** What the text around a span says of it: its own block, the items and paragraphs above, the heading of its part. */
export class Surroundings {
  #block: Block | undefined;
  #prose = new Prose([]);
  #row: Prose | undefined;
  #above: Above[] = [];
  /** Index of the part of its section, -1 in front of the first one. */
  #part = -1;

  /** Goes on to the next block of the page. */
  enter(block: Block, tokens: readonly Token[]): void {
    const last = this.#block;
    const column = columnOf(block);
    if (last !== undefined && (last.kind === 'item' || this.#prose.text.trimEnd().endsWith(':'))) {
      this.#above.push({ column: columnOf(last), prose: this.#prose });
    }
    const part = last?.section === block.section ? this.#part : -1;
    this.#part = part;
    while ((block.section.parts[this.#part + 1]?.line ?? Number.POSITIVE_INFINITY) <= block.line)
      this.#part++;
    const samePart = last?.section === block.section && part === this.#part;
    this.#above = samePart ? this.#above.filter((above) => above.column < column) : [];
    if (block.row !== last?.row) this.#row = undefined;
    this.#block = block;
    this.#prose = new Prose(tokens);
  }

  /**
   * Whether the page says of a span that it is gone, made by a build, optional or not of this project.
   *
   * @param inSentence whether it stands in a sentence, where every word may be about it
   */
  sayAbsent(span: Token, inSentence: boolean): boolean {
    if (this.#prose.saysAbsent || this.#prose.saysOf(span)) return true;
    if (inSentence && this.#prose.speaksOfAbsence(span)) return true;
    if (this.#above.some(({ prose }) => prose.introducesAbsent)) return true;
    const heading = this.#block?.section.parts[this.#part]?.heading ?? '';
    if (ABSENT_HEADING.test(heading) || saysAbsent(heading)) return true;
    const row = this.#block?.row;
    if (row === undefined) return false;
    this.#row ??= new Prose(readTokens(row.cells.join(' | ')));
    return this.#row.saysAbsent || PAST_COLUMN.test(this.#block?.title ?? '');
  }

  /** Whether the page says of a name that it is gone, behind it or behind the list that it stands in. */
  sayGone(name: Token, last: Token): boolean {
    return this.#prose.saysOf(name) || this.#prose.saysBehind(name) || this.#prose.saysBehind(last);
  }
}

function columnOf({ kind, column }: Block): number {
  return kind === 'paragraph' && column === 0 ? -1 : column;
}
