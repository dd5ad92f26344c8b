import { nearestName } from '../nearest-name.ts';
import { quote } from '../quote.ts';

/** An argument that is true or false, false where it is not given. */
interface FlagSpec {
  readonly type: 'boolean';
  readonly description: string;
}

/** An argument that picks some of the names that there are; all of them where it is not given. */
interface PickSpec {
  readonly type: 'array';
  readonly items: { readonly type: 'string'; readonly enum: readonly string[] };
  readonly minItems: 1;
  readonly description: string;
}

/** The `properties` of a closed JSON Schema. */
export type ArgSpecs = Readonly<Record<string, FlagSpec | PickSpec>>;

export type ReadArgs<Specs extends ArgSpecs> = {
  readonly [Name in keyof Specs]: Specs[Name] extends PickSpec
    ? readonly Specs[Name]['items']['enum'][number][]
    : boolean;
};

/** JSON Schema of arguments: a closed object. */
export function argSchema(specs: ArgSpecs): Record<string, unknown> {
  return { type: 'object', additionalProperties: false, properties: specs };
}

/**
 * Checks the arguments of a call. Anything may come in: not every host checks them, and a model sends a raw string
 * where it fails to write JSON.
 *
 * @returns every argument, or a sentence that says what is wrong and what is allowed
 */
export function readArgs<Specs extends ArgSpecs>(args: unknown, specs: Specs): ReadArgs<Specs> | string {
  const object: unknown = args ?? {};
  if (typeof object !== 'object' || object === null || Array.isArray(object)) {
    return `the arguments must be a JSON object, not ${kindOf(args)}; allowed are ${Object.keys(specs).join(', ')}`;
  }
  const given = new Map<string, unknown>(Object.entries(object));
  const unknown = unknownName([...given.keys()], Object.keys(specs));
  if (unknown !== undefined) return unknown;
  const read: [string, unknown][] = [];
  for (const [name, spec] of Object.entries(specs)) {
    const value = given.get(name) ?? undefined;
    const problem = value === undefined ? undefined : wrongValue(name, value, spec);
    if (problem !== undefined) return problem;
    read.push([name, value ?? (spec.type === 'boolean' ? false : spec.items.enum)]);
  }
  return Object.fromEntries(read) as ReadArgs<Specs>;
}

function unknownName(given: readonly string[], allowed: readonly string[]): string | undefined {
  const name = given.find((candidate) => !allowed.includes(candidate));
  if (name === undefined) return undefined;
  const meant = nearestName(name, allowed);
  const hint = meant === undefined ? '' : `; did you mean ${quote(meant)}?`;
  return `unknown argument ${quote(name)}${hint}${hint ? ' A' : '; a'}llowed are ${allowed.join(', ')}`;
}

function wrongValue(name: string, value: unknown, spec: FlagSpec | PickSpec): string | undefined {
  if (spec.type === 'boolean') {
    return typeof value === 'boolean' ? undefined : `"${name}" must be true or false, not ${kindOf(value)}`;
  }
  const names = spec.items.enum;
  if (!Array.isArray(value)) return `"${name}" must be a list of ${names.join(', ')}, not ${kindOf(value)}`;
  if (value.length === 0) return `"${name}" is empty; leave it out, or list some of ${names.join(', ')}`;
  const wrong = value.findIndex((item) => !names.includes(item));
  return wrong === -1 ? undefined : `"${name}" lists ${kindOf(value[wrong])}; there are ${names.join(', ')}`;
}

function kindOf(value: unknown): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return quote(value);
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : typeof value;
}
