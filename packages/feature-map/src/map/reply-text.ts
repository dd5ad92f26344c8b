/** Replies with text of the map as it is written: the index, a page, a section, a part. */
import { byteLength } from './budget.ts';
import { INDEX_FILE } from './page-link.ts';
import type { MapCall } from './reply-args.ts';
import { callText, frame, type Reply, type Window } from './reply-frame.ts';
import { shortName } from './reply-names.ts';
import { count, pageLine, pageName, shownHeading, shownPage, unreadText } from './reply-shape.ts';
import type { FeatureMap, Page, Part, Section, Unreadable } from './types.ts';

const INDEX_END =
  'next: feature_map {"topic":"..."} for the sections that answer it, {"page":"..."} for the shape of a page';

/** The index file; where it could not be read, the pages and the reason. */
export function indexReply(map: FeatureMap, { offset, maxBytes }: Window): Reply {
  const failure = indexFailure(map);
  const pages = count(map.pages.length, 'page');
  const label = failure
    ? `${failure.page || 'the folder of the map'} ${failure.reason}; ${pages}`
    : `index of the feature map, ${pages}${unreadText(map)}`;
  const text = failure ? map.pages.map((page) => pageLine(map, page)).join('\n') : map.index;
  const framed = frame({ label, text, offset, call: {}, end: INDEX_END }, maxBytes);
  return { text: framed.text, isError: failure !== undefined, shown: [] };
}

/** Why the index could not be read, or `undefined`. */
export function indexFailure(map: FeatureMap): Unreadable | undefined {
  return map.unreadable.find(({ page }) => page === '' || page === INDEX_FILE);
}

/** A whole page. */
export function fullReply(map: FeatureMap, page: Page, { offset, maxBytes }: Window): Reply {
  const name = pageName(map, page);
  const body = {
    label: shownPage(map, page),
    text: page.text,
    offset,
    call: { page: name, full: true as const },
    end: 'end of page',
  };
  const { text, start, end } = frame(body, maxBytes);
  return { text, isError: false, shown: sectionsWithin(page, start, end) };
}

/** A `##` section. */
export function sectionReply(
  map: FeatureMap,
  page: Page,
  section: Section,
  { offset, maxBytes }: Window,
): Reply {
  const call = sectionCall(map, page, section);
  const [part] = section.parts;
  const body = {
    label: sectionLabel(map, page, section),
    text: textOf(page, section),
    offset,
    call,
    end: `end of section; the others: ${callText({ page: pageName(map, page) })}`,
    ...(part ? { also: `by ### part: ${callText(partCall(map, page, section, part))}` } : {}),
  };
  const { text, start, end, total } = frame(body, maxBytes);
  const whole = start === 0 && end === total;
  return { text, isError: false, shown: [{ page: page.path, section: section.name, whole }] };
}

/** A `###` part, behind its section's heading and lead. */
export function partReply(
  map: FeatureMap,
  page: Page,
  section: Section,
  part: Part,
  { offset, maxBytes }: Window,
): Reply {
  const call = partCall(map, page, section, part);
  const body = {
    label: `${sectionLabel(map, page, section)} > ${shownHeading(call.sub)}`,
    text: page.text.slice(section.start, section.leadEnd) + textOf(page, part),
    offset,
    call,
    end: `end of part; the whole section: ${callText(sectionCall(map, page, section))}`,
  };
  const { text } = frame(body, maxBytes);
  return { text, isError: false, shown: [{ page: page.path, section: section.name, whole: false }] };
}

/** A section as headers name it. */
export function sectionLabel(map: FeatureMap, page: Page, section: Section): string {
  return `${shownPage(map, page)} > ${shownHeading(sectionCall(map, page, section).section)}`;
}

/** The call that gives a section. */
export function sectionCall(
  map: FeatureMap,
  page: Page,
  section: Section,
): MapCall & { page: string; section: string } {
  return {
    page: pageName(map, page),
    section: shortName(section.name, () => page.sections.indexOf(section)),
  };
}

/** The call that gives a part. */
export function partCall(
  map: FeatureMap,
  page: Page,
  section: Section,
  part: Part,
): MapCall & { sub: string } {
  return { ...sectionCall(map, page, section), sub: shortName(part.name, () => section.parts.indexOf(part)) };
}

/** The text of a section or part. */
export function textOf(page: Page, { start, end }: Part): string {
  return page.text.slice(start, end);
}

/** The sections of which a page's bytes from `start` to `end` hold something. */
function sectionsWithin(page: Page, start: number, end: number): Reply['shown'] {
  const shown: Reply['shown'] = [];
  let at = 0;
  let bytes = 0;
  for (const section of page.sections) {
    const from = bytes + byteLength(page.text.slice(at, section.start));
    const to = from + byteLength(textOf(page, section));
    if (to > start && from < end) {
      shown.push({ page: page.path, section: section.name, whole: from >= start && to <= end });
    }
    at = section.end;
    bytes = to;
  }
  return shown;
}
