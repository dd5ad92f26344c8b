import type { FeatureMap, IndexRow, Page } from '../map/types.ts';

/**
 * The page that a row means which leads to none, where that can be told from the files: exactly one page without a
 * row has the link's file name, or the row's name as its title, and no other such row means the same page.
 *
 * @param lost rows of the map that lead to no page
 */
export function rowTargets(
  { table, pages }: FeatureMap,
  lost: readonly IndexRow[],
): ReadonlyMap<IndexRow, Page> {
  const linked = new Set(table?.rows.map(({ page }) => page));
  const free = pages.filter(({ path }) => !linked.has(path));
  const byFile = groupBy(free, ({ path }) => fileName(path));
  const byTitle = groupBy(free, ({ title }) => plain(title ?? ''));
  const targets = new Map<IndexRow, Page>();
  const claims = new Map<Page, number>();
  for (const row of lost) {
    const named = byFile.get(fileName(row.link ?? '')) ?? [];
    const titled = plain(row.feature) === '' ? [] : (byTitle.get(plain(row.feature)) ?? []);
    const [page, ...others] = new Set([...named, ...titled]);
    if (page === undefined || others.length > 0) continue;
    targets.set(row, page);
    claims.set(page, (claims.get(page) ?? 0) + 1);
  }
  for (const [row, page] of targets) if (claims.get(page) !== 1) targets.delete(row);
  return targets;
}

function groupBy(pages: readonly Page[], key: (page: Page) => string): Map<string, Page[]> {
  const groups = new Map<string, Page[]>();
  for (const page of pages) {
    const group = groups.get(key(page));
    if (group === undefined) groups.set(key(page), [page]);
    else group.push(page);
  }
  return groups;
}

function fileName(path: string): string {
  return path.replace(/^.*\//, '').toLowerCase();
}

function plain(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase();
}
