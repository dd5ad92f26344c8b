import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import MarkdownIt from 'markdown-it';
import { marked } from 'marked';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { do_not_optimize, measure } from 'mitata';
import { parsePage } from '../packages/feature-map/src/map/page.ts';
import { scanSections } from '../packages/feature-map/src/map/scan.ts';

/** How fast one reader of Markdown goes through the pages of real maps. */
export interface ScannerRow {
  case: string;
  /** `scan`: headings and sections. `blocks`: the block structure alone. `full`: with inline content. */
  reads: 'scan' | 'blocks' | 'full';
  /** Median for all pages, in nanoseconds: the best of the rounds. */
  nsMedian: number;
  /** Bytes of Markdown in a second, in units of 1,000,000. */
  megabytesPerSecond: number;
  /** `##` headings that it found. */
  sections: number;
}

interface Arm {
  name: string;
  reads: ScannerRow['reads'];
  /** Reads a page; gives the number of its `##` headings. */
  read: (page: string) => number;
}

const ROUNDS = 3;
const MAPS = ['../docs/features', '../packages/feature-map/test/fixtures/lendery/docs/features'];

const markdownIt = new MarkdownIt();
const blocksAlone = new MarkdownIt();
blocksAlone.core.ruler.enableOnly(['normalize', 'block']);

const ARMS: readonly Arm[] = [
  { name: 'scanSections', reads: 'scan', read: (page) => atDepth2(scanSections(page).headings) },
  {
    name: 'parsePage',
    reads: 'scan',
    read: (page) =>
      parsePage('page.md', page).sections.filter(({ start }) => page.startsWith('##', start)).length,
  },
  {
    name: 'markdown-it, block rules alone',
    reads: 'blocks',
    read: (page) => openings(blocksAlone.parse(page, {})),
  },
  { name: 'markdown-it', reads: 'full', read: (page) => openings(markdownIt.parse(page, {})) },
  {
    name: 'marked',
    reads: 'full',
    read: (page) => atDepth2(marked.lexer(page).filter(({ type }) => type === 'heading')),
  },
  {
    name: 'mdast-util-from-markdown',
    reads: 'full',
    read: (page) => atDepth2(fromMarkdown(page).children.filter(({ type }) => type === 'heading')),
  },
];

function atDepth2(headings: readonly object[]): number {
  return headings.filter((heading) => 'depth' in heading && heading.depth === 2).length;
}

function openings(tokens: readonly { type: string; tag: string; level: number }[]): number {
  return tokens.filter(({ type, tag, level }) => type === 'heading_open' && tag === 'h2' && level === 0)
    .length;
}

/** The pages of the maps in this repository. */
function realPages(): string[] {
  return MAPS.flatMap((map) => {
    const folder = fileURLToPath(new URL(map, import.meta.url));
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.md'),
    );
    return names.sort().map((name) => readFileSync(join(folder, name), 'utf8'));
  });
}

/**
 * Measures the scanner beside full Markdown parsers, on the same pages in one run. The arms take turns, so that a
 * slow spell of the machine hits all of them.
 */
export async function benchScanner(): Promise<ScannerRow[]> {
  const pages = realPages();
  const bytes = pages.reduce((sum, page) => sum + Buffer.byteLength(page), 0);
  const readAll = ({ read }: Arm) => pages.reduce((sum, page) => sum + read(page), 0);
  const sections = ARMS.map(readAll);
  if (new Set(sections).size > 1) throw new Error(`The readers disagree on the sections: ${sections}`);
  const best = ARMS.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, arm] of ARMS.entries()) {
      const { p50 } = await measure(() => do_not_optimize(readAll(arm)));
      best[index] = Math.min(best[index] ?? p50, p50);
    }
  }
  return ARMS.map((arm, index) => {
    const ns = best[index] ?? Number.NaN;
    return {
      case: arm.name,
      reads: arm.reads,
      nsMedian: Math.round(ns),
      megabytesPerSecond: Number(((bytes / ns) * 1000).toFixed(1)),
      sections: sections[index] ?? 0,
    };
  });
}

/** How many times as fast the scanner is as the fastest full parse. */
export function scannerLead(rows: readonly ScannerRow[]): number {
  const speeds = (reads: ScannerRow['reads'], name = '') =>
    rows.filter((row) => row.reads === reads && row.case.includes(name)).map((row) => row.megabytesPerSecond);
  return Math.max(...speeds('scan', 'scanSections')) / Math.max(...speeds('full'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const rows = await benchScanner();
  console.table(rows);
  console.log(`scanSections is ${scannerLead(rows).toFixed(1)} times as fast as the fastest full parse.`);
}
