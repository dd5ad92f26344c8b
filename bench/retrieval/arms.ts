import { featureMapReply } from '../../packages/feature-map/src/map/reply.ts';
import type { FeatureMap } from '../../packages/feature-map/src/map/types.ts';
import { DEFAULT_SETTINGS } from '../../packages/feature-map/src/settings.ts';
import { indexSections, searchSections } from './bm25.ts';
import type { Reply } from './outcome.ts';

/** Answers a topic over one map. */
type Ask = (topic: string) => Reply;

/** The tool as it ships, with its default settings. */
function featureMap(map: FeatureMap): Ask {
  return (topic) => featureMapReply(map, { topic }, DEFAULT_SETTINGS);
}

/** Plain BM25: as many sections as the tool may give, each under a line that names it. */
function bm25(map: FeatureMap): Ask {
  const index = indexSections(map);
  return (topic) => {
    const best = searchSections(index, topic).slice(0, DEFAULT_SETTINGS.sectionsPerTopic);
    const texts = best.map((found) => `${found.page} § ${found.section}\n${found.text.trimEnd()}`);
    return { text: best.length === 0 ? 'no section matches' : texts.join('\n\n'), shown: best };
  };
}

export const ARMS: Readonly<Record<string, (map: FeatureMap) => Ask>> = { feature_map: featureMap, bm25 };
