import { atLeast, atMost, type Target } from '../report.ts';
import type { Row } from './summary.ts';

/** What the replies are held to, for each half over all sets and kinds. */
export function retrievalTargets(rows: readonly Row[]): Target[] {
  const whole = rows.filter(({ set, kind }) => set === 'all' && kind === 'all');
  return whole
    .filter(({ arm }) => arm === 'feature_map')
    .flatMap((row) => {
      const { half, mrr, whole3, missesTold, misses, ofPages, ofHunt } = row;
      const bm25 = whole.find((other) => other.half === half && other.arm === 'bm25')?.mrr ?? 0;
      return [
        atLeast(`${half}: answer whole in the first three sections`, whole3, 0.95),
        atLeast(`${half}: MRR`, mrr, 0.85),
        atLeast(`${half}: MRR, above plain BM25`, mrr, bm25),
        atLeast(`${half}: misses that were told`, missesTold / misses, 0.5),
        atMost(`${half}: bytes, beside the whole pages`, ofPages, 0.8, ''),
        atMost(`${half}: bytes, beside grep and read`, ofHunt, 0.1, ''),
      ];
    });
}
