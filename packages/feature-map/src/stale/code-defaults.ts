import { assignmentsOf, defaultPlaces } from './default-places.ts';
import { readValue, type Value } from './values.ts';

/** What a text of code says of a key's default. */
export interface CodeDefaults {
  values: Value[];
  /** Whether it computes one, so that its value cannot be read. */
  computed: boolean;
}

/** A literal, or a constant in capitals, that is a whole expression: what ends one stands behind it. */
const WHOLE =
  /('[^'\\\n]*'|"[^"\\\n]*"|[-+]?\d[\d_]*(?:\.\d+)?(?:e[-+]?\d+)?|[Tt]rue|[Ff]alse|[A-Z][A-Z\d_]+)(?=\s*(?:[,;)}\]]|$|\n|\/\/|#|as\s+const\b|\.(?:into|to_string|to_owned|freeze)\b))/y;
const CONSTANT = /^[A-Z][A-Z\d_]+$/;
/** `${A:-5}`, `${A:=5}` */
const SHELL = String.raw`\$\{K:?[-=]([^{}$]*)\}`;

/**
 * The defaults that a text of code gives a key. Nothing is parsed: only what the code says to be a default counts,
 * by the way it is written or by a name, and never what a call passes on. A constant is looked up in the same text.
 *
 * @param code text without comments
 * @param file its path
 */
export function defaultsIn(code: string, key: string, file: string): CodeDefaults {
  const found: CodeDefaults = { values: [], computed: false };
  for (const place of defaultPlaces(code, key, file)) {
    const written = literalAt(code, place);
    const literal = written !== undefined && CONSTANT.test(written) ? constant(code, written) : written;
    found.computed ||= literal === undefined;
    const value = readValue(literal ?? '');
    if (value !== undefined) found.values.push(value);
  }
  const shell = new RegExp(SHELL.replace('K', key.replace(/[.-]/g, '\\$&')), 'g');
  for (const [, written = ''] of code.matchAll(shell)) {
    const value = readValue(written);
    if (value !== undefined) found.values.push(value);
  }
  return found;
}

/** The value that a line `A=5` of a file of settings gives a key. */
export function lineValues(text: string, key: string): CodeDefaults {
  const line = new RegExp(
    `^[ \\t]*(?:export\\s+)?${key.replace(/[.-]/g, '\\$&')}[ \\t]*[=:][ \\t]*([^#;\\n]*)`,
    'gm',
  );
  const values = Array.from(text.matchAll(line), ([, written = '']) => readValue(written));
  return { values: values.filter((value) => value !== undefined), computed: false };
}

/** What a text assigns to a constant, `undefined` where that is not one literal. */
function constant(code: string, name: string): string | undefined {
  const [place, ...others] = assignmentsOf(code, name);
  const literal = place === undefined ? undefined : literalAt(code, place);
  return others.length > 0 || CONSTANT.test(literal ?? '') ? undefined : literal;
}

function literalAt(code: string, place: number): string | undefined {
  WHOLE.lastIndex = place;
  return WHOLE.exec(code)?.[1];
}
