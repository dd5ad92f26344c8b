/** `drift`: index, pages and project disagree. `advice`: they agree, and an agent could be served better. */
export type Severity = 'drift' | 'advice';

export interface Rule {
  severity: Severity;
  /** What a finding of the rule reports. */
  what: string;
  /** What to do about one, where the finding has no closer advice. */
  remedy: string;
}

/** Every rule of the checker. An id names the place it looks at and what it finds there. */
export const RULES = {
  'index/unreadable': {
    severity: 'drift',
    what: 'The index cannot be read, so no row can be compared with the pages.',
    remedy: 'Put the index at `docs/features/README.md`, as a regular file of UTF-8 text in the project.',
  },
  'index/no-table': {
    severity: 'drift',
    what: 'The map has pages, and its index has no table of them.',
    remedy: 'Add a table with the columns `Feature` and `Read when`, one row for each page.',
  },
  'index/too-long': {
    severity: 'drift',
    what: 'The table has more rows than are read.',
    remedy: 'Divide the map, or take out the rows that lead to no page.',
  },
  'index/unlinked-page': {
    severity: 'drift',
    what: 'No row links the page.',
    remedy: 'Add a row for it to the table of the index.',
  },
  'index/broken-link': {
    severity: 'drift',
    what: 'A row links to a page that does not exist.',
    remedy: 'Correct the link, or delete the row.',
  },
  'index/link-leaves-map': {
    severity: 'drift',
    what: 'A row links to a page outside `docs/features`.',
    remedy: 'Link to a page of the map, and link from there to what lies outside.',
  },
  'index/duplicate-row': {
    severity: 'drift',
    what: 'A page has more than one row.',
    remedy: 'Keep one row, with all of what makes the page worth reading.',
  },
  'index/row-without-link': {
    severity: 'advice',
    what: 'A row links to no page.',
    remedy: 'Link the row to its page.',
  },
  'page/unreadable': {
    severity: 'drift',
    what: 'A page, or a folder of pages, cannot be read.',
    remedy: 'Make it a regular file of UTF-8 text within the limits, or take it out of the map.',
  },
  'page/no-title': {
    severity: 'drift',
    what: 'The page has no `#` heading.',
    remedy: 'Begin the page with `# ` and its title.',
  },
  'page/no-trigger': {
    severity: 'advice',
    what: 'The page does not say when to read it.',
    remedy: 'Add a line `Status: ... · Read when: ...` below the title.',
  },
  'page/missing-heading': {
    severity: 'advice',
    what: 'The page lacks headings of the page form.',
    remedy: 'Add them as `##` headings; a section may say that there is nothing.',
  },
  'section/too-big': {
    severity: 'advice',
    what: 'A section has more bytes than `maxSectionBytes`.',
    remedy: 'Divide it by `###` headings, or move a part of it to a page of its own.',
  },
  'stale/path': {
    severity: 'drift',
    what: 'A page names a file or folder that is not in the project.',
    remedy: 'Correct the path, or take it out.',
  },
  'stale/symbol': {
    severity: 'drift',
    what: 'A page lists a symbol with a file that does not have it; in its comments alone is advice.',
    remedy: 'Name what the file has in its place, or take it out.',
  },
  'stale/test': {
    severity: 'drift',
    what: 'A page lists a test with a file that has none of that name.',
    remedy: 'Write the name that the test has, or take it out.',
  },
  'stale/setting': {
    severity: 'advice',
    what: 'A page gives another default for a setting than the code that names it.',
    remedy: 'Write the default that the code has.',
  },
  'stale/exemption': {
    severity: 'advice',
    what: 'An exemption stands beside an item that holds, or beside none that is checked.',
    remedy: 'Take the comment out.',
  },
  'stale/since': {
    severity: 'advice',
    what: 'Files that a page names changed since the page did.',
    remedy: 'Read the page beside the changes, and correct what is no longer so.',
  },
} as const satisfies Record<string, Rule>;

export type RuleId = keyof typeof RULES;
