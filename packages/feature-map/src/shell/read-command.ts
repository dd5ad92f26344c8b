import { FILTERS, GIT_GREP, LOOKUPS, NEUTRAL } from './commands.ts';
import { readFind } from './find.ts';
import { options, readArguments } from './options.ts';
import { readRow } from './read-row.ts';
import { type Input, NOTHING, type Obstacle, type Reading } from './reading.ts';
import { isKnown, type Word } from './word.ts';
import { programOf, unwrap } from './wrappers.ts';

const GIT = options({
  folder: '-C',
  work: '-c --exec-path --git-dir --work-tree --namespace --super-prefix',
});
const XARGS = options({
  value: '-d -E -I -L -n -P -s --delimiter --max-args --max-procs --max-chars --process-slot-var',
  work: '-a -o -p --arg-file --interactive --open-tty',
});
/** With `-P` a later `..` goes another way. */
const CD = options({ work: '-P' });
/** A shell's options in front of its script: letters, of which `c` says that a script follows, and long ones. */
const SHELL_OPTION = /^-(?:[a-z]+|-(?:login|norc|noprofile))$/;

type Reader = (words: readonly Word[], input: Input) => Reading | Obstacle;

/** Every program that is understood, and what reads its arguments. */
export const COMMANDS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...[...LOOKUPS, ...FILTERS].flatMap((row) =>
    row.names.map((name): [string, Reader] => [name, (words, input) => readRow(row, words, input)]),
  ),
  ...NEUTRAL.map((name): [string, Reader] => [name, () => NOTHING]),
  ...['bash', 'sh', 'dash', 'zsh', 'ksh'].map((name): [string, Reader] => [name, readShell]),
  ['cd', readCd],
  ['find', readFind],
  ['git', readGit],
  ['xargs', readXargs],
]);

/** What a simple command does, by its words; those of its redirections are not among them. */
export function readCommand(words: readonly Word[], input: Input): Reading | Obstacle {
  const command = unwrap(words);
  if (typeof command === 'string') return command;
  if (command.length === 0) return NOTHING;
  const program = programOf(command[0]);
  if (program === undefined) return 'unclear-command';
  return COMMANDS.get(program)?.(command.slice(1), input) ?? 'other-command';
}

function readCd(words: readonly Word[]): Reading | Obstacle {
  const args = readArguments(words, CD);
  if (args === undefined || args.given.has('work') || args.operands.length > 1) return 'unclear-command';
  const [to] = args.operands;
  if (to === undefined) return { is: 'cd', to };
  const isPlain = isKnown(to) && to.wild === -1 && to.text !== '-' && to.text !== '';
  return isPlain ? { is: 'cd', to } : 'unclear-command';
}

function readGit(words: readonly Word[], input: Input): Reading | Obstacle {
  const git = readArguments(words, GIT, true);
  if (git === undefined) return 'unclear-command';
  if (git.given.has('work') || git.operands[0]?.text !== 'grep') return 'other-command';
  const reading = readRow(GIT_GREP, git.operands.slice(1), input);
  if (typeof reading === 'string' || reading.is !== 'lookup') return reading;
  return { ...reading, folders: git.given.get('folder') ?? [] };
}

/** Runs a command on the paths that it reads: understood where a lookup has found them. */
function readXargs(words: readonly Word[], { found }: Input): Reading | Obstacle {
  const args = readArguments(words, XARGS, true);
  if (args === undefined || found !== 'piped') return 'unclear-command';
  if (args.given.has('work')) return 'other-command';
  return readCommand(args.operands, { isPiped: true, found: 'given' });
}

function readShell(words: readonly Word[], { found }: Input): Reading | Obstacle {
  let at = 0;
  let hasScript = false;
  for (; at < words.length; at += 1) {
    const option = words[at];
    if (option === undefined || !isKnown(option)) return 'unclear-command';
    if (option.text === '-o') at += 1;
    else if (!SHELL_OPTION.test(option.text)) break;
    else hasScript ||= /^-[a-z]*c/.test(option.text);
  }
  const script = words[at];
  if (!hasScript || script === undefined) return 'other-command';
  // Behind xargs, what was found becomes part of the script.
  if (found === 'given' || !isKnown(script)) return 'unclear-command';
  return { is: 'script', script: script.text };
}
