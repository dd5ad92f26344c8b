/** A faulty string field: the kind is the last word of the rule ids that judge it, the message OpenAI's words. */
export interface StringFault<Kind extends string> {
  kind: Kind;
  message: string;
}

/** The fault of a field that has to be a string, and a non-empty one. `path` as OpenAI writes it: `input[3].name`. */
export function missing(value: unknown, path: string): StringFault<'type' | 'empty'> | undefined {
  if (value === undefined) return { kind: 'type', message: `Missing required parameter: '${path}'.` };
  if (typeof value !== 'string') {
    const message = `Invalid type for '${path}': expected a string, but got ${typeName(value)} instead.`;
    return { kind: 'type', message };
  }
  if (value !== '') return undefined;
  const expected = 'Expected a string with minimum length 1, but got an empty string instead.';
  return { kind: 'empty', message: `Invalid '${path}': empty string. ${expected}` };
}

/** The fault of a string that has more than `max` characters. */
export function tooLong(value: unknown, path: string, max: number): StringFault<'length'> | undefined {
  if (typeof value !== 'string' || value.length <= max) return undefined;
  const expected = `Expected a string with maximum length ${max}, but got a string with length ${value.length} instead.`;
  return { kind: 'length', message: `Invalid '${path}': string too long. ${expected}` };
}

/** The fault of a function name that holds anything but letters, digits, `_` and `-`. */
export function badName(value: unknown, path: string): StringFault<'pattern'> | undefined {
  const pattern = /^[a-zA-Z0-9_-]+$/;
  if (typeof value !== 'string' || pattern.test(value)) return undefined;
  const expected = `Expected a string that matches the pattern '${pattern.source}'.`;
  return { kind: 'pattern', message: `Invalid '${path}': string does not match pattern. ${expected}` };
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (Number.isInteger(value)) return 'an integer';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
