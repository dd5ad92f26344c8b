import { quote } from '../quote.ts';
import { UsageError } from './cannot-run.ts';
import type { Annotation } from './github.ts';
import { type OptionSpecs, type OptionValues, readOptions } from './options.ts';
import type { Style } from './style.ts';

/** What a command may know of the process that it runs in. */
export interface Surrounding {
  /** Absolute path of the working folder. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What a command found. */
export interface Outcome {
  /** 0: nothing to be done, 1: there is. */
  readonly exit: 0 | 1;
  /** For a person: lines, without a line break at the end. */
  text(style: Style): string;
  /** For a program. */
  readonly json: object;
  /** Places in files that a code host may show beside the lines. */
  readonly annotations?: readonly Annotation[];
}

/** What is said about a command in its help text. */
interface CommandText {
  /** What stands behind the name in the usage line, e.g. `<words...>`. */
  readonly operands: string;
  /** What it does and what its exit codes mean: lines of at most 80 characters. */
  readonly about: string;
}

interface CommandSpec<Specs extends OptionSpecs> extends CommandText {
  /** How many operands there may be. */
  readonly count: { readonly min: number; readonly max: number };
  /** Without those of every command. */
  readonly options: Specs;
  /** @throws CannotRun where there is nothing to be looked at, or something is wrong with it. */
  run(
    operands: readonly string[],
    options: OptionValues<Specs> & CommonValues,
    here: Surrounding,
  ): Outcome | Promise<Outcome>;
}

/** A command, as its module exports it under the name `command`. */
export interface Command extends CommandText {
  readonly options: OptionSpecs;
  /** @throws UsageError for options or operands that the command does not take. */
  read(args: readonly string[]): CommandCall;
}

interface CommandCall {
  readonly wants: CommonValues;
  /** @throws CannotRun */
  run(here: Surrounding): Outcome | Promise<Outcome>;
}

/** The options of every command. */
const COMMON_OPTIONS = {
  root: {
    kind: 'value',
    value: 'folder',
    about: "the project's folder, or one in it; default: the working folder",
  },
  json: { kind: 'flag', about: 'write one JSON value, for programs' },
  help: { kind: 'flag', short: 'h', about: 'show this text' },
} as const satisfies OptionSpecs;

export type CommonValues = OptionValues<typeof COMMON_OPTIONS>;

export function defineCommand<Specs extends OptionSpecs>(spec: CommandSpec<Specs>): Command {
  const options = { ...spec.options, ...COMMON_OPTIONS };
  return {
    operands: spec.operands,
    about: spec.about,
    options,
    read(args) {
      const { operands, values } = readOptions<Specs & typeof COMMON_OPTIONS>(args, options);
      if (!values.help) checkCount(spec, operands);
      return { wants: values, run: (here) => spec.run(operands, values, here) };
    },
  };
}

function checkCount({ operands, count }: CommandSpec<OptionSpecs>, given: readonly string[]): void {
  if (given.length < count.min) throw new UsageError(`missing: ${operands}`);
  const [extra] = given.slice(count.max);
  if (extra !== undefined) throw new UsageError(`unexpected: ${quote(extra)}`);
}
