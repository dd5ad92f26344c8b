import { textStart } from '../map/front-matter.ts';

/** Blocks that are put into a text at the beginning of a line, or at the text's end. */
export interface Insertion {
  /** Offset in UTF-16 units. */
  readonly at: number;
  /** Markdown of each block, its lines divided by `\n`. */
  readonly blocks: readonly string[];
}

const BLANK = /^[ \t]*$/;
const ENDING = /\r\n|[\r\n]/;

/**
 * Puts blocks into a text, a blank line between all of them. No line of the text changes: what is added takes the line
 * ending that stands above it, a byte order mark stays in front, and a text without a final line ending stays without.
 *
 * @param insertions in any order; those of one place follow each other as they are given
 */
export function insertBlocks(text: string, insertions: readonly Insertion[]): string {
  const sorted = [...insertions].sort((a, b) => a.at - b.at);
  const pieces: string[] = [];
  let done = 0;
  for (let index = 0; index < sorted.length; ) {
    const at = sorted[index]?.at ?? 0;
    const blocks: string[] = [];
    for (; sorted[index]?.at === at; index++) blocks.push(...(sorted[index]?.blocks ?? []));
    pieces.push(text.slice(done, at), piece(text, at, blocks));
    done = at;
  }
  return pieces.join('') + text.slice(done);
}

function piece(text: string, at: number, blocks: readonly string[]): string {
  const ending = endingAt(text, at);
  const added = blocks.join('\n\n').replaceAll('\n', ending);
  return spaceAbove(text, at, ending) + added + spaceBelow(text, at, ending);
}

function spaceAbove(text: string, at: number, ending: string): string {
  const first = textStart(text);
  if (at <= first) return '';
  const lineEnd = at - endingBefore(text, at).length;
  let lineStart = lineEnd;
  while (lineStart > first && !isEnding(text, lineStart - 1)) lineStart--;
  const open = lineEnd === at ? ending : '';
  return BLANK.test(text.slice(lineStart, lineEnd)) ? open : open + ending;
}

function spaceBelow(text: string, at: number, ending: string): string {
  if (at === text.length) return at <= textStart(text) || isEnding(text, at - 1) ? ending : '';
  const rest = text.slice(at);
  const end = rest.search(ENDING);
  return BLANK.test(end === -1 ? rest : rest.slice(0, end)) ? ending : ending + ending;
}

/** The line ending above an offset; where no line ends there, the last one before it, else the text's first one. */
function endingAt(text: string, at: number): string {
  const above = endingBefore(text, at);
  if (above !== '') return above;
  const last = at === 0 ? -1 : Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1));
  return (last === -1 ? ENDING.exec(text)?.[0] : endingBefore(text, last + 1)) ?? '\n';
}

/** The line ending that an offset stands directly behind, `''` where it stands elsewhere. */
function endingBefore(text: string, at: number): string {
  if (at === 0 || !isEnding(text, at - 1)) return '';
  return text.startsWith('\r\n', at - 2) ? '\r\n' : text.charAt(at - 1);
}

function isEnding(text: string, at: number): boolean {
  return text.charAt(at) === '\n' || text.charAt(at) === '\r';
}
