import type { Command } from './command.ts';
import { COMMAND_NAMES, COMMANDS, type CommandName } from './command-list.ts';
import type { OptionSpec } from './options.ts';
import { table } from './terminal.ts';

/** The text of `opl-guardian --help`. */
export function generalHelp(): string {
  return [
    'Finds and mends agent sessions whose history a provider refuses.',
    '',
    'Usage: opl-guardian <command> [options]',
    '',
    ...indented(COMMAND_NAMES.map((name) => [name, COMMANDS[name].summary])),
    '',
    ...indented([
      ['--help, -h', 'show this text; behind a command, its own'],
      ['--version', 'show the version'],
    ]),
    '',
    'Exit codes: 0 nothing was found, 1 something was, 2 the command could not run.',
  ].join('\n');
}

/** The text of `opl-guardian <command> --help`. */
export function commandHelp(name: CommandName, { operands, about, options }: Command): string {
  const usage = ['opl-guardian', name, operands, '[options]'].filter((word) => word !== '').join(' ');
  return [`Usage: ${usage}`, '', about, '', ...indented(Object.entries(options).flatMap(optionRows))].join(
    '\n',
  );
}

function optionRows([name, { value, short, about }]: [string, OptionSpec]): string[][] {
  const long = value === undefined ? `--${name}` : `--${name} <${value}>`;
  const [first = '', ...more] = about.split('\n');
  return [[short === undefined ? long : `${long}, -${short}`, first], ...more.map((line) => ['', line])];
}

function indented(rows: readonly (readonly string[])[]): string[] {
  return table(rows).map((line) => `  ${line}`);
}
