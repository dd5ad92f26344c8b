import type { Command } from './command.ts';
import { COMMAND_NAMES, COMMANDS, type CommandName } from './commands.ts';
import type { OptionSpec } from './options.ts';

const EXIT_CODES = 'Exit codes: 0 nothing to be done, 1 there is, 2 the command could not run.';

/** The text of `feature-map --help`. */
export function generalHelp(): string {
  const commands = COMMAND_NAMES.map((name): [string, string] => [name, COMMANDS[name].summary]);
  return [
    'Keeps a feature map (docs/features) that coding agents read before the source.',
    '',
    'Usage: feature-map <command> [options]',
    '',
    ...columns(commands),
    '',
    ...columns([
      ['--help, -h', 'show this text; behind a command, its own'],
      ['--version', 'show the version'],
    ]),
    '',
    EXIT_CODES,
  ].join('\n');
}

/** The text of `feature-map <command> --help`. */
export function commandHelp(name: CommandName, { operands, about, options }: Command): string {
  const usage = ['feature-map', name, operands, '[options]'].filter((word) => word !== '').join(' ');
  const rows = Object.entries(options).map(([option, spec]): [string, string] => [
    optionText(option, spec),
    spec.about,
  ]);
  return [`Usage: ${usage}`, '', about, '', ...columns(rows)].join('\n');
}

function optionText(name: string, { value, short }: OptionSpec): string {
  const long = value === undefined ? `--${name}` : `--${name} <${value}>`;
  return short === undefined ? long : `${long}, -${short}`;
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
