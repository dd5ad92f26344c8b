import { withoutFront } from './front-matter.ts';
import { scanBlocks } from './markdown/blocks.ts';
import { readInline } from './markdown/inline.ts';
import { readTrigger } from './status.ts';

/** A heading that stands in no list and no quote. */
export interface Heading {
  /** 1 to 6. */
  depth: number;
  /** 0-based line on which it begins. */
  line: number;
  /** Offset of that line's first character, in UTF-16 units. */
  start: number;
  /** Its text without inline markup. */
  text: string;
}

export interface Outline {
  /** Text of the first `#` heading that has one. */
  title: string | undefined;
  /** What the status paragraph says behind `Read when:`. */
  trigger: string | undefined;
  headings: Heading[];
}

/**
 * Reads the headings of a Markdown page, with its title and its trigger. The status paragraph stands before the
 * first `##`, or below it where the page begins with one. Front matter is no Markdown. Takes time linear in the text; does not throw.
 */
export function scanSections(page: string): Outline {
  const text = withoutFront(page);
  const outline: Outline = { title: undefined, trigger: undefined, headings: [] };
  const { headings } = outline;
  let sections = 0;
  let statusReach = 0;
  let empty = true;
  scanBlocks(text, {
    heading(depth, line, start, textStart, textEnd) {
      const heading = readInline(text.slice(textStart, textEnd)).text;
      headings.push({ depth, line, start, text: heading });
      if (depth === 1 && heading !== '') outline.title ??= heading;
      if (depth === 2 && ++sections === 1 && empty) statusReach = 1;
      empty = false;
    },
    paragraph(_line, start, end) {
      if (sections <= statusReach) outline.trigger ??= readTrigger(text.slice(start, end));
      empty = false;
    },
  });
  return outline;
}
