import type { FeatureMap } from '../../packages/feature-map/src/map/types.ts';
import type { Place } from './passage.ts';

/** Robertson's usual constants. */
const K1 = 1.2;
const B = 0.75;

interface Document extends Place {
  text: string;
  counts: Map<string, number>;
  length: number;
}

interface Bm25 {
  documents: Document[];
  averageLength: number;
  /** In how many documents a word occurs. */
  spread: Map<string, number>;
}

/** Words as a plain search engine sees them: runs of letters, digits and `_`, in lower case. */
function plainWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** Indexes every `##` section, each with its page's title in front. */
export function indexSections(map: FeatureMap): Bm25 {
  const documents = map.pages.flatMap((page) =>
    page.sections.map((section): Document => {
      const text = page.text.slice(section.start, section.end);
      const words = plainWords(`${page.title ?? ''}\n${text}`);
      const counts = new Map<string, number>();
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
      return { page: page.path, section: section.name, text, counts, length: words.length };
    }),
  );
  const spread = new Map<string, number>();
  for (const document of documents) {
    for (const word of document.counts.keys()) spread.set(word, (spread.get(word) ?? 0) + 1);
  }
  const total = documents.reduce((sum, document) => sum + document.length, 0);
  return { documents, averageLength: total / Math.max(1, documents.length), spread };
}

/** Sections with a positive score, best first; equal scores keep the order of the map. */
export function searchSections(index: Bm25, question: string): Document[] {
  const words = new Set(plainWords(question));
  const scored = index.documents.map((document) => ({ document, score: 0 }));
  for (const word of words) {
    const spread = index.spread.get(word) ?? 0;
    const rarity = Math.log(1 + (index.documents.length - spread + 0.5) / (spread + 0.5));
    for (const entry of scored) {
      const count = entry.document.counts.get(word) ?? 0;
      const damping = K1 * (1 - B + (B * entry.document.length) / index.averageLength);
      entry.score += (rarity * count * (K1 + 1)) / (count + damping);
    }
  }
  return scored
    .filter((entry) => entry.score > 0)
    .sort((a, b) => b.score - a.score)
    .map((entry) => entry.document);
}
