import { jsonKeys } from './json-keys.ts';
import type { NestedKey } from './nested-keys.ts';

const LINE =
  /^([ \t]*)((?:-[ \t]+)*)(?:(["'])(.*?)\3|([^\s#"'[\]{},&*!|>%@`][^:]*?|<<))[ \t]*:(?=[ \t]|$)[ \t]*(.*)$/;
const COMMENT = /(?:^|[ \t])#.*$/;

/** Keys of a YAML text by their indentation; of block scalars too many, since what looks like a key counts as one. */
export function yamlKeys(text: string): NestedKey[] {
  const keys: NestedKey[] = [];
  const parents: { indent: number; key: string }[] = [];
  for (const line of text.split(/\r\n|[\r\n]/)) {
    const match = LINE.exec(line);
    if (match === null) continue;
    const [, space = '', dashes = '', , quoted, bare, rest = ''] = match;
    const indent = space.length + dashes.length;
    while (parents.length > 0 && (parents.at(-1)?.indent ?? 0) >= indent) parents.pop();
    const key = quoted ?? bare ?? '';
    const value = rest.replace(COMMENT, '').trim();
    const path = [...parents.map((parent) => parent.key), key];
    parents.push({ indent, key });
    if (value.startsWith('{')) {
      for (const inner of jsonKeys(value)) keys.push({ ...inner, path: [...path, ...inner.path] });
    }
    keys.push(/^$|^[{[|>&*!]/.test(value) ? { path } : { path, value });
  }
  return keys;
}
