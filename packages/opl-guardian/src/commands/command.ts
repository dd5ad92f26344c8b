import { UsageError } from './cannot-run.ts';
import { type OptionSpecs, type OptionValues, readOptions } from './options.ts';
import type { Output } from './terminal.ts';
import { quote } from './visible-text.ts';

/** The parts of a process that a command uses. */
export interface Surroundings {
  /** Absolute path of the working folder. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For the answer. */
  readonly stdout: Output;
  /** For what is said about the work. */
  readonly stderr: Output;
}

/** 0: nothing was found; 1: something was; 2: the command could not do its work, or not all of it. */
export type ExitCode = 0 | 1 | 2;

/** What is said about a command in its help text. */
interface CommandText {
  /** What stands behind the name in the usage line, e.g. `<file>`. */
  readonly operands: string;
  /** What it does and what its exit codes mean: lines of at most 80 characters. */
  readonly about: string;
}

interface CommandSpec<Specs extends OptionSpecs> extends CommandText {
  /** How many operands there may be. */
  readonly count: { readonly min: number; readonly max: number };
  /** Without those of every command. */
  readonly options: Specs;
  /**
   * Does the work, and writes the answer as it goes.
   *
   * @throws CannotRun where there is nothing to be looked at, or something is wrong with it
   */
  run(
    operands: readonly string[],
    options: OptionValues<Specs> & CommonValues,
    here: Surroundings,
  ): ExitCode | Promise<ExitCode>;
}

/** A command, as its module exports it under the name `command`. */
export interface Command extends CommandText {
  readonly options: OptionSpecs;
  /** @throws UsageError for options or operands that the command does not take */
  read(args: readonly string[]): CommandCall;
}

interface CommandCall {
  readonly wantsHelp: boolean;
  /** @throws CannotRun */
  run(here: Surroundings): ExitCode | Promise<ExitCode>;
}

/** The options of every command. */
const COMMON_OPTIONS = {
  json: { kind: 'flag', about: 'write JSON, for programs' },
  help: { kind: 'flag', short: 'h', about: 'show this text' },
} as const satisfies OptionSpecs;

type CommonValues = OptionValues<typeof COMMON_OPTIONS>;

export function defineCommand<Specs extends OptionSpecs>(spec: CommandSpec<Specs>): Command {
  const options = { ...spec.options, ...COMMON_OPTIONS };
  return {
    operands: spec.operands,
    about: spec.about,
    options,
    read(args) {
      const { operands, values } = readOptions<Specs & typeof COMMON_OPTIONS>(args, options);
      const { help }: CommonValues = values;
      if (!help) checkCount(spec, operands);
      return { wantsHelp: help, run: (here) => spec.run(operands, values, here) };
    },
  };
}

function checkCount(
  { operands, count }: Pick<CommandSpec<OptionSpecs>, 'operands' | 'count'>,
  given: readonly string[],
): void {
  if (given.length < count.min) throw new UsageError(`missing: ${operands}`);
  const [extra] = given.slice(count.max);
  if (extra !== undefined) throw new UsageError(`unexpected: ${quote(extra)}`);
}
