/** The reply to a topic that the map does not cover: says so, shows the nearest rows of the index, lets go. */
import { byteLength, clip } from './budget.ts';
import type { Hit } from './rank.ts';
import { visibleLine } from './reply-escape.ts';
import { joined, type Reply } from './reply-frame.ts';
import { given, shownPage, triggerText, unreadText } from './reply-shape.ts';
import type { FeatureMap, IndexRow, Page } from './types.ts';

/** More rows than that help nobody to see that nothing fits; an index of no more rows is shown whole. */
const MOST_ROWS = 8;
const FEATURE_LIMIT = 120;

/** Answers a topic that the map does not cover; `hits` are the sections that have some word of it all the same. */
export function uncoveredReply(
  map: FeatureMap,
  topic: string,
  hits: readonly Hit[],
  maxBytes: number,
): Reply {
  const lines = nearestLines(map, hits);
  const header = `the map does not cover ${given(topic)}: search the source directly${unreadText(map)}`;
  const build = (rows: number) =>
    rows > 0
      ? joined(
          `${header}. Nearest in the index:`,
          lines.slice(0, rows).join('\n'),
          'the whole index: feature_map {}',
        )
      : joined(header, 'No row of the index is near.', 'the whole index: feature_map {}');
  let rows = lines.length;
  while (rows > 0 && byteLength(build(rows)) > maxBytes) rows -= 1;
  return { text: build(rows), isError: false, shown: [] };
}

function nearestLines(map: FeatureMap, hits: readonly Hit[]): string[] {
  const rows = rowsByPage(map);
  const matching = [...new Set(hits.map(({ page }) => page))];
  const pages =
    map.pages.length <= MOST_ROWS ? new Set([...matching, ...map.pages]) : matching.slice(0, MOST_ROWS);
  return Array.from(pages, (page) => rowLine(map, page, rows.get(page.path)));
}

function rowLine(map: FeatureMap, page: Page, row: IndexRow | undefined): string {
  const feature = clip(visibleLine(row?.feature ?? page.title ?? ''), FEATURE_LIMIT);
  const trigger = row?.trigger ?? page.trigger;
  const cells = [feature, shownPage(map, page), trigger === undefined ? '' : triggerText(trigger)];
  return cells.filter((cell) => cell !== '').join(' | ');
}

function rowsByPage(map: FeatureMap): Map<string, IndexRow> {
  const rows = new Map<string, IndexRow>();
  for (const row of map.table?.rows ?? []) {
    if (row.page !== undefined && !rows.has(row.page)) rows.set(row.page, row);
  }
  return rows;
}
