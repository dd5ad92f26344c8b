import { CODE } from './fill-in.ts';
import type { Block } from './page-blocks.ts';

/** What opens or closes something that may go on over several blocks. */
interface Mark {
  readonly name: string;
  /** Of a mark that does both in turns, `undefined`. */
  readonly opens: boolean | undefined;
}

const TAG = /<(\/?)([a-z][\w.:-]*)([^<>]*)>/gi;
/** As in `<!-- toc-start -->` and `<!-- toc-end -->`. */
const COMMENT = /^\s*<!--\s*(\S+?)[-_:](?:(start|begin)|end)\b/i;
/** Containers (`:::tip`, closed by `:::`) and formulas between two `$$` lines. */
const FENCE_LINE = /^[ ]{0,3}(?:(:::)+:*[ \t]*(\S?)|(\$\$)[ \t]*$)/gm;

/** The blocks that stand, with the closing one, within something that an earlier block opens and a later one closes. */
export function enclosedBlocks(text: string, blocks: readonly Block[]): ReadonlySet<Block> {
  const open = new Map<string, number[]>();
  const changes = new Int32Array(blocks.length + 2);
  for (const [index, block] of blocks.entries()) {
    for (const { name, opens } of marksOf(block.kind, text.slice(block.start, block.end))) {
      const begun = open.get(name) ?? [];
      open.set(name, begun);
      if (opens ?? begun.length === 0) {
        begun.push(index);
        continue;
      }
      const first = begun.pop() ?? index;
      changes[first + 1] = (changes[first + 1] ?? 0) + 1;
      changes[index + 1] = (changes[index + 1] ?? 0) - 1;
    }
  }
  let depth = 0;
  return new Set(
    blocks.filter((_, index) => {
      depth += changes[index] ?? 0;
      return depth > 0;
    }),
  );
}

/**
 * A component's tag may have attributes that make the block a paragraph to Markdown, and a closing mark directly below
 * a list is text of its last item. What a code span shows is no mark.
 */
function marksOf(kind: Block['kind'], source: string): Mark[] {
  if (kind === 'paragraph' || kind === 'item') {
    const shown = source.replace(CODE, (code) => ' '.repeat(code.length));
    return [...tagsOf(shown), ...fencesOf(shown)];
  }
  if (kind !== 'html') return [];
  if (!source.trimStart().startsWith('<!--')) return tagsOf(source);
  const [comment, name = '', start] = COMMENT.exec(source) ?? [];
  return comment === undefined ? [] : [{ name: `<!--${name.toLowerCase()}`, opens: start !== undefined }];
}

function tagsOf(source: string): Mark[] {
  return Array.from(source.matchAll(TAG), ([, slash, name = '', rest = '']) => ({
    name: name.toLowerCase(),
    opens: slash === '',
    isWhole: rest.endsWith('/'),
  })).filter(({ isWhole }) => !isWhole);
}

function fencesOf(source: string): Mark[] {
  return Array.from(source.matchAll(FENCE_LINE), ([, colons, name, formula = '']) =>
    colons === undefined ? { name: formula, opens: undefined } : { name: colons, opens: name !== '' },
  );
}
