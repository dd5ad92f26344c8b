import { extensionOf } from './extensions.ts';
import { jsonKeys } from './json-keys.ts';
import { tomlKeys } from './toml-keys.ts';
import { yamlKeys } from './yaml-keys.ts';

/** A key of a data file with the keys around it; lists add nothing. */
export interface NestedKey {
  readonly path: readonly string[];
  /** The value as written where it stands on the key's line and is neither a list nor a map. */
  readonly value?: string;
}

const READERS: Readonly<Record<string, (text: string) => NestedKey[]>> = {
  json: jsonKeys,
  jsonc: jsonKeys,
  json5: jsonKeys,
  yaml: yamlKeys,
  yml: yamlKeys,
  toml: tomlKeys,
};

/** A line that no author wrote: its keys are not told, so that reading them stays cheap. */
const LONG_LINE = /[^\n]{2000}/;

/**
 * The keys of a JSON, YAML or TOML file, in order; `undefined` for any other file, and for one without line
 * breaks. Does not throw.
 *
 * @param text the file's text without comments
 */
export function nestedKeys(file: string, text: string): NestedKey[] | undefined {
  const read = READERS[extensionOf(file)];
  return read === undefined || LONG_LINE.test(text) ? undefined : read(text);
}

/** Whether a dotted name is the path of a key, or a stretch of one: `flood.marks` of `levels.flood.marks`. */
export function isKeyPath(keys: readonly NestedKey[], segments: readonly string[]): boolean {
  const name = `.${segments.join('.')}.`;
  return keys.some(({ path }) => `.${path.join('.')}.`.includes(name));
}
