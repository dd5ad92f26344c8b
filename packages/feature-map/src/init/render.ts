import { escapeMarkdown } from './plain-text.ts';
import { type ProjectValues, shownValue, VALUES, type ValueName } from './values.ts';

/** A place that an author has to fill in. */
export interface FillIn {
  /** 1-based line in the document. */
  readonly line: number;
  /** What belongs there. */
  readonly what: string;
}

export interface Rendered {
  readonly text: string;
  /** Places to be filled in, of the template and for values that are not known, in order. */
  readonly fillIns: readonly FillIn[];
  /** Values that the template asks for and that are not known. */
  readonly missing: readonly ValueName[];
}

const MARKER = /\{\{(\w+)\}\}/g;
/**
 * In a template, and as the comment that regeneration writes. Brackets of a value are escaped, so it cannot be taken for
 * a place to fill in.
 */
const FILL_IN = /(?<!\\)\[fill in: ([^\]\n]+)\]|<!-- fill in: ([^<>\n]+) -->/g;

/** The visible text of a place that an author has to fill in. */
export function fillIn(what: string): string {
  return `[fill in: ${what}]`;
}

/**
 * Puts the values into a template, once: what a value holds is text, never markup or a marker.
 *
 * @throws Error where the template asks for a value that does not exist
 */
export function render(template: string, values: ProjectValues): Rendered {
  const missing = new Set<ValueName>();
  const text = template.replace(MARKER, (marker, name: string) => {
    if (!isValueName(name)) throw new Error(`The template asks for ${marker}, which does not exist.`);
    const shown = shownValue(name, values[name]);
    if (shown !== undefined) return escapeMarkdown(shown);
    missing.add(name);
    return fillIn(VALUES[name].what);
  });
  return { text, fillIns: findFillIns(text), missing: [...missing] };
}

/** The places of a text that an author has to fill in. */
export function findFillIns(text: string): FillIn[] {
  return text.split('\n').flatMap((line, index) =>
    Array.from(line.matchAll(FILL_IN), ([, bracket, comment = '']) => ({
      line: index + 1,
      what: bracket ?? comment,
    })),
  );
}

function isValueName(name: string): name is ValueName {
  return Object.hasOwn(VALUES, name);
}
