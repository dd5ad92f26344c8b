import { withoutFront } from '../map/front-matter.ts';
import { readInline } from '../map/markdown/inline.ts';
import { missingHeadings, PAGE_FORM } from '../map/page-form.ts';
import { fillIn, HINTS, SECTION_HINTS } from './fill-in.ts';
import { pageBlocks } from './front-matter.ts';
import type { Insertion } from './insert.ts';
import { type Block, endsOpen } from './page-blocks.ts';
import { isStatusBlock, isTitle, leadOf } from './page-head.ts';

const COMMENT = /^[ ]{0,3}<!--/;

type FormHeading = (typeof PAGE_FORM)[number];

export interface MissingHeadings {
  readonly insertions: readonly Insertion[];
  readonly added: readonly string[];
  /** Headings that belong at the page's end, where an open fence or comment would swallow them. */
  readonly swallowed: readonly string[];
}

/**
 * The headings of the page form that a page lacks: each before the next one of the form that is there, else at the
 * end. Text that stands in front of the first section is what the page says the feature does, so that heading, where
 * it is missing, stands above it; no section would hold the text otherwise.
 *
 * @param text a page with title and status
 */
export function missingForm(text: string): MissingHeadings {
  const blocks = pageBlocks(text);
  const sections = formSections(blocks);
  const insertions: Insertion[] = [];
  const added: string[] = [];
  const swallowed: string[] = [];
  for (const [index, heading] of PAGE_FORM.entries()) {
    if (sections.has(heading)) continue;
    const opening = index === 0 ? openingText(text, blocks) : undefined;
    const later = PAGE_FORM.slice(index + 1).find((candidate) => sections.has(candidate));
    const first = index === 0 ? blocks.find(({ depth }) => depth === 2) : undefined;
    const next = opening ?? (later === undefined ? first : sections.get(later));
    if (next === undefined && endsOpen(withoutFront(text))) {
      swallowed.push(heading);
      continue;
    }
    const hint = opening === undefined ? SECTION_HINTS[heading] : HINTS.opening;
    insertions.push({ at: next?.start ?? text.length, blocks: [`## ${heading}`, fillIn(hint)] });
    added.push(heading);
  }
  return { insertions, added, swallowed };
}

/** The sections that a page has of the page form, the first one of each heading. */
function formSections(blocks: readonly Block[]): ReadonlyMap<FormHeading, Block> {
  const sections = new Map<FormHeading, Block>();
  const seen = new Set<string>();
  for (const block of blocks) {
    const name = block.depth === 2 ? readInline(block.text).text : '';
    if (name === '' || seen.has(name)) continue;
    seen.add(name);
    const missing = missingHeadings([name]);
    const heading = PAGE_FORM.find((candidate) => !missing.includes(candidate));
    if (heading !== undefined && !sections.has(heading)) sections.set(heading, block);
  }
  return sections;
}

/** The first block of what a page says between its head and its first section; a comment says nothing. */
function openingText(text: string, blocks: readonly Block[]): Block | undefined {
  const lead = leadOf(blocks);
  const head = lead.findLastIndex((block) => isTitle(block) || isStatusBlock(block));
  const opening = lead
    .slice(head + 1)
    .find(({ kind, start }) => kind !== 'break' && !(kind === 'html' && COMMENT.test(text.slice(start))));
  return opening?.depth === 1 ? undefined : opening;
}
