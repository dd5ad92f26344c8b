import { lookup } from './read-row.ts';
import { type Input, NOTHING, type Obstacle, type Reading } from './reading.ts';
import { isKnown, type Word } from './word.ts';

/** Actions that run commands, remove or write files, and options that take the paths from elsewhere (GNU find). */
const WORK = new Set([
  '-exec',
  '-execdir',
  '-ok',
  '-okdir',
  '-delete',
  '-fprint',
  '-fprint0',
  '-fprintf',
  '-fls',
  '-files0-from',
  '-help',
  '--help',
  '-version',
  '--version',
]);
const PATTERNS = new Set([
  '-name',
  '-iname',
  '-path',
  '-ipath',
  '-wholename',
  '-iwholename',
  '-regex',
  '-iregex',
]);
const LEADING = /^-(?:[HLP]|O\d*|D)$/;
const BEGINS_EXPRESSION = /^(?:-.|[(!,])/s;

/** What `find` does by its arguments: the words in front of its expression are paths. */
export function readFind(words: readonly Word[], { found }: Input): Reading | Obstacle {
  let start = 0;
  while (LEADING.test(words[start]?.text ?? '')) start += words[start]?.text === '-D' ? 2 : 1;
  let end = start;
  while (end < words.length && !BEGINS_EXPRESSION.test(words[end]?.text ?? '')) end += 1;

  let pattern: string | undefined;
  for (const [at, word] of words.entries()) {
    // Also where it may be another word's value: better one lookup too few.
    if (WORK.has(word.text)) return 'other-command';
    const isPattern = at > end && PATTERNS.has(words[at - 1]?.text ?? '');
    if (!isKnown(word) && !(isPattern && word.variable === 'quoted')) return 'unclear-command';
    if (isPattern) pattern ??= word.text;
  }
  if (end === start && found === 'given') return NOTHING;
  return lookup({
    paths: words.slice(start, end),
    globs: [],
    folders: [],
    pattern,
    takesFolders: true,
    finds: true,
  });
}
