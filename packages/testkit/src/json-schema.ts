import { isObject } from './json.ts';

/** As much of JSON Schema as the schemas of the published packages use. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

const KNOWN = new Set(
  (
    'type enum const anyOf properties required additionalProperties items minItems maxItems minimum maximum ' +
    'maxLength pattern $schema title description default'
  ).split(' '),
);

/**
 * Where a value breaks a schema, each place as `pointer keyword`; a valid value has none.
 *
 * @param given the schema, as its file holds it
 * @param at JSON pointer of the value, for the errors
 * @throws for a keyword that this validator does not know: a schema that uses one must not pass unchecked
 */
export function schemaErrors(value: unknown, given: object, at = ''): string[] {
  const schema = given as Schema;
  const unknown = Object.keys(schema).find((keyword) => !KNOWN.has(keyword));
  if (unknown !== undefined) throw new Error(`this validator does not know "${unknown}"`);
  const errors: string[] = [];
  const expect = (holds: boolean, keyword: string) => holds || errors.push(`${at} ${keyword}`);
  if (schema.type !== undefined)
    expect(
      [schema.type].flat().some((type) => isOf(value, type)),
      'type',
    );
  if (schema.enum !== undefined) expect(schema.enum.includes(value), 'enum');
  if ('const' in schema) expect(schema.const === value, 'const');
  if (schema.anyOf !== undefined) {
    expect(
      schema.anyOf.some((option) => schemaErrors(value, option, at).length === 0),
      'anyOf',
    );
  }
  if (typeof value === 'number') {
    expect(value >= (schema.minimum ?? value) && value <= (schema.maximum ?? value), 'range');
  } else if (typeof value === 'string') {
    expect(value.length <= (schema.maxLength ?? value.length), 'maxLength');
    expect(schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(value), 'pattern');
  } else if (Array.isArray(value)) {
    expect(value.length >= (schema.minItems ?? 0), 'minItems');
    expect(value.length <= (schema.maxItems ?? value.length), 'maxItems');
    const { items } = schema;
    if (items !== undefined) {
      for (const [index, item] of value.entries())
        errors.push(...schemaErrors(item, items, `${at}/${index}`));
    }
  } else if (isObject(value)) {
    for (const name of schema.required ?? []) expect(Object.hasOwn(value, name), `required ${name}`);
    for (const [name, member] of Object.entries(value)) {
      const own = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties?.[name] : undefined;
      if (own !== undefined) errors.push(...schemaErrors(member, own, `${at}/${name}`));
      else expect(schema.additionalProperties !== false, `additional ${name}`);
    }
  }
  return errors;
}

function isOf(value: unknown, type: string): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'null':
      return value === null;
    case 'object':
      return isObject(value);
    default:
      return typeof value === type;
  }
}
