import { isHarmlessAwk } from './awk-program.ts';
import { options } from './options.ts';
import type { CommandRow } from './row.ts';
import { isHarmlessSed } from './sed-script.ts';

/** `+120`, `+/text` and `+G` say where a pager begins; other commands behind a `+` can follow a file, or run one. */
function pagerOperand(text: string): 'path' | 'skip' | 'work' {
  if (!text.startsWith('+')) return 'path';
  return /^\+(?:\d+|[/?].*|G)$/s.test(text) ? 'skip' : 'work';
}

/** Lookups, by their manuals: GNU grep, coreutils, findutils and sed, ripgrep, fd, tree, less, POSIX and gawk. */
export const LOOKUPS: readonly CommandRow[] = [
  { names: ['cat'], use: 'reads', otherwise: 'input', options: options({}) },
  {
    names: ['head'],
    use: 'reads',
    otherwise: 'input',
    options: options({ value: '-n -c --lines --bytes' }),
  },
  {
    names: ['tail'],
    use: 'reads',
    otherwise: 'input',
    options: options({
      value: '-n -c -s --lines --bytes --sleep-interval --pid --max-unchanged-stats',
      work: '-f -F --follow --retry',
    }),
  },
  {
    names: ['less', 'more'],
    use: 'reads',
    otherwise: 'input',
    operand: pagerOperand,
    options: options({
      value:
        '-b -h -j -n -p -P -t -T -x -y -z -D -# --pattern --tag --tag-file --prompt --tabs --window --lines',
      work: '-k -o -O -V -? --lesskey-file --lesskey-src --log-file --LOG-FILE',
    }),
  },
  {
    names: ['sed'],
    use: 'reads',
    otherwise: 'input',
    first: 'script',
    isHarmless: isHarmlessSed,
    needsOption: true,
    options: options({
      lookup: '-n --quiet --silent',
      script: '-e --expression',
      value: '-l --line-length',
      work: '-i -I -f --in-place --file',
    }),
  },
  {
    names: ['awk', 'gawk', 'mawk', 'nawk'],
    use: 'reads',
    otherwise: 'input',
    first: 'script',
    isHarmless: isHarmlessAwk,
    optionsInFront: true,
    operand: (text) => (/^[A-Za-z_]\w*=/.test(text) ? 'skip' : 'path'),
    options: options({
      value: '-F -v --field-separator --assign',
      work:
        '-f -i -l -e -E -o -p -d -D -W -V --file --include --load --source --exec --pretty-print --profile ' +
        '--dump-variables --debug',
    }),
  },
  {
    names: ['ls'],
    use: 'reads',
    otherwise: 'folder',
    needsOption: true,
    options: options({
      lookup: '-R --recursive',
      value:
        '-I -w -T --block-size --format --hide --ignore --quoting-style --sort --tabsize --time --time-style',
    }),
  },
  {
    names: ['tree'],
    use: 'reads',
    otherwise: 'folder',
    options: options({
      value: '-L -P -I -H -T --charset --filelimit --timefmt --sort --gitfile --infofile --hintro --houtro',
      work: '-o -R --fromfile --fromtabfile',
    }),
  },
  {
    names: ['grep', 'egrep', 'fgrep'],
    use: 'searches',
    otherwise: 'input',
    first: 'pattern',
    options: options({
      recursive: '-r -R --recursive --dereference-recursive',
      pattern: '-e --regexp',
      patterns: '-f --file',
      value:
        '-A -B -C -D -d -m --after-context --before-context --context --binary-files --devices --directories ' +
        '--exclude --exclude-dir --exclude-from --group-separator --include --label --max-count',
      work: '-V',
    }),
  },
  {
    names: ['rg'],
    use: 'searches',
    otherwise: 'input or folder',
    first: 'pattern',
    options: options({
      listing: '--files',
      pattern: '-e --regexp',
      patterns: '-f --file',
      glob: '-g --glob --iglob',
      value:
        '-A -B -C -E -M -T -d -j -m -r -t --after-context --before-context --context --color --colors ' +
        '--context-separator --dfa-size-limit --encoding --engine --field-context-separator ' +
        '--field-match-separator --hyperlink-format --ignore-file --max-columns --max-count --max-depth ' +
        '--maxdepth --max-filesize --path-separator --pre-glob --regex-size-limit --replace --sort --sortr ' +
        '--threads --type --type-add --type-clear --type-not',
      work: '-h -V --pre --hostname-bin --generate --type-list --pcre2-version',
    }),
  },
  {
    names: ['fd', 'fdfind'],
    use: 'searches',
    otherwise: 'folder',
    first: 'optional pattern',
    options: options({
      folder: '-C --base-directory',
      path: '--search-path',
      value:
        '-d -t -e -E -S -o -c -j --max-depth --min-depth --exact-depth --type --extension --exclude --size ' +
        '--changed-within --changed-before --changed-after --newer --older --owner --ignore-file --color ' +
        '--threads --max-buffer-time --max-results --path-separator --and --format --batch-size',
      work: '-h -V -x -X --exec --exec-batch --gen-completions',
    }),
  },
];

/** What stands behind `git grep`. */
export const GIT_GREP: CommandRow = {
  names: ['git'],
  use: 'searches',
  otherwise: 'folder',
  first: 'pattern',
  globsItself: true,
  revisions: true,
  operand: (text) => (/^:[!^]/.test(text) ? 'skip' : text.startsWith(':') ? 'work' : 'path'),
  options: options({
    pattern: '-e',
    patterns: '-f',
    value: '-A -B -C -m --after-context --before-context --context --max-count --max-depth --threads',
    work: '-O --open-files-in-pager',
  }),
};

/** Programs that show another command's output in another form. On files they have answers of their own. */
export const FILTERS: readonly CommandRow[] = [
  filter('sort', {
    value:
      '-k -t -S -T --key --field-separator --buffer-size --temporary-directory --parallel --batch-size --sort',
    work: '-o --output --compress-program --files0-from --random-source',
  }),
  filter('uniq', { value: '-f -s -w --skip-fields --skip-chars --check-chars' }),
  filter('wc', { work: '--files0-from' }),
  filter('cut', {
    value: '-b -c -d -f --bytes --characters --delimiter --fields --output-delimiter',
  }),
  filter('column', { value: '-c -s -o -N -R -T -W -H -E -O -l' }),
  filter('nl', { value: '-b -d -f -h -i -l -n -s -v -w' }),
  filter('paste', { value: '-d --delimiters' }),
  filter('fold', { value: '-w --width' }),
  filter('fmt', { value: '-w -g -p --width --goal --prefix' }),
  filter('expand unexpand', { value: '-t --tabs' }),
  filter('tac', { value: '-s --separator' }),
  filter('rev', {}),
  { ...filter('tr', {}), operand: () => 'skip' },
  {
    ...filter('jq', {
      value: '-L --indent',
      values: '--arg --argjson',
      work: '-f -h -V --from-file --slurpfile --rawfile --args --jsonargs --run-tests',
    }),
    first: 'script',
    isHarmless: () => true,
  },
];

function filter(names: string, roles: Parameters<typeof options>[0]): CommandRow {
  return { names: names.split(' '), use: 'filters', otherwise: 'input', options: options(roles) };
}

/** Commands with nothing to lose: they change at most how the rest of the line runs, or print what they are given. */
export const NEUTRAL: readonly string[] = [
  'echo',
  'printf',
  'pwd',
  'true',
  'false',
  ':',
  'set',
  'export',
  'exit',
];
