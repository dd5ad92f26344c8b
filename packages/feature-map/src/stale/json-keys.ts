import type { NestedKey } from './nested-keys.ts';

const TOKEN = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|[{}[\],:]|[^\s{}[\],:"']+/g;
/** Deepest level at which keys are told; no file that is written by hand goes there. */
const DEEPEST = 32;

/** Keys of a JSON text without comments; of a map in braces in YAML as well, where keys are bare. */
export function jsonKeys(text: string): NestedKey[] {
  const keys: NestedKey[] = [];
  const path: string[] = [];
  /** For each open bracket whether it added a key to `path`. */
  const open: boolean[] = [];
  let before: string | undefined;
  let key: string | undefined;
  for (const [token, double, single] of text.matchAll(TOKEN)) {
    if (token === ':' && before !== undefined && key === undefined) key = before;
    else if (token === '{' || token === '[') {
      const nests = key !== undefined && path.length < DEEPEST;
      if (nests) keys.push({ path: [...path, key ?? ''] });
      if (nests) path.push(key ?? '');
      open.push(nests);
      key = undefined;
    } else if (token === '}' || token === ']' || token === ',') {
      if (key !== undefined) keys.push(valued([...path, key], before));
      key = undefined;
      if (token !== ',' && open.pop() === true) path.pop();
    }
    before = /^[{}[\],:]$/.test(token) ? undefined : (double ?? single ?? token);
  }
  return keys;
}

function valued(path: string[], value: string | undefined): NestedKey {
  return value === undefined ? { path } : { path, value };
}
