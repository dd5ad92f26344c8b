/** What a section is about, told by its heading, and which kind a topic's wording asks for. */

export type SectionKind = 'purpose' | 'place' | 'tests' | 'settings' | 'mechanism' | 'links' | 'other';

/** The headings of the page form. Every page has them, so a topic that holds their words does not match by them. */
const FORM_HEADINGS: ReadonlyMap<string, SectionKind> = new Map([
  ['what it does', 'purpose'],
  ['map', 'place'],
  ['how & why', 'mechanism'],
  ['how and why', 'mechanism'],
  ['traps', 'mechanism'],
  ['config keys / ui', 'settings'],
  ['config keys', 'settings'],
  ['tests that pin it', 'tests'],
  ['tests', 'tests'],
  ['related', 'links'],
]);

/** Headings beside the form whose kind is plain; the first that fits decides. */
const KIND_PATTERNS: readonly [RegExp, SectionKind][] = [
  [/^(?:related|see also|links|further reading|references?)\b/, 'links'],
  [/\btest(?:s|ed|ing)?\b/, 'tests'],
  [/^(?:how|why|design|internals|implementation|rationale|traps|gotchas)\b/, 'mechanism'],
  [/^(?:what|overview|summary|purpose)\b/, 'purpose'],
  [/^(?:where|files|source|code map)\b/, 'place'],
  [/^(?:config|configuration|settings|options)\b/, 'settings'],
];

/** Wordings of a topic that ask for one kind of section. */
export const CUES: readonly [RegExp, SectionKind, 'strong' | 'weak'][] = [
  [/\bwhat (?:do|does|is|are)\b|\b(?:overview|summary|purpose|introduction)\b/i, 'purpose', 'strong'],
  [
    /\b(?:where|which (?:file|module|function|class|code|source)s?|what (?:file|module|function|class)(?:es|s)?|source files?|entry points?|located|lives?)\b/i,
    'place',
    'strong',
  ],
  [
    /\b(?:files?|functions?|modules?|classe?s?|source|code|implemented|implements|implementation|defined|symbols?)\b/i,
    'place',
    'weak',
  ],
  [/\b(?:tests?|tested|testing|pins?|pinned|spec|specs)\b/i, 'tests', 'strong'],
  [/\b(?:covers?|covered|coverage|asserts?|prove[ns]?)\b/i, 'tests', 'weak'],
  [/\b(?:why|reasons?|rationale|traps?|pitfalls?|gotchas?)\b/i, 'mechanism', 'strong'],
  [/\b(?:how(?! (?:many|much|often|long|big|large|far|old))|because|instead|rather)\b/i, 'mechanism', 'weak'],
  [
    /\b(?:config|configuration|configured?|settings?|options?|config keys?|environment variables?)\b/i,
    'settings',
    'strong',
  ],
  [/\b(?:keys?|defaults?|flags?|env|screens?|menus?|buttons?)\b/i, 'settings', 'weak'],
];

/** The kind of a section with this heading. */
export function kindOf(heading: string): SectionKind {
  const name = normalHeading(heading);
  return FORM_HEADINGS.get(name) ?? KIND_PATTERNS.find(([pattern]) => pattern.test(name))?.[1] ?? 'other';
}

/** Whether the heading belongs to the page form, so that its words say nothing about the page. */
export function isFormHeading(heading: string): boolean {
  return FORM_HEADINGS.has(normalHeading(heading));
}

/** Whether a word by itself asks for a kind of section. */
export function isCue(word: string): boolean {
  return CUES.some(([pattern]) => pattern.exec(word)?.[0] === word);
}

function normalHeading(heading: string): string {
  return heading.trim().replace(/\s+/g, ' ').toLowerCase();
}
