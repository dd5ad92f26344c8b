import { evaluateRot } from '../packages/feature-map/test/stale/rot.ts';
import { atLeast, find, type Target } from './report.ts';

/** How right one of the `stale/*` rules is on the fixture with the rotten map. */
export interface StaleRow {
  /** The rule, or `all`. */
  case: string;
  /** Items that are labelled as stale. */
  stale: number;
  found: number;
  /** Findings on items that are in order. */
  wrong: number;
  precision: number;
  recall: number;
}

const RULES = ['stale/path', 'stale/symbol', 'stale/test', 'stale/setting'];

/** Holds what the rules say about the fixture against its labels. */
export async function benchStaleFixture(): Promise<StaleRow[]> {
  const { found, missed, wrong } = await evaluateRot();
  return [...RULES, 'all'].map((rule) => {
    const of = (items: readonly { rule: string }[]) =>
      items.filter((item) => rule === 'all' || item.rule === rule).length;
    const hits = of(found.map(({ label }) => label));
    const stale = hits + of(missed);
    return {
      case: rule,
      stale,
      found: hits,
      wrong: of(wrong),
      precision: ratio(hits, hits + of(wrong)),
      recall: ratio(hits, stale),
    };
  });
}

export function fixtureTargets(rows: readonly StaleRow[]): Target[] {
  return [
    atLeast('precision on the fixture', find(rows, 'all').precision, 1),
    ...RULES.map((rule) => atLeast(`recall of ${rule} on the fixture`, find(rows, rule).recall, 0.95)),
  ];
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 1 : Math.round((part / whole) * 1000) / 1000;
}
