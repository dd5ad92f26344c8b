import { findFillIns } from '../init/render.ts';
import { parsePage } from '../map/page.ts';
import { scanSections } from '../map/scan.ts';

/** A `##` section of the template that a document lacks. */
export interface Block {
  readonly heading: string;
  readonly text: string;
  /** Whether an author has to fill in something of it. */
  readonly open: boolean;
}

/**
 * The sections of a template whose headings a document has at no level. Case, numbers in front, punctuation and `&`
 * for `and` make no difference.
 */
export function missingBlocks(document: string, template: string): Block[] {
  const present = new Set(scanSections(document).headings.map(({ text }) => plain(text)));
  const { sections } = parsePage('', template);
  return sections
    .filter(({ heading }) => !present.has(plain(heading)))
    .map(({ heading, start, end }) => {
      const text = template.slice(start, end).trimEnd();
      return { heading, text, open: findFillIns(text).length > 0 };
    });
}

function plain(heading: string): string {
  const words = heading.normalize('NFKC').toLowerCase().replaceAll('&', ' and ');
  return words
    .replace(/^[\d.)\s]+/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
