import { readInline } from '../map/markdown/inline.ts';
import { parsePage } from '../map/page.ts';
import type { Page } from '../map/types.ts';
import { quote } from '../quote.ts';
import { divideSection } from './divide.ts';
import { pageBlocks } from './front-matter.ts';
import { insertBlocks } from './insert.ts';
import type { LeftAlone } from './left-alone.ts';
import { oversizeOf } from './measure.ts';
import { missingForm } from './page-form.ts';
import { type HeadPart, missingStatus, missingTitle } from './page-head.ts';

export interface PagePlan {
  /** The page with its new text; where nothing changes, as it came. */
  readonly page: Page;
  /** What changes, each as a clause in the present tense. */
  readonly changes: readonly string[];
  readonly left: readonly LeftAlone[];
}

/**
 * Gives a page the form of the map: title, status, headings, and parts for sections that are too big. Every line of
 * the page stays, in its order. Applied to what it gave, it changes nothing.
 *
 * @param page the page as the map reads it
 * @param rowName what the page's row in the index calls it
 * @param limit bytes of a section
 */
export function planPage(page: Page, rowName: string | undefined, limit: number): PagePlan {
  const changes: string[] = [];
  const complete = (text: string, part: HeadPart | undefined) => {
    if (part === undefined) return text;
    changes.push(part.change);
    return insertBlocks(text, [part.insertion]);
  };
  const titled = complete(page.text, missingTitle(page, rowName));
  const form = missingForm(titled);
  const formed = insertBlocks(titled, form.insertions);
  // Behind the headings, since a status that stands in a section is found in the page's first section alone.
  const headed = complete(formed, missingStatus(formed, page));
  if (form.added.length > 0) changes.push(`adds ${headingList(form.added)}`);
  const text = divideSections(headed, limit, changes);
  const after = text === page.text ? page : parsePage(page.path, text);
  return { page: after, changes, left: [...swallowed(after, form.swallowed), ...oversize(after, limit)] };
}

function divideSections(text: string, limit: number, changes: string[]): string {
  const borders = pageBlocks(text).filter(({ depth }) => depth === 1 || depth === 2);
  const pieces = [text.slice(0, borders[0]?.start ?? text.length)];
  for (const [index, border] of borders.entries()) {
    const section = text.slice(border.start, borders[index + 1]?.start ?? text.length);
    const { text: divided, parts } =
      border.depth === 2 ? divideSection(section, limit) : { text: section, parts: [] };
    pieces.push(divided);
    if (parts.length === 0) continue;
    changes.push(
      `divides ${quote(readInline(border.text).text)} by ${parts.map((part) => `\`### ${part}\``).join(', ')}`,
    );
  }
  return pieces.join('');
}

function swallowed({ path, text }: Page, headings: readonly string[]): LeftAlone[] {
  if (headings.length === 0) return [];
  const line = text.slice(0, pageBlocks(text).at(-1)?.start).split(/\r\n|[\r\n]/).length;
  const message = `The page ends in a block that nothing closes, which would swallow ${headingList(headings)}. Close it.`;
  return [{ page: path, line, message }];
}

function oversize({ path, text, sections }: Page, limit: number): LeftAlone[] {
  return sections.flatMap((section) =>
    oversizeOf(text, section, limit).map(({ part, bytes }) => {
      const what = part === undefined ? quote(section.name) : `${quote(section.name)} > ${quote(part.name)}`;
      const how = part === undefined ? `${bytes} bytes` : `${bytes} bytes with the section's lead`;
      const message = `${what} has ${how}, more than ${limit}, and no border to divide it at. Shorten it.`;
      return { page: path, line: (part ?? section).line + 1, message };
    }),
  );
}

function headingList(headings: readonly string[]): string {
  return headings.map((heading) => `\`## ${heading}\``).join(', ');
}
