import { frontEnd } from './front-matter.ts';
import { type Heading, scanSections } from './scan.ts';
import type { Page, Part, Section } from './types.ts';

/** What a part is called whose heading has no text. */
const UNNAMED = 'untitled';

/**
 * Parses a page of the map into its sections and their parts. A page without `##` is one section, named by its
 * title, or by its file where it has none; an empty page has no section. Does not throw.
 *
 * @param path path relative to the map's folder, with `/`
 */
export function parsePage(path: string, text: string): Page {
  const { title, trigger, headings } = scanSections(text);
  const sections = readSections(text, headings);
  if (sections.length === 0 && text.trim() !== '') sections.push(wholePage(path, text, title, headings));
  nameParts(sections);
  for (const section of sections) {
    nameParts(section.parts);
    section.leadEnd = section.parts[0]?.start ?? section.end;
  }
  return { path, text, title, trigger, sections };
}

function readSections(text: string, headings: readonly Heading[]): Section[] {
  const sections: Section[] = [];
  let section: Section | undefined;
  for (const heading of headings) {
    if (heading.depth > 3) continue;
    const lastPart = section?.parts.at(-1);
    if (lastPart !== undefined) lastPart.end = Math.min(lastPart.end, heading.start);
    if (heading.depth === 3) {
      section?.parts.push(openPart(heading, section.end));
      continue;
    }
    if (section !== undefined) section.end = heading.start;
    section = heading.depth === 2 ? { ...openPart(heading, text.length), parts: [], leadEnd: 0 } : undefined;
    if (section !== undefined) sections.push(section);
  }
  return sections;
}

function wholePage(
  path: string,
  text: string,
  title: string | undefined,
  headings: readonly Heading[],
): Section {
  const titleLine = headings.find((heading) => heading.depth === 1 && heading.text !== '')?.line;
  const parts = headings
    .filter((heading) => heading.depth === 3)
    .map((heading) => openPart(heading, text.length));
  parts.forEach((part, index) => {
    part.end = parts[index + 1]?.start ?? text.length;
  });
  const heading = title ?? path.replace(/^.*\/|\.[^.]*$/g, '');
  const line = titleLine ?? firstTextLine(text);
  return { heading, name: '', line, start: 0, end: text.length, parts, leadEnd: 0 };
}

function openPart(heading: Heading, end: number): Part {
  return { heading: heading.text, name: '', line: heading.line, start: heading.start, end };
}

/** The first line with text behind front matter, else the first one with text. */
function firstTextLine(text: string): number {
  const front = frontEnd(text);
  const from = text.slice(front).trim() === '' ? 0 : front;
  const blank = text.slice(0, from) + (/^\s*/.exec(text.slice(from))?.[0] ?? '');
  return blank.split(/\r\n|[\r\n]/).length - 1;
}

/** Gives every part its own name: the second `Map` is `Map 2`, unless a heading is called that. */
function nameParts(parts: readonly Part[]): void {
  const headings = new Set(parts.map((part) => part.heading));
  const counts = new Map<string, number>();
  for (const part of parts) {
    const base = part.heading === '' ? UNNAMED : part.heading;
    let count = (counts.get(base) ?? 0) + 1;
    while (count > 1 && headings.has(`${base} ${count}`)) count++;
    counts.set(base, count);
    part.name = count === 1 ? base : `${base} ${count}`;
  }
}
