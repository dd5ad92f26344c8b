import { type Arguments, readArguments } from './options.ts';
import { type Input, type LookupReading, NOTHING, type Obstacle, type Reading } from './reading.ts';
import type { CommandRow } from './row.ts';
import { isKnown, type Word } from './word.ts';

/** What a command of the table does, by its arguments. */
export function readRow(row: CommandRow, words: readonly Word[], input: Input): Reading | Obstacle {
  const args = readArguments(words, row.options, row.optionsInFront);
  if (args === undefined) return 'unclear-command';
  if (args.given.has('work')) return 'other-command';
  const first = readFirst(row, args);
  if (typeof first === 'string') return first;

  const paths = [...(args.given.get('path') ?? [])];
  let isGiven = false;
  for (const word of args.operands.slice(first.taken)) {
    if (!isKnown(word)) return 'unclear-command';
    const sort = row.operand?.(word.text) ?? 'path';
    if (sort === 'work') return 'other-command';
    if (sort === 'skip') continue;
    isGiven = true;
    if (word.text !== '-') paths.push(row.globsItself ? asGlob(word) : word);
  }
  return settle(row, { args, paths, isGiven, input, pattern: first.pattern });
}

interface First {
  /** How many operands are no paths. */
  readonly taken: number;
  readonly pattern: string | undefined;
}

/** The pattern or the scripts. */
function readFirst(row: CommandRow, { operands, beforeDashes, given }: Arguments): First | Obstacle {
  if (row.first === undefined || given.has('listing')) return { taken: 0, pattern: undefined };
  const option = given.get(row.first === 'script' ? 'script' : 'pattern');
  const isByOption = option !== undefined || given.has('patterns');
  const words = option ?? (isByOption ? [] : operands.slice(0, 1));
  if (!isByOption && words.length === 0 && row.first !== 'optional pattern') return 'unclear-command';
  const taken = isByOption ? 0 : words.length;
  if (row.first === 'script') {
    if (!words.every(isKnown)) return 'unclear-command';
    if (!words.every(({ text }) => row.isHarmless?.(text))) return 'other-command';
    return { taken, pattern: undefined };
  }
  if (row.revisions && beforeDashes !== undefined && beforeDashes > taken) return 'other-command';
  return { taken, pattern: words[0]?.text };
}

interface Targets {
  readonly args: Arguments;
  readonly paths: readonly Word[];
  /** There are operands in the place of paths, `-` among them. */
  readonly isGiven: boolean;
  readonly input: Input;
  readonly pattern: string | undefined;
}

function settle(row: CommandRow, { args, paths, isGiven, input, pattern }: Targets): Reading | Obstacle {
  const { given } = args;
  const readsFiles = paths.length > 0 || input.found === 'given';
  if (row.use === 'filters' && readsFiles) return 'other-command';
  if (row.needsOption && !given.has('lookup') && (readsFiles || row.otherwise === 'folder')) {
    return 'other-command';
  }
  if (paths.length === 0) {
    if (input.found === 'given') return NOTHING;
    if (isGiven || !looksThroughFolder(row, given.has('recursive'), input)) {
      return input.isPiped ? NOTHING : 'other-command';
    }
  }
  return lookup({
    paths,
    globs: (given.get('glob') ?? []).filter(({ text }) => !text.startsWith('!')),
    folders: given.get('folder') ?? [],
    pattern,
    takesFolders: row.otherwise !== 'input' || given.has('recursive'),
    finds: row.use === 'searches',
  });
}

function looksThroughFolder(row: CommandRow, isRecursive: boolean, { isPiped }: Input): boolean {
  if (row.otherwise === 'input or folder') return !isPiped;
  return row.otherwise === 'folder' || isRecursive;
}

export function lookup(parts: Omit<LookupReading, 'is'>): LookupReading {
  return { is: 'lookup', ...parts };
}

function asGlob(word: Word): Word {
  return { ...word, wild: word.text.search(/[*?[]/) };
}
