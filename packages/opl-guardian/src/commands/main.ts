import { readFileSync } from 'node:fs';
import { CannotRun, UsageError } from './cannot-run.ts';
import type { Surroundings } from './command.ts';
import { COMMAND_NAMES, COMMANDS, type CommandName, isCommandName } from './command-list.ts';
import { commandHelp, generalHelp } from './help.ts';
import { ownCall } from './own-call.ts';
import { quote } from './visible-text.ts';

/**
 * Runs a command line.
 *
 * @param argv what stands behind the program's name
 * @returns the exit code: 0 nothing was found, 1 something was, 2 the command could not run. Does not throw.
 */
export async function main(argv: readonly string[], here: Surroundings): Promise<number> {
  const { stdout, stderr } = here;
  try {
    const [first, ...rest] = argv[0] === 'help' ? [...argv.slice(1, 2), '--help'] : argv;
    if (first === '--version') return print(packageVersion());
    if (first === '--help' || first === '-h') return print(generalHelp());
    const name = commandName(first);
    const { command } = await COMMANDS[name].load();
    const call = command.read(rest);
    return call.wantsHelp ? print(commandHelp(name, command)) : await call.run(here);
  } catch (error) {
    stderr.write(`opl-guardian: ${error instanceof CannotRun ? error.message : unexpected(error)}\n`);
    if (error instanceof UsageError) {
      stderr.write(`What there is: ${ownCall(here.env)} ${helpWords(argv[0])}\n`);
    }
    return 2;
  }

  function print(text: string): number {
    stdout.write(`${text}\n`);
    return 0;
  }
}

function commandName(given: string | undefined): CommandName {
  if (given === undefined) throw new CannotRun(`no command\n\n${generalHelp()}`);
  if (isCommandName(given)) return given;
  if (given.startsWith('-')) {
    throw new UsageError(`the command comes first, not ${quote(given)}: opl-guardian <command> [options]`);
  }
  throw new UsageError(`${quote(given)}: unknown command; there are ${COMMAND_NAMES.join(', ')}`);
}

function helpWords(name: string | undefined): string {
  return name !== undefined && isCommandName(name) ? `${name} --help` : '--help';
}

function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return String(Reflect.get(Object(manifest), 'version'));
}

function unexpected(error: unknown): string {
  return `unexpected error, please report it\n${error instanceof Error ? error.stack : String(error)}`;
}
