import { quote } from '../quote.ts';
import { byteLength } from './budget.ts';
import { type Finding, finding } from './findings.ts';
import { missingHeadings } from './page-form.ts';
import { INDEX_FILE } from './page-link.ts';
import type { FeatureMap, Page, Part, Section } from './types.ts';

/** What a page says about itself, and how its sections divide. */
export function checkPages(map: FeatureMap, maxSectionBytes: number): Finding[] {
  const unreadable = map.unreadable.filter(({ page }) => page !== INDEX_FILE && page !== '');
  return [
    ...unreadable.map(({ page, reason }) => {
      const message = `${quote(page)} ${reason}.`;
      return finding('page/unreadable', { page, line: 1, message });
    }),
    ...map.pages.flatMap((page) => [...checkForm(page), ...checkSections(page, maxSectionBytes)]),
  ];
}

function checkForm(page: Page): Finding[] {
  const { path, title, trigger, sections } = page;
  const findings: Finding[] = [];
  const place = { page: path, line: 1 };
  const name = title === undefined ? 'The page' : `The page ${quote(title)}`;
  if (title === undefined)
    findings.push(finding('page/no-title', { ...place, message: 'The page has no title.' }));
  if (trigger === undefined) {
    findings.push(finding('page/no-trigger', { ...place, message: `${name} does not say when to read it.` }));
  }
  const missing = missingHeadings(sections.map(({ heading }) => heading));
  if (missing.length > 0) {
    const message = `${name} lacks ${missing.map((heading) => `\`## ${heading}\``).join(', ')}.`;
    findings.push(finding('page/missing-heading', { ...place, message }));
  }
  return findings;
}

function checkSections(page: Page, maxSectionBytes: number): Finding[] {
  const findings: Finding[] = [];
  for (const section of page.sections) {
    const bytes = bytesBetween(page, section.start, section.end, maxSectionBytes);
    if (bytes <= maxSectionBytes) continue;
    const found = division(page, section, maxSectionBytes);
    const message = `${quote(section.name)} has ${bytes} bytes, more than ${maxSectionBytes}, and ${found.how}.`;
    const place = { page: page.path, section: section.name, line: section.line + 1 };
    findings.push(finding('section/too-big', { ...place, message, ...found.remedy }));
  }
  return findings;
}

interface Division {
  how: string;
  remedy?: { remedy: string };
}

/** Whether a section divides at `###` into parts that each fit with the section's lead. */
function division(page: Page, section: Section, maxSectionBytes: number): Division {
  const lead = byteLength(page.text.slice(section.start, section.leadEnd));
  let largest: Part | undefined;
  let most = 0;
  for (const part of section.parts) {
    const bytes = lead + byteLength(page.text.slice(part.start, part.end));
    if (bytes <= most) continue;
    most = bytes;
    largest = part;
  }
  if (largest === undefined) return { how: 'no `###` heading divides it' };
  const parts = `${section.parts.length} ${section.parts.length === 1 ? 'part' : 'parts'}`;
  const withLead = `${most} bytes with the section's lead of ${lead}`;
  if (most > maxSectionBytes) {
    return {
      how: `divides at \`###\` into ${parts}, of which ${quote(largest.name)} still has ${withLead}`,
      remedy: { remedy: 'Shorten the lead or the part, or divide the part.' },
    };
  }
  return {
    how: `divides at \`###\` into ${parts} that fit, the largest of ${withLead}`,
    remedy: { remedy: 'Nothing has to change: its parts can be asked for by name.' },
  };
}

/** Bytes of a stretch of the page; a stretch that fits `enough` even at three bytes a unit is not measured. */
function bytesBetween(page: Page, start: number, end: number, enough: number): number {
  return (end - start) * 3 <= enough ? 0 : byteLength(page.text.slice(start, end));
}
