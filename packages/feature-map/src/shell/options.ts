import { after, isKnown, type Word } from './word.ts';

/** What an option means for a lookup. Those that are not listed have no value and no meaning for it. */
export type Role =
  /** Has a value that names no path. */
  | 'value'
  /** Has two such values. */
  | 'values'
  /** Its value is what the search looks for. */
  | 'pattern'
  /** Its value is a file that holds what the search looks for. */
  | 'patterns'
  /** Its value is a program's script. */
  | 'script'
  /** Its value is a path to look at. */
  | 'path'
  /** Its value is a glob that bounds the search. */
  | 'glob'
  /** Its value is the folder to work in. */
  | 'folder'
  /** Makes the command a lookup at all. */
  | 'lookup'
  /** Makes it look through the working folder when it is given no path. */
  | 'recursive'
  /** Makes it do without a pattern. */
  | 'listing'
  /** Makes it something else than a lookup. */
  | 'work';

/** Options by their names, dashes included. */
export type Options = ReadonlyMap<string, Role>;

/** Names, divided by blanks, under what they mean. `--help` and `--version` look nothing up, in any program. */
export function options(names: Partial<Record<Role, string>>): Options {
  const all = { ...names, work: `--help --version ${names.work ?? ''}` };
  return new Map(
    (Object.entries(all) as [Role, string][]).flatMap(([role, list]) =>
      list
        .split(' ')
        .filter(Boolean)
        .map((name) => [name, role] as const),
    ),
  );
}

export interface Arguments {
  /** The words that are neither options nor their values. */
  readonly operands: readonly Word[];
  /** How many of them stand in front of `--`; `undefined` without it. */
  readonly beforeDashes: number | undefined;
  /** The listed options that are there, each with its value. */
  readonly given: ReadonlyMap<Role, readonly Word[]>;
}

/** The number of values that an option has behind it. */
const VALUES: Readonly<Record<Role, number>> = {
  value: 1,
  values: 2,
  pattern: 1,
  patterns: 1,
  script: 1,
  path: 1,
  glob: 1,
  folder: 1,
  lookup: 0,
  recursive: 0,
  listing: 0,
  work: 0,
};

/**
 * Reads a command's arguments as getopt does: clusters of letters, values attached or apart, `--name=value`, and
 * long names cut short. Options may stand behind operands, unless `inFront`.
 *
 * @param inFront the first operand and all that follows it are operands.
 * @returns `undefined` where it cannot be told what is an option.
 */
export function readArguments(
  words: readonly Word[],
  known: Options,
  inFront = false,
): Arguments | undefined {
  const operands: Word[] = [];
  const given = new Map<Role, Word[]>();
  let beforeDashes: number | undefined;
  let index = 0;

  while (index < words.length) {
    const word = words[index];
    index += 1;
    if (word === undefined || word.variable === 'open') return undefined;
    if (beforeDashes !== undefined || !/^-./s.test(word.text)) {
      operands.push(word);
      if (inFront) return { operands: words.slice(index - 1), beforeDashes, given };
    } else if (word.text === '--') {
      beforeDashes = operands.length;
      if (inFront) return { operands: words.slice(index), beforeDashes, given };
    } else if (!(word.text.startsWith('--') ? readLong(word) : readCluster(word))) {
      return undefined;
    }
  }
  return { operands, beforeDashes, given };

  function readLong(word: Word): boolean {
    const [name = ''] = word.text.split('=', 1);
    const role = known.get(name) ?? cutShort(name, known);
    const value = name.length < word.text.length ? after(word, name.length + 1) : undefined;
    return take(role, value, word);
  }

  function readCluster(word: Word): boolean {
    for (let at = 1; at < word.text.length; at += 1) {
      const role = known.get(`-${word.text.charAt(at)}`);
      if (role === undefined) continue;
      const hasValue = VALUES[role] > 0;
      const value = hasValue && at + 1 < word.text.length ? after(word, at + 1) : undefined;
      if (!take(role, value, word)) return false;
      if (hasValue) return true;
    }
    return isKnown(word);
  }

  /** Notes an option with its value; a variable is understood in a pattern alone, where it changes nothing. */
  function take(role: Role | undefined, attached: Word | undefined, word: Word): boolean {
    if (role === undefined) return isKnown(word);
    const count = VALUES[role];
    if (count === 0) return isKnown(word) && note(role, word);
    if (attached === undefined && !isKnown(word)) return false;
    const missing = attached === undefined ? count : count - 1;
    const apart = words.slice(index, index + missing);
    index += missing;
    const value = apart.at(-1) ?? attached;
    if (value === undefined || apart.length < missing) return false;
    const isClear = (each: Word) => isKnown(each) || (role === 'pattern' && each.variable === 'quoted');
    return apart.every(isClear) && isClear(value) && note(role, value);
  }

  function note(role: Role, value: Word): true {
    const values = given.get(role);
    if (values === undefined) given.set(role, [value]);
    else values.push(value);
    return true;
  }
}

/** GNU programs take a long name's beginning for the name. */
function cutShort(name: string, known: Options): Role | undefined {
  if (name.length < 4) return undefined;
  for (const [full, role] of known) if (full.startsWith(name)) return role;
  return undefined;
}
