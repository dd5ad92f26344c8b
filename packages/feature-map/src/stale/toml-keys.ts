import { jsonKeys } from './json-keys.ts';
import type { NestedKey } from './nested-keys.ts';

const TABLE = /^[ \t]*\[\[?([^[\]]+)\]\]?[ \t]*(?:#.*)?$/;
const PAIR =
  /^[ \t]*((?:[\w-]+|"[^"]*"|'[^']*')(?:[ \t]*\.[ \t]*(?:[\w-]+|"[^"]*"|'[^']*'))*)[ \t]*=[ \t]*(.*)$/;
const COMMENT = /[ \t]#.*$/;

/** Keys of a TOML text, those of its tables and of maps in braces on one line included. */
export function tomlKeys(text: string): NestedKey[] {
  const keys: NestedKey[] = [];
  let table: string[] = [];
  for (const line of text.split(/\r\n|[\r\n]/)) {
    const name = TABLE.exec(line)?.[1];
    if (name !== undefined) {
      table = dotted(name);
      keys.push({ path: table });
      continue;
    }
    const [, key, rest = ''] = PAIR.exec(line) ?? [];
    if (key === undefined) continue;
    const path = [...table, ...dotted(key)];
    const value = rest.replace(COMMENT, '').trim();
    if (value.startsWith('{')) {
      for (const inner of jsonKeys(value.replaceAll('=', ':'))) keys.push({ path: [...path, ...inner.path] });
    }
    keys.push(/^$|^[{[]/.test(value) ? { path } : { path, value });
  }
  return keys;
}

function dotted(name: string): string[] {
  return name.split('.').map((part) => part.trim().replace(/^["']|["']$/g, ''));
}
