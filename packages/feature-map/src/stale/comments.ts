import { extensionOf } from './extensions.ts';

interface Syntax {
  /** Markers of comments that end with the line. */
  readonly line: readonly string[];
  /** Delimiters of comments that may go on for lines. */
  readonly block?: readonly [string, string];
}

const C: Syntax = { line: ['//'], block: ['/*', '*/'] };
const HASH: Syntax = { line: ['#'] };
const SQL: Syntax = { line: ['--'], block: ['/*', '*/'] };
const MARKUP: Syntax = { line: [], block: ['<!--', '-->'] };
const CSS: Syntax = { line: [], block: ['/*', '*/'] };

const SYNTAXES: ReadonlyMap<string, Syntax> = new Map(
  (
    [
      [
        C,
        'c cc cjs cpp cs cts cxx dart go gradle groovy h hpp java js json jsonc json5 jsx kt kts less m mjs mm mts proto',
      ],
      [C, 'php prisma rs scala scss sol swift ts tsx v vue svelte zig'],
      [
        HASH,
        'bash conf cmake coffee ex exs fish gql graphql jl mk nim nix pl pm properties ps1 py pyi r rake rb sh',
      ],
      [HASH, 'tcl tf tfvars toml yaml yml zsh'],
      [{ line: ['--'] }, 'elm hs lua'],
      [SQL, 'sql'],
      [{ line: [';'] }, 'asm clj cljs el lisp'],
      [{ line: ['#', ';'] }, 'cfg ini'],
      [{ line: ['%'] }, 'erl hrl tex'],
      [MARKUP, 'htm html svg xhtml xml'],
      [CSS, 'css'],
    ] as const
  ).flatMap(([syntax, extensions]) => extensions.split(' ').map((extension) => [extension, syntax] as const)),
);

/** A line that is longer was not written by hand, and is not searched for a comment behind code. */
const LONGEST_LINE = 1000;

/** Names of files without an extension whose comments begin with `#`. */
const HASH_NAMES =
  /(?:^|\/)(?:\.env[^/]*|\.gitignore|Makefile|makefile|GNUmakefile|Dockerfile|Containerfile|Justfile|justfile|Procfile|Gemfile|Rakefile)$/;

/**
 * The text of a file without its comments, as far as they are comments for sure: whole lines, blocks that begin a
 * line, and ends of lines behind complete strings. No language is parsed, and where it is in doubt, text stays. Line
 * endings stay as they are.
 *
 * @param file its path, whose name tells how comments look
 */
export function withoutComments(file: string, text: string): string {
  const syntax = SYNTAXES.get(extensionOf(file)) ?? (HASH_NAMES.test(file) ? HASH : undefined);
  if (syntax === undefined) return text;
  let inBlock = false;
  return text
    .split('\n')
    .map((line) => {
      const { kept, open } = stripLine(line, syntax, inBlock);
      inBlock = open;
      return kept;
    })
    .join('\n');
}

function stripLine(
  line: string,
  { line: markers, block }: Syntax,
  inBlock: boolean,
): { kept: string; open: boolean } {
  let rest = line;
  if (block !== undefined && (inBlock || line.trimStart().startsWith(block[0]))) {
    const from = inBlock ? 0 : line.indexOf(block[0]) + block[0].length;
    const end = line.indexOf(block[1], from);
    if (end === -1) return { kept: '', open: true };
    rest = line.slice(end + block[1].length);
  }
  const trimmed = rest.trimStart();
  if (markers.some((marker) => trimmed.startsWith(marker)) && !trimmed.startsWith('#!'))
    return { kept: '', open: false };
  for (const marker of markers) rest = rest.slice(0, trailingComment(rest, marker));
  return { kept: rest, open: false };
}

/** Offset of a comment behind code: after a space, with every quote in front of it closed. */
function trailingComment(line: string, marker: string): number {
  if (line.length > LONGEST_LINE) return line.length;
  for (let at = line.indexOf(marker, 1); at !== -1; at = line.indexOf(marker, at + 1)) {
    const behind = line.charAt(at + marker.length);
    if (!/\s/.test(line.charAt(at - 1)) || !/^\s?$/.test(behind)) continue;
    const before = line.slice(0, at);
    if (['"', "'", '`'].every((quote) => before.split(quote).length % 2 === 1)) return at;
  }
  return line.length;
}
