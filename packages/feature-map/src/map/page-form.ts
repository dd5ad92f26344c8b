/** The `##` headings of a page, in the order in which a template writes them. */
export const PAGE_FORM = [
  'What it does',
  'Map',
  'How & why',
  'Config keys / UI',
  'Tests that pin it',
  'Related',
] as const;

/** The headings of the page form that are not among `headings`; case, spaces and `&` for `and` make no difference. */
export function missingHeadings(headings: readonly string[]): string[] {
  const present = new Set(headings.map(plain));
  return PAGE_FORM.filter((heading) => !present.has(plain(heading)));
}

function plain(heading: string): string {
  return heading.trim().toLowerCase().replace(/\s+/g, ' ').replaceAll(' & ', ' and ');
}
