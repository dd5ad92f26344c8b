import { withoutFront } from '../map/front-matter.ts';
import { scanBlocks } from '../map/markdown/blocks.ts';
import { delimiterColumns, rowCells } from '../map/markdown/table.ts';
import type { Page, Section } from '../map/types.ts';

/** What the spans of a section are about: files and symbols, tests, settings; `other` is not judged. */
type Role = 'map' | 'tests' | 'settings' | 'other';

/** The role of a section by its heading. */
export type RoleOf = (section: Section) => Role;

/** The roles that the page form gives its sections. */
export const formRole: RoleOf = ({ heading }) =>
  ROLES.get(heading.trim().replace(/\s+/g, ' ').toLowerCase()) ?? 'other';

const ROLES: ReadonlyMap<string, Role> = new Map([
  ['map', 'map'],
  ['tests that pin it', 'tests'],
  ['config keys / ui', 'settings'],
]);

/** A piece of running text: a paragraph, the first paragraph of a list item, a table's cell. */
export interface Block {
  kind: 'paragraph' | 'item' | 'cell';
  role: Role;
  section: Section;
  source: string;
  /** 0-based line of the source's first character. */
  line: number;
  /** Characters in front of it on its line. */
  column: number;
  /** Of a cell: its row, and the title of its column. */
  row?: Row;
  title?: string;
}

/** A row of a table. */
export interface Row {
  role: Role;
  section: Section;
  /** Cells of the header and of the row, as written. */
  header: readonly string[];
  cells: readonly string[];
  /** 0-based. */
  line: number;
}

export interface JudgedBlocks {
  blocks: Block[];
  rows: Row[];
}

const ITEM_PREFIX = /(?:^|\s)(?:[-+*]|\d{1,9}[.)])[ \t]+$/;
/** An exemption that had to wrap: at the start of a line it is a block of its own. */
const EXEMPTION_BELOW = /[ \t]*(?:\r\n|[\r\n])[ \t]*<!--[ \t]*map:[^\r\n]*?-->/y;

/**
 * The text of a page that rules judge, in order. Code blocks, comments and quotes are left out, and sections that are
 * not judged, apart from blocks with an exemption.
 */
export function judgedBlocks(page: Page, roleOf: RoleOf): JudgedBlocks {
  const found: JudgedBlocks = { blocks: [], rows: [] };
  const sections = page.sections.map((section) => ({ section, role: roleOf(section) }));
  let current = 0;
  const visit = (line: number, start: number, end: number, kind: Block['kind'], column: number) => {
    while (current < sections.length - 1 && start >= (sections[current]?.section.end ?? 0)) current++;
    const { section, role } = sections[current] ?? {};
    if (section === undefined || role === undefined || start < section.start || start >= section.end) return;
    EXEMPTION_BELOW.lastIndex = end;
    const below = EXEMPTION_BELOW.exec(page.text)?.[0].length ?? 0;
    const source = page.text.slice(start, end + below);
    if (role !== 'other' || source.includes('<!--'))
      addBlock({ kind, role, section, source, line, column }, found);
  };
  scanBlocks(withoutFront(page.text), {
    heading() {},
    paragraph: (line, start, end) => visit(line, start, end, 'paragraph', 0),
    inner(line, start, end) {
      const prefix = page.text.slice(lineStart(page.text, start), start);
      if (prefix.includes('>')) return;
      visit(line, start, end, ITEM_PREFIX.test(prefix) ? 'item' : 'paragraph', prefix.length);
    },
  });
  return found;
}

function lineStart(text: string, offset: number): number {
  while (offset > 0 && text.charAt(offset - 1) !== '\n' && text.charAt(offset - 1) !== '\r') offset--;
  return offset;
}

/** Adds a block, or what a table within it holds instead. */
function addBlock(block: Block, found: JudgedBlocks): void {
  const lines = block.source.split(/\r\n|[\r\n]/);
  const delimiter = lines.findIndex((line, index) => index > 0 && isDelimiter(line, lines[index - 1] ?? ''));
  if (delimiter === -1) {
    found.blocks.push(block);
    return;
  }
  const { role, section } = block;
  const header = rowCells(lines[delimiter - 1] ?? '', 0);
  for (const [index, text] of lines.entries()) {
    if (index <= delimiter || !text.includes('|')) continue;
    const line = block.line + index;
    const cells = rowCells(text, header.length);
    const row: Row = { role, section, header, cells, line };
    found.rows.push(row);
    for (const [column, source] of cells.entries()) {
      found.blocks.push({
        ...block,
        kind: 'cell',
        source,
        line,
        column: 0,
        row,
        title: header[column] ?? '',
      });
    }
  }
}

function isDelimiter(line: string, above: string): boolean {
  const columns = delimiterColumns(line);
  return columns > 0 && above.includes('|') && rowCells(above, columns).length === columns;
}
