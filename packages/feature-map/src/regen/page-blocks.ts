import { type BlockKind, scanBlocks } from '../map/markdown/blocks.ts';

/** A block of a page that stands in no list and no quote; of a list, one item with all that is in it. */
export interface Block {
  readonly kind: BlockKind;
  /** Offsets, in UTF-16 units, of its first line and of the next block's (the text's end behind the last one). */
  readonly start: number;
  readonly end: number;
  /** Of a heading, 1 to 6; else 0. */
  readonly depth: number;
  /** Markup of a heading's or a paragraph's text; empty for other kinds. */
  readonly text: string;
}

/** The top-level blocks of a Markdown text, in order. Together they are the text from the first of them on. */
export function readBlocks(text: string): Block[] {
  const found: { -readonly [Key in keyof Block]: Block[Key] }[] = [];
  scanBlocks(text, {
    block(kind, start) {
      found.push({ kind, start, end: text.length, depth: 0, text: '' });
    },
    heading(depth, _line, _start, textStart, textEnd) {
      const block = found.at(-1);
      if (block !== undefined)
        Object.assign(block, { kind: 'heading', depth, text: text.slice(textStart, textEnd).trim() });
    },
    paragraph(_line, start, end) {
      const block = found.at(-1);
      if (block !== undefined) block.text = text.slice(start, end);
    },
  });
  for (const [index, block] of found.entries()) block.end = found[index + 1]?.start ?? text.length;
  return found;
}

/** Whether what is added behind a text becomes part of its last block: a fence or a comment that nothing closes. */
export function endsOpen(text: string): boolean {
  return readBlocks(`${text}\n\n# x`).at(-1)?.depth !== 1;
}
