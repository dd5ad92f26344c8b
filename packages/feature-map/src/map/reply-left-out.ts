/** What a reply to a topic left out, for its closing line. */
import { byteLength } from './budget.ts';
import type { Hit } from './rank.ts';
import { callText } from './reply-frame.ts';
import { pageName } from './reply-shape.ts';
import { sectionCall, sectionLabel, textOf } from './reply-text.ts';
import type { FeatureMap, Page } from './types.ts';

/** A longer topic is not repeated in a call. */
const TOPIC_LIMIT = 120;

/**
 * Names sections that were left out, and the calls that get them and the rest.
 * @param left best first.
 * @param names how many to name; of the others only the number is given.
 * @param shown a page of which something was shown.
 */
export function leftOutText(
  map: FeatureMap,
  topic: string,
  left: readonly Hit[],
  names: number,
  shown: Page | undefined,
): string {
  const named = left.slice(0, names).map(({ page, section }, i) => {
    const name = i === 0 ? callText(sectionCall(map, page, section)) : sectionLabel(map, page, section);
    return `${name} (${byteLength(textOf(page, section))} bytes)`;
  });
  const more = left.length - named.length;
  if (more > 0) named.push(`${more} more: ${shapesCall(topic)}`);
  if (named.length > 0) return `left out: ${named.join('; ')}`;
  return shown ? `other headings: ${callText({ page: pageName(map, shown) })}` : 'end';
}

function shapesCall(topic: string): string {
  const repeats = byteLength(JSON.stringify(topic)) <= TOPIC_LIMIT;
  return repeats ? callText({ topic, skeleton: true }) : 'the same topic with "skeleton":true';
}
