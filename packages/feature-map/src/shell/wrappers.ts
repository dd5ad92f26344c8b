import { type Options, options, readArguments } from './options.ts';
import type { Obstacle } from './reading.ts';
import { assignment, isKnown, type Word } from './word.ts';

interface Wrapper {
  readonly options: Options;
  /** Words between its options and the command that it runs: each has to look like this. */
  readonly between?: RegExp;
}

/** Programs that run the command behind their own arguments, in the same folder. */
export const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map([
  [
    'timeout',
    { options: options({ value: '-k -s --kill-after --signal' }), between: /^\d+(?:\.\d+)?[smhd]?$/ },
  ],
  ['time', { options: options({ value: '-f --format', work: '-a -o -V --append --output' }) }],
  ['nice', { options: options({ value: '-n --adjustment' }) }],
  ['command', { options: options({ work: '-v -V' }) }],
  [
    'sudo',
    {
      options: options({
        value:
          '-C -T -U -g -h -p -r -t -u --close-from --command-timeout --group --host --prompt --role --type --user',
        work: '-D -K -R -V -e -i -l -s -v --chdir --chroot --edit --list --login --remove-timestamp --shell --validate',
      }),
    },
  ],
  [
    'env',
    {
      options: options({ value: '-u --unset', work: '-C -S --chdir --split-string' }),
      between: /^[A-Za-z_]\w*=/,
    },
  ],
]);

/** How many wrappers are unwrapped; nobody nests more, and each costs a copy of the words. */
const DEPTH = 8;

/** The command that runs in the end, without assignments in front of it. Empty where there is none. */
export function unwrap(words: readonly Word[]): readonly Word[] | Obstacle {
  let rest = withoutAssignments(words);
  for (let depth = 0; depth < DEPTH; depth += 1) {
    const wrapper = WRAPPERS.get(programOf(rest[0]) ?? '');
    if (wrapper === undefined) return rest;
    const inner = unwrapOne(wrapper, rest.slice(1));
    if (typeof inner === 'string') return inner;
    // Alone, each of them has an output of its own, or fails.
    if (inner.length === 0) return 'other-command';
    rest = inner;
  }
  return 'unclear-command';
}

function unwrapOne(wrapper: Wrapper, words: readonly Word[]): readonly Word[] | Obstacle {
  const args = readArguments(words, wrapper.options, true);
  if (args === undefined) return 'unclear-command';
  if (args.given.has('work')) return 'other-command';
  if (wrapper.between === undefined) return args.operands;
  const { between } = wrapper;
  const start = args.operands.findIndex((word) => !isKnown(word) || !between.test(word.text));
  return start === -1 ? [] : args.operands.slice(start);
}

function withoutAssignments(words: readonly Word[]): readonly Word[] {
  const start = words.findIndex((word) => assignment(word) === 0);
  return start === -1 ? [] : words.slice(start);
}

/** A program's own folders, where a name means what it means without them. */
const FOLDER = /^\/(?:usr\/(?:local\/)?|opt\/homebrew\/)?s?bin\//;

/** The name of the program that a command runs, `undefined` where that cannot be told. */
export function programOf(word: Word | undefined): string | undefined {
  if (word === undefined || !isKnown(word) || word.wild !== -1) return undefined;
  return word.text.replace(FOLDER, '');
}
