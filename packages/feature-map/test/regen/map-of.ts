import { parseIndexTable } from '../../src/map/index-table.ts';
import { parsePage } from '../../src/map/page.ts';
import { PAGE_FORM } from '../../src/map/page-form.ts';
import type { FeatureMap, Unreadable } from '../../src/map/types.ts';
import type { RegenPlan } from '../../src/regen/plan.ts';

export const HEADER = '| Feature | Doc | Read when |\n| --- | --- | --- |\n';

/** A map in memory. */
export function mapOf(
  index: string,
  pages: Readonly<Record<string, string>>,
  unreadable: readonly Unreadable[] = [],
): FeatureMap {
  return {
    root: '/project',
    index,
    table: parseIndexTable(index),
    pages: Object.keys(pages)
      .sort()
      .map((path) => parsePage(path, pages[path] ?? '')),
    unreadable: [...unreadable],
  };
}

/** A page that has the whole form. */
export function pageNamed(title: string, trigger = `changing ${title}`): string {
  const sections = PAGE_FORM.map((heading) => `## ${heading}\n\ntext\n`).join('\n');
  return `# ${title}\n\nStatus: shipped · Read when: ${trigger}\n\n${sections}`;
}

/** The map that comes of a plan. */
export function carriedOut(map: FeatureMap, { files }: RegenPlan): FeatureMap {
  const texts = new Map(files.map(({ page, text }) => [page, text]));
  const index = texts.get('README.md') ?? map.index;
  return {
    ...map,
    index,
    table: parseIndexTable(index),
    pages: map.pages.map((page) => {
      const text = texts.get(page.path);
      return text === undefined ? page : parsePage(page.path, text);
    }),
  };
}
