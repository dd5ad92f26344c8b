import { parseArgs } from 'node:util';
import { UsageError } from './cannot-run.ts';
import { quote } from './visible-text.ts';

export interface OptionSpec {
  /** A `flag` is there or not; a `value` option takes one. */
  readonly kind: 'flag' | 'value';
  /** What the value is, for the help text. */
  readonly value?: string;
  readonly short?: string;
  /** For the help text; a line break starts a line of its own. */
  readonly about: string;
}

/** Options by their long names, without dashes. */
export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

export type OptionValues<Specs extends OptionSpecs> = {
  readonly [Name in keyof Specs]: Specs[Name]['kind'] extends 'flag' ? boolean : string | undefined;
};

interface Arguments<Specs extends OptionSpecs> {
  readonly operands: readonly string[];
  readonly values: OptionValues<Specs>;
}

/**
 * Reads the arguments behind a command's name. Everything behind `--` is an operand.
 *
 * @throws UsageError for an option that is unknown, stands twice, or has a value too many or too few
 */
export function readOptions<Specs extends OptionSpecs>(
  args: readonly string[],
  specs: Specs,
): Arguments<Specs> {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, parserSpec(spec)])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const operands: string[] = [];
  const given = new Map<string, string | true>();
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
    if (spec === undefined) throw new UsageError(unknownOption(rawName, specs));
    if (given.has(name)) throw new UsageError(`${rawName} stands twice`);
    given.set(name, spec.kind === 'flag' ? flag(rawName, value) : givenValue(rawName, token, spec));
  }
  const values = Object.entries(specs).map(([name, { kind }]) => [
    name,
    given.get(name) ?? (kind === 'flag' ? false : undefined),
  ]);
  return { operands, values: Object.fromEntries(values) as OptionValues<Specs> };
}

function parserSpec({ kind, short }: OptionSpec): { type: 'boolean' | 'string'; short?: string } {
  return { type: kind === 'flag' ? 'boolean' : 'string', ...(short === undefined ? {} : { short }) };
}

function flag(rawName: string, value: string | undefined): true {
  if (value !== undefined) throw new UsageError(`${rawName} takes no value, but has ${quote(value)}`);
  return true;
}

function givenValue(
  rawName: string,
  given: { readonly value?: string | undefined; readonly inlineValue?: boolean | undefined },
  { value: what = 'value' }: OptionSpec,
): string {
  const { value, inlineValue } = given;
  if (value === undefined || value === '') {
    throw new UsageError(`${rawName} needs a value: ${rawName}=<${what}>`);
  }
  if (!inlineValue && value.startsWith('-')) {
    throw new UsageError(
      `${rawName} needs a value, and ${quote(value)} looks like an option; if it is meant: ${rawName}=<${what}>`,
    );
  }
  return value;
}

function unknownOption(rawName: string, specs: OptionSpecs): string {
  const names = Object.keys(specs).map((name) => `--${name}`);
  const given = /^-{1,2}[\w-]{1,60}$/.test(rawName) ? rawName : quote(rawName);
  return `${given}: unknown option; there are ${names.join(', ')}`;
}
