/** Why a section was ranked where it is. */
import type { MapIndex, Posting } from './rank-index.ts';
import { FIELD } from './rank-page.ts';
import type { Topic } from './rank-topic.ts';

/**
 * Says for each of some sections where the topic's words stand in it and in its page's names, e.g.
 * `deny: trigger, body 3; sourceTools: code 1`.
 * @param sections indices into the map index's sections.
 */
export function explainSections(index: MapIndex, topic: Topic, sections: readonly number[]): string[] {
  const reasons = sections.map((): string[] => []);
  for (const { text, forms } of topic.words) {
    const places = sections.map(() => new Set<string>());
    for (const { key } of forms) {
      index.visit(key, (posting) => {
        for (const [i, section] of sections.entries()) {
          const whole = posting.section < 0 && posting.page === index.sections[section]?.page;
          if (whole || posting.section === section)
            for (const place of placesOf(posting)) places[i]?.add(place);
        }
      });
    }
    for (const [i, found] of places.entries()) {
      if (found.size > 0) reasons[i]?.push(`${text}: ${[...found].join(', ')}`);
    }
  }
  return reasons.map((list) => list.join('; '));
}

function placesOf({ section, fields, code, body }: Readonly<Posting>): string[] {
  const places: string[] = Object.entries(FIELD).flatMap(([name, flag]) => (fields & flag ? [name] : []));
  const page = section < 0 ? 'page ' : '';
  if (code > 0) places.push(`${page}code ${code}`);
  if (body > 0) places.push(`${page}body ${body}`);
  return places;
}
