/** The reply to a topic: the sections that answer it, whole while they fit, best first; the others by name. */
import { byteLength } from './budget.ts';
import { type Hit, purposeOf, rankSections } from './rank.ts';
import type { MapCall } from './reply-args.ts';
import { frame, joined, type Reply, type ReplyLimits } from './reply-frame.ts';
import { leftOutText } from './reply-left-out.ts';
import { count, given, pageLine, skeletonReply } from './reply-shape.ts';
import { sectionCall, sectionLabel, textOf } from './reply-text.ts';
import { uncoveredReply } from './reply-uncovered.ts';
import type { FeatureMap } from './types.ts';

/** A section is worth showing or naming when it scores at least this share of the best one's score. */
const WORTH = 0.4;
/** A page's shape is, when its best section does. */
const WORTH_A_SHAPE = 0.2;
/** How many sections that were left out are named, where there is room. */
const MOST_NAMES = 5;

/** Answers a call that has a `topic`. */
export function topicReply(map: FeatureMap, topic: string, call: MapCall, limits: ReplyLimits): Reply {
  const { hits, covered, unknown } = rankSections(map, topic);
  if (!covered) return uncoveredReply(map, topic, hits, limits.maxBytes);
  if (call.skeleton) {
    const window = { offset: call.offset ?? 0, maxBytes: limits.maxBytes };
    const pages = new Set(atLeast(hits, WORTH_A_SHAPE).map(({ page }) => page));
    return skeletonReply(map, topic, [...pages], limits.maxSectionBytes, window);
  }
  return new TopicReply(map, topic, atLeast(hits, WORTH), unknown, limits).build();
}

function atLeast(hits: readonly Hit[], share: number): Hit[] {
  const least = share * (hits[0]?.score ?? 0);
  return hits.filter(({ score }) => score >= least);
}

class TopicReply {
  private readonly map: FeatureMap;
  private readonly topic: string;
  /** What answers the topic, best first. */
  private readonly hits: readonly Hit[];
  private readonly best: readonly Hit[];
  private readonly subject: string;
  private readonly maxBytes: number;

  constructor(
    map: FeatureMap,
    topic: string,
    hits: readonly Hit[],
    unknown: readonly string[],
    limits: ReplyLimits,
  ) {
    this.map = map;
    this.topic = topic;
    this.hits = hits;
    this.best = hits.slice(0, Math.max(1, limits.sectionsPerTopic));
    const absent = unknown.length > 0 ? `; in no page: ${unknown.slice(0, 3).map(given).join(', ')}` : '';
    this.subject = `${given(topic)}${absent}`;
    this.maxBytes = limits.maxBytes;
  }

  build(): Reply {
    const chosen: Hit[] = [];
    for (const hit of this.best) {
      for (const candidate of [hit, ...this.companionOf(hit)]) {
        const known = chosen.some(({ section }) => section === candidate.section);
        if (!known && this.fits([...chosen, candidate], 1)) chosen.push(candidate);
      }
      if (chosen.length === 0) return this.alone(hit);
    }
    let names = MOST_NAMES;
    while (names > 1 && !this.fits(chosen, names)) names -= 1;
    const shown = this.inOrder(chosen).map(({ page, section }) => ({
      page: page.path,
      section: section.name,
      whole: true,
    }));
    return { text: this.text(chosen, names), isError: false, shown };
  }

  /** A section about mechanism that was not asked for by name comes with what its feature does. */
  private companionOf({ page, kind }: Hit): Hit[] {
    const purpose = kind === 'mechanism' ? purposeOf(page) : undefined;
    if (purpose === undefined || this.best.some(({ section }) => section === purpose)) return [];
    return [{ page, section: purpose, kind: 'purpose', score: 0 }];
  }

  private fits(chosen: readonly Hit[], names: number): boolean {
    return byteLength(this.text(chosen, names)) <= this.maxBytes;
  }

  private text(chosen: readonly Hit[], names: number): string {
    const shown = this.inOrder(chosen);
    const blocks = shown.map(({ page, section }, i) => {
      const head = page === shown[i - 1]?.page ? '' : `[${pageLine(this.map, page)}]\n`;
      return head + textOf(page, section).trimEnd();
    });
    const header = `${count(shown.length, 'section')} for ${this.subject}`;
    return joined(header, blocks.join('\n\n'), this.leftOut(chosen, names));
  }

  /** The ranked ones in their order, companions behind them. */
  private inOrder(chosen: readonly Hit[]): Hit[] {
    const ranked = this.best.filter((hit) => chosen.includes(hit));
    return [...ranked, ...chosen.filter((hit) => !this.best.includes(hit))];
  }

  private leftOut(chosen: readonly Hit[], names: number): string {
    const left = this.hits.filter(({ section }) => !chosen.some((hit) => hit.section === section));
    return leftOutText(this.map, this.topic, left, names, chosen[0]?.page);
  }

  /** A section that leaves no room to name the others, or is larger than a whole reply and gives its beginning. */
  private alone(hit: Hit): Reply {
    const { page, section } = hit;
    const call = sectionCall(this.map, page, section);
    const name = sectionLabel(this.map, page, section);
    const body = { text: textOf(page, section), offset: 0, call, also: this.leftOut([hit], 1) };
    const label = `${name}, best for ${this.subject}`;
    const full = frame({ ...body, label, end: this.leftOut([hit], 0) }, this.maxBytes);
    const short = frame({ ...body, label: name, end: 'end of section' }, this.maxBytes);
    const { text, end, total } = full.end < full.total && short.end === short.total ? short : full;
    return {
      text,
      isError: false,
      shown: [{ page: page.path, section: section.name, whole: end === total }],
    };
  }
}
