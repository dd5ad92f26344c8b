import { parseIndexTable } from '../../src/map/index-table.ts';
import { parsePage } from '../../src/map/page.ts';
import { rankTopic } from '../../src/map/rank.ts';
import type { FeatureMap } from '../../src/map/types.ts';

/** A map of these pages; `index` is the text of its index file. */
export function mapOf(pages: Readonly<Record<string, string>>, index = ''): FeatureMap {
  return {
    root: '/project',
    index,
    table: parseIndexTable(index),
    pages: Object.keys(pages)
      .sort()
      .map((path) => parsePage(path, pages[path] ?? '')),
    unreadable: [],
  };
}

/** An index with these rows: feature, page, trigger. */
export function indexOfRows(...rows: readonly (readonly [string, string, string])[]): string {
  const lines = rows.map(([feature, page, trigger]) => `| ${feature} | [${page}](${page}) | ${trigger} |`);
  return ['# Features', '', '| Feature | Page | Read when |', '| --- | --- | --- |', ...lines, ''].join('\n');
}

/** The best sections for a topic, as `page > section`. */
export function ranked(map: FeatureMap, topic: string): string[] {
  return rankTopic(map, topic).map(({ page, section }) => `${page} > ${section}`);
}

/** A page of the usual form. */
export function pageOf(
  title: string,
  trigger: string,
  {
    does = 'It works.',
    map = '',
    why = '',
    tests = '',
  }: Partial<Record<'does' | 'map' | 'why' | 'tests', string>> = {},
): string {
  return `# ${title}

Status: shipped (1.0) · Read when: ${trigger}

## What it does

${does}

## Map

${map}

## How & why

${why}

## Tests that pin it

${tests}
`;
}

/** Enough other pages that a word of one page is rare. */
export const OTHERS = Object.fromEntries(
  ['alpha', 'beta', 'gamma', 'delta', 'epsilon'].map((name) => [
    `${name}.md`,
    pageOf(`The ${name}`, `changing ${name}`, { does: `Runs the ${name}.`, why: `Because of ${name}.` }),
  ]),
);

/** A page whose one section holds this text, for words that stand in no heading and no trigger. */
export function body(words: string): string {
  return `# Notes\n\n## Notes on ${words.length}\n\n${words}\n`;
}
