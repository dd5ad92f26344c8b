/** Replies to a call that names a page, and perhaps a section and a part of it. */
import { parsePage } from './page.ts';
import { INDEX_FILE } from './page-link.ts';
import type { MapCall } from './reply-args.ts';
import { choicesReply, type Hint, isFound, type Named } from './reply-choices.ts';
import type { Reply, Window } from './reply-frame.ts';
import { allNamed, findNamed, findPage, findUnreadable, isIndex } from './reply-names.ts';
import { given, headingLine, pageLine, pageName, shapeReply, shownPage } from './reply-shape.ts';
import {
  fullReply,
  indexFailure,
  indexReply,
  partCall,
  partReply,
  sectionCall,
  sectionLabel,
  sectionReply,
} from './reply-text.ts';
import type { FeatureMap, Page, Part, Section } from './types.ts';

/** Answers a call that has a `page`. */
export function namedReply(map: FeatureMap, wanted: string, call: MapCall, window: Window): Reply {
  if (isIndex(map, wanted)) {
    if (call.section === undefined || indexFailure(map)) return indexReply(map, window);
    return withinPage(map, parsePage(INDEX_FILE, map.index), call.section, call, window);
  }
  const page = findPage(map, wanted);
  if (!isFound(page)) {
    const unread = 'choices' in page ? undefined : findUnreadable(map, wanted);
    const hint = unread && { problem: `${given(unread.page)} ${unread.reason}` };
    return choicesReply(pagesOf(map), wanted, page, call, window, hint);
  }
  if (call.full) return fullReply(map, page.item, window);
  if (call.section !== undefined) return withinPage(map, page.item, call.section, call, window);
  return shapeReply(map, page.item, window);
}

function withinPage(map: FeatureMap, page: Page, wanted: string, call: MapCall, window: Window): Reply {
  const section = findNamed(page.sections, wanted);
  if (!isFound(section)) {
    return choicesReply(sectionsOf(map, page), wanted, section, call, window, partHint(map, page, wanted));
  }
  if (call.sub === undefined) return sectionReply(map, page, section.item, window);
  const part = findNamed(section.item.parts, call.sub);
  if (!isFound(part)) return choicesReply(partsOf(map, page, section.item), call.sub, part, call, window);
  return partReply(map, page, section.item, part.item, window);
}

/** What to say where a name that was given as a section is that of a part. */
function partHint(map: FeatureMap, page: Page, wanted: string): Hint | undefined {
  for (const section of page.sections) {
    const [part, ...others] = allNamed(section.parts, wanted);
    if (part === undefined || others.length > 0) continue;
    return { problem: `${given(wanted)} is a ### part`, call: partCall(map, page, section, part) };
  }
  return undefined;
}

function pagesOf(map: FeatureMap): Named<Page> {
  return {
    noun: 'page',
    items: map.pages,
    where: 'the map',
    callFor: (page) => ({ page: pageName(map, page) }),
    line: (page) => pageLine(map, page),
  };
}

function sectionsOf(map: FeatureMap, page: Page): Named<Section> {
  return {
    noun: 'section',
    items: page.sections,
    where: shownPage(map, page),
    callFor: (section) => sectionCall(map, page, section),
    line: (section, place) => headingLine('##', page, section, place),
  };
}

function partsOf(map: FeatureMap, page: Page, section: Section): Named<Part> {
  return {
    noun: 'part',
    items: section.parts,
    where: sectionLabel(map, page, section),
    callFor: (part) => partCall(map, page, section, part),
    line: (part, place) => headingLine('###', page, part, place),
  };
}
