import { frontEnd } from '../map/front-matter.ts';
import { readInline } from '../map/markdown/inline.ts';
import { isStatus, isTriggerPlace } from '../map/status.ts';
import type { Page } from '../map/types.ts';
import { fillIn, HINTS } from './fill-in.ts';
import { pageBlocks } from './front-matter.ts';
import type { Insertion } from './insert.ts';
import type { Block } from './page-blocks.ts';
import { plainMarkdown } from './plain-markdown.ts';

/** Something that a page's head lacks. */
export interface HeadPart {
  readonly insertion: Insertion;
  /** What putting it in does, as a clause in the present tense. */
  readonly change: string;
}

/**
 * The title that a page lacks: the name that its row in the index has, else that of its file.
 *
 * @returns `undefined` where the page has a title
 */
export function missingTitle({ path, text, title }: Page, rowName: string | undefined): HeadPart | undefined {
  if (title !== undefined) return undefined;
  const heading = `# ${plainMarkdown(rowName || fileTitle(path))}`;
  const insertion = { at: frontEnd(text), blocks: [`${heading} ${fillIn(HINTS.title)}`] };
  return { insertion, change: `adds the title \`${heading}\`` };
}

/** What a page is called that nobody has named, by its file: `late-fees.md` gives `Late fees`. */
export function fileTitle(path: string): string {
  const name = path.replace(/^.*\/|\.[^.]*$/g, '').replace(/[-_\s]+/g, ' ');
  return name.trim() === '' ? path : name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * The status line, or the place for a trigger, that a page lacks. A status that is not found any more once the page
 * has a title above it, because it stands in a section, is repeated below the title.
 *
 * @param text the page's text with its title
 * @param before the page as it was read
 */
export function missingStatus(text: string, before: Page): HeadPart | undefined {
  const blocks = pageBlocks(text);
  const status = headOf(blocks).filter(isStatusBlock);
  if (status.some((block) => isTriggerPlace(block.text))) return undefined;
  const trigger = `Read when: ${fillIn(HINTS.trigger)}`;
  const last = status.at(-1);
  if (last !== undefined) {
    return { insertion: { at: last.end, blocks: [trigger] }, change: 'adds a `Read when:` line' };
  }
  const at = leadOf(blocks).find(isTitle)?.end ?? frontEnd(text);
  const known = authorsStatus(before);
  return known === undefined
    ? {
        insertion: { at, blocks: [`Status: ${fillIn(HINTS.status)} · ${trigger}`] },
        change: 'adds a `Status:` line',
      }
    : { insertion: { at, blocks: [known] }, change: 'repeats the `Status:` line in front of the sections' };
}

/** Whether a block is a heading that can be a page's title. */
export function isTitle(block: Block): boolean {
  return block.depth === 1 && readInline(block.text).text !== '';
}

/** Whether a block is a paragraph that can hold a page's status or trigger. */
export function isStatusBlock({ kind, text }: Block): boolean {
  return kind === 'paragraph' && isStatus(text);
}

/** The blocks in front of the first section. */
export function leadOf(blocks: readonly Block[]): readonly Block[] {
  const first = blocks.findIndex(({ depth }) => depth === 2);
  return first === -1 ? blocks : blocks.slice(0, first);
}

/** The blocks among which a page's status is looked for; see `scanSections`. */
function headOf(blocks: readonly Block[]): readonly Block[] {
  const lead = leadOf(blocks);
  if (lead.some(({ kind }) => kind === 'heading' || kind === 'paragraph')) return lead;
  return blocks.slice(0, lead.length + 1 + leadOf(blocks.slice(lead.length + 1)).length);
}

function authorsStatus({ text, trigger }: Page): string | undefined {
  if (trigger === undefined) return undefined;
  const block = headOf(pageBlocks(text)).find(
    (candidate) => isStatusBlock(candidate) && isTriggerPlace(candidate.text),
  );
  return block?.text.replace(/\r\n|\r/g, '\n');
}
