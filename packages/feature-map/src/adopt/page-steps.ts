import { byteLength } from '../map/budget.ts';
import type { Finding } from '../map/findings.ts';
import { readInline } from '../map/markdown/inline.ts';
import { missingHeadings } from '../map/page-form.ts';
import { isPageName } from '../map/page-link.ts';
import { plainMarkdown } from '../regen/plain-markdown.ts';
import { JUDGMENT, type Step, type StepContext } from './step.ts';

/** The title of a page whose row names it by more than its file. */
export function newTitle({ page }: Finding, { rowOf }: StepContext): Step {
  const name = rowOf.get(page)?.feature ?? '';
  if (name === '' || isPageName(name)) return JUDGMENT;
  const insert = `# ${plainMarkdown(name)}`;
  return { kind: 'deterministic', remedy: 'Begin the page with what its row names it.', insert };
}

/** The trigger of a page whose row has one. */
export function newTrigger({ page }: Finding, { rowOf }: StepContext): Step {
  const trigger = rowOf.get(page)?.trigger ?? '';
  if (readInline(trigger).text === '') return JUDGMENT;
  const remedy = 'Put what its row says into its `Status:` line, or add that line below the title.';
  return { kind: 'deterministic', remedy, insert: `Read when: ${trigger}` };
}

/** The headings that a page lacks. */
export function missingHeadingLines({ page: path }: Finding, { pages }: StepContext): Step {
  const missing = missingHeadings(pages.get(path)?.sections.map(({ heading }) => heading) ?? []);
  const insert = missing.map((heading) => `## ${heading}`).join('\n\n');
  return {
    kind: 'deterministic',
    remedy: 'Add these headings; what stands below them is an author’s.',
    insert,
  };
}

/** Whether a section that is too big is divided, and into parts that fit: then nothing has to be done. */
export function dividedSection(
  { page: path, section: name }: Finding,
  { pages }: StepContext,
  maxSectionBytes: number,
): Step {
  const page = pages.get(path);
  const section = page?.sections.find((candidate) => candidate.name === name);
  if (page === undefined || section === undefined) return JUDGMENT;
  const { start, leadEnd, parts } = section;
  const lead = byteLength(page.text.slice(start, leadEnd));
  const fits = parts.every(
    (part) => lead + byteLength(page.text.slice(part.start, part.end)) <= maxSectionBytes,
  );
  const divides = parts.length > 0;
  return { kind: divides && fits ? 'deterministic' : 'judgment', divides };
}
