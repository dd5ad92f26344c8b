import fc from 'fast-check';

/** What a line can begin with, one behind the other. */
const PREFIXES = [
  ...['- ', '* ', '+ ', '-', '*', '-\t', '1. ', '1) ', '2. ', '10. ', '1.', '123456789. ', '1234567890. '],
  ...['> ', '>', '>\t', ' > ', '    > '],
  ...[' ', '  ', '   ', '    ', '     ', '\t', ' \t', '      '],
];

/** What a line can hold behind its prefixes. */
const BODIES = [
  ...['', '', 'a', 'b c', '\\', '|', 'é', '😀', '\u00a0', '\f', '&amp;', 'a  ', 'a\\'],
  ...['# h', '## h', '### h ###', '#', '####### h', '#h', '# ', '#\th'],
  ...['===', '=', '= =', '---', '-', '--', '--- ', '- - -', '***', '* * *', '_ _ _', '__', '+++'],
  ...['```', '````', '``', '``` js', '``` a`b', '~~~', '~~~~~', '~~~ a`b', '~~', '`'],
  ...['<script>', '<pre', '</pre>', '<style>a</style>', '<textarea>', '</script>'],
  ...['<!--', '-->', '<!-- a -->', '<!-->', '<?', '?>', '<?>', '<!A', '<!a>', '>', '<!'],
  ...['<![CDATA[', ']]>', ']]]>', '<div>', '</div>', '<div', '<div/>', '<div/', '<h1', '<DIV a'],
  ...['<x>', '</x >', '<x y="z">', "<x y='z' />", '<x y=z>', '<x y=>', '<x', '<x> a', '<b>a</b>', '<x/y>'],
  ...[
    '[a]: b',
    '[a]:',
    '[a]: <b c>',
    '[a]: b "t"',
    '[a]: b "t',
    't"',
    "'t'",
    '(t)',
    '[a]',
    '[a',
    ']: b',
    '[a]: b c',
  ],
  ...['[]: b', '[\\]]: b', '[a]: (b', '[a]: b)', '[a]: <b', 'b', '[a]: b\\ (t)'],
];

/** Lines that show which block is open where they stand: each is a heading in one state and text in another. */
const PROBES = ['# h', '## h', '   ### h', 'a\n===', 'a\n---', '===', '---', ' # h'];

const prefixes = fc.oneof(
  { weight: 3, arbitrary: fc.constant<string[]>([]) },
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...PREFIXES), { minLength: 1, maxLength: 3 }) },
);
const body = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...BODIES) },
  { weight: 1, arbitrary: fc.constantFrom('', 'a') },
  { weight: 1, arbitrary: fc.constantFrom(...PROBES) },
);
const ending = fc.oneof(
  { weight: 12, arbitrary: fc.constant('\n') },
  { weight: 2, arbitrary: fc.constant('\r\n') },
  { weight: 2, arbitrary: fc.constant('\r') },
  { weight: 3, arbitrary: fc.constant('\n\n') },
  { weight: 1, arbitrary: fc.constant('') },
);

const line = fc
  .oneof(
    { weight: 4, arbitrary: fc.tuple(prefixes, body) },
    { weight: 1, arbitrary: fc.tuple(fc.constant<string[]>([]), fc.constantFrom(...PROBES)) },
  )
  .chain(([before, text]) => ending.map((end) => before.join('') + text + end));

/** Markdown texts of one to nine lines that are made of nothing but block structure, a probe at the end. */
export const structuralMarkdown: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '', '', '\ufeff'),
    fc.array(line, { minLength: 1, maxLength: 8 }),
    fc.constantFrom(...PROBES),
  )
  .map(([mark, lines, probe]) => mark + lines.join('') + probe);
