import type { PAGE_FORM } from '../map/page-form.ts';
import type { Block } from './page-blocks.ts';

/** A place that an author has to fill in. */
export interface FillIn {
  /** 1-based line in the page. */
  line: number;
  /** What belongs there. */
  what: string;
}

const FILL_IN = /<!--[ \t]*fill in:([^<>\r\n]*)-->/g;
/** Code spans and fences of backticks, near enough to tell what is shown from what is meant. */
export const CODE = /`+[^`]*`+/g;

/** The comment that marks a place to fill in. It is text of the file, and no reader takes it for prose. */
export function fillIn(what: string): string {
  return `<!-- fill in: ${what} -->`;
}

/** What belongs in the places that regeneration makes. */
export const HINTS = {
  title: 'the title',
  status: 'planned, begun or shipped',
  trigger: 'the tasks and questions that this page helps with',
  part: 'a name for this part',
  opening: 'what a user or caller notices, unless the text below says it',
} as const;

/** What belongs under each heading of the page form. */
export const SECTION_HINTS: Readonly<Record<(typeof PAGE_FORM)[number], string>> = {
  'What it does': 'what a user or caller notices',
  Map: 'files, with the functions and types that matter',
  'How & why': 'the idea, its reasons, and traps',
  'Config keys / UI': 'settings with their defaults, screens and commands, or that there are none',
  'Tests that pin it': 'test files, with the names of their tests',
  Related: 'links to the pages that a change here touches',
};

/** Takes the comments off a piece of text. */
export function withoutFillIns(text: string): string {
  return text.replace(FILL_IN, '').trim();
}

/** The places of a text that are marked to be filled in; examples in code are none. */
export function findFillIns(text: string, blocks: readonly Block[]): FillIn[] {
  const found: FillIn[] = [];
  let line = 1;
  let counted = 0;
  for (const { kind, start, end } of blocks) {
    if (kind !== 'heading' && kind !== 'html' && kind !== 'paragraph') continue;
    const source = text.slice(start, end).replace(CODE, (code) => ' '.repeat(code.length));
    for (const match of source.matchAll(FILL_IN)) {
      const at = start + match.index;
      line += countLines(text.slice(counted, at));
      counted = at;
      found.push({ line, what: (match[1] ?? '').trim() });
    }
  }
  return found;
}

function countLines(text: string): number {
  return text.match(/\r\n|[\r\n]/g)?.length ?? 0;
}
