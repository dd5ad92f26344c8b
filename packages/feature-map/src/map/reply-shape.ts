/** Replies that list headings and sizes: the shape of a page, and of the pages that match a topic. */
import { quote } from '../quote.ts';
import { byteLength, clip } from './budget.ts';
import { MAP_FOLDER } from './page-link.ts';
import { jsonText, oneLine, shownName, visibleLine } from './reply-escape.ts';
import { callText, frame, type Reply, type Window } from './reply-frame.ts';
import { shortName } from './reply-names.ts';
import type { FeatureMap, Page, Part } from './types.ts';

/** Titles, triggers and what a caller gave are cut to so many bytes. */
const TITLE_LIMIT = 120;
const TRIGGER_LIMIT = 240;
const GIVEN_LIMIT = 90;

/** What a page is made of: its trigger, its headings and their sizes. */
export function shapeReply(map: FeatureMap, page: Page, { offset, maxBytes }: Window): Reply {
  const name = pageName(map, page);
  const [first] = page.sections;
  const lead = byteLength(page.text.slice(0, first?.start));
  const lines = [
    ...(page.trigger === undefined ? [] : [triggerText(page.trigger)]),
    ...(lead > 0 && first !== undefined ? [`before the first section: ${lead} bytes`] : []),
    ...shapeLines(page, 0),
  ];
  const section = first && `${callText({ page: name, section: shortName(first.name, () => 0) })}; `;
  const all = `all ${byteLength(page.text)} bytes: ${callText({ page: name, full: true })}`;
  const body = {
    label: `shape of ${pageLine(map, page)}`,
    text: lines.join('\n'),
    offset,
    call: { page: name },
    end: `next: ${section ?? ''}${all}`,
  };
  return { text: frame(body, maxBytes).text, isError: false, shown: [] };
}

/** The shapes of the pages that match a topic. */
export function skeletonReply(
  map: FeatureMap,
  topic: string,
  pages: readonly Page[],
  maxSectionBytes: number,
  { offset, maxBytes }: Window,
): Reply {
  const text = pages
    .flatMap((page) => [
      `${pageLine(map, page)} (${byteLength(page.text)} bytes)`,
      ...shapeLines(page, maxSectionBytes),
    ])
    .join('\n');
  const [first] = pages;
  const next = callText({ page: first ? pageName(map, first) : '...', section: '...' });
  const body = {
    label: `shapes of ${count(pages.length, 'page')} for ${given(topic)}, best first`,
    text,
    offset,
    call: { topic, skeleton: true as const },
    end: `next: ${next}`,
  };
  return { text: frame(body, maxBytes).text, isError: false, shown: [] };
}

/**
 * The headings of a page with their sizes, a line each, as they are addressed.
 * @param partsFrom the parts of a section are listed when it has more bytes than that.
 */
function shapeLines(page: Page, partsFrom: number): string[] {
  return page.sections.flatMap((section, i) => {
    const bytes = byteLength(page.text.slice(section.start, section.end));
    return [
      headingLine('##', page, section, i),
      ...(bytes > partsFrom ? section.parts.map((part, p) => headingLine('###', page, part, p)) : []),
    ];
  });
}

/** A heading with its size, as it is addressed. */
export function headingLine(mark: string, page: Page, { name, start, end }: Part, position: number): string {
  const bytes = byteLength(page.text.slice(start, end));
  return `${mark} ${shownHeading(shortName(name, () => position))} (${bytes} bytes)`;
}

/** A page as lists name it: the name it is called by, and its title. */
export function pageLine(map: FeatureMap, page: Page): string {
  const title = page.title === undefined ? '' : `: ${clip(visibleLine(page.title), TITLE_LIMIT)}`;
  return `${shownPage(map, page)}${title}`;
}

/** The name of a page as headers and lists show it: a JSON string where it could be taken for something else. */
export function shownPage(map: FeatureMap, page: Page): string {
  const name = pageName(map, page);
  return /[[\]]/.test(page.path) ? jsonText(name) : shownName(name);
}

/** The name of a section or part as headers and lists show it; white space makes no difference to who calls it. */
export function shownHeading(name: string): string {
  return shownName(oneLine(name));
}

/** The name that a page is called by. */
export function pageName(map: FeatureMap, page: Page): string {
  return shortName(page.path, () => map.pages.indexOf(page));
}

/** A trigger as lists have it. */
export function triggerText(trigger: string): string {
  return `Read when: ${clip(visibleLine(trigger), TRIGGER_LIMIT)}`;
}

/** Names the pages that could not be read, behind something else that is said of the map; empty where there are none. */
export function unreadText({ unreadable }: FeatureMap): string {
  const [first] = unreadable;
  if (first === undefined) return '';
  const more = unreadable.length > 1 ? `, and ${unreadable.length - 1} more were not read` : '';
  const name = first.page === '' ? MAP_FOLDER : given(first.page);
  return `; ${name} ${clip(visibleLine(first.reason), TITLE_LIMIT)}${more}`;
}

/** What a caller gave, quoted and short. */
export function given(value: string): string {
  return clip(quote(value), GIVEN_LIMIT);
}

/** `1 page`, `2 pages`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
