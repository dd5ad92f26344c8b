import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { quote } from '../quote.ts';
import { unknownName } from '../unknown-name.ts';
import { CannotRun, UsageError } from './cannot-run.ts';
import type { Command, Outcome, Surrounding } from './command.ts';
import { COMMAND_NAMES, COMMANDS, type CommandName, isCommandName } from './commands.ts';
import { inActions, withoutCommands, workflowCommand } from './github.ts';
import { commandHelp, generalHelp } from './help.ts';
import { repositoryPath } from './place.ts';
import { styleOf } from './style.ts';

/** The parts of a process that the command line uses. */
export interface Process {
  readonly env: Surrounding['env'];
  readonly stdout: NodeJS.WritableStream & { isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream;
  cwd(): string;
}

/** Stands in every JSON value, and grows when a field changes its meaning or goes. */
const JSON_VERSION = 1;

/**
 * Runs a command line.
 *
 * @param argv what stands behind the program's name
 * @returns the exit code: 0 nothing to be done, 1 there is, 2 the command could not run. Does not throw.
 */
export async function main(argv: readonly string[], { env, stdout, stderr, cwd }: Process): Promise<number> {
  try {
    const [first, ...rest] = argv[0] === 'help' ? [...argv.slice(1, 2), '--help'] : argv;
    if (first === '--version') return print(packageVersion());
    if (first === '--help' || first === '-h') return print(generalHelp());
    const name = commandName(first);
    const { command } = await COMMANDS[name].load();
    return await run(name, command, rest);
  } catch (error) {
    stderr.write(`feature-map: ${error instanceof CannotRun ? error.message : unexpected(error)}\n`);
    if (error instanceof UsageError) stderr.write(`What there is: ${helpCall(argv[0])}\n`);
    return 2;
  }

  async function run(name: CommandName, command: Command, args: readonly string[]): Promise<number> {
    const call = command.read(args);
    if (call.wants.help) return print(commandHelp(name, command));
    const outcome = await call.run({ cwd: cwd(), env });
    const report = { version: JSON_VERSION, ...outcome.json };
    print(call.wants.json ? JSON.stringify(report, null, 2) : humanText(outcome));
    return outcome.exit;
  }

  function humanText({ text, annotations = [] }: Outcome): string {
    const lines = text(styleOf(stdout));
    if (!inActions(env)) return lines;
    const commands = annotations.map((each) =>
      workflowCommand(each, (file) => repositoryPath(file, cwd(), env)),
    );
    return [withoutCommands(lines, randomUUID()), ...commands].join('\n');
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
    throw new UsageError(`the command comes first, not ${quote(given)}: feature-map <command> [options]`);
  }
  throw new UsageError(`${quote(given)}: ${unknownName('command', given, COMMAND_NAMES)}`);
}

function helpCall(name: string | undefined): string {
  return name !== undefined && isCommandName(name) ? `feature-map ${name} --help` : 'feature-map --help';
}

function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return String(Reflect.get(Object(manifest), 'version'));
}

function unexpected(error: unknown): string {
  return `unexpected error, please report it\n${error instanceof Error ? error.stack : String(error)}`;
}
