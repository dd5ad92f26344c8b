import fc from 'fast-check';
import { PAGE_FORM } from '../../src/map/page-form.ts';

const words = fc
  .array(
    fc.constantFrom('the', 'guard', 'denies', '`asked`', 'once', 'größe', '地図', 'a_b', '*x*', '1.', '#'),
    {
      minLength: 1,
      maxLength: 40,
    },
  )
  .map((list) => list.join(' '));

/** Text that begins no block of another kind. */
const prose = words.map((text) => `Text ${text}`);
const name = fc.constantFrom(
  'Retry',
  'The `asked` flag',
  'Why not C #',
  'Límites',
  'a',
  'Guard and map, both',
);
const leadIn = fc
  .tuple(name, prose, fc.constantFrom('**N.** T', '**N:** T', '**N**: T', '__N.__ T', '**N** T', '**N?** T'))
  .map(([label, text, form]) => form.replace('N', label).replace('T', text));

const wrapped = fc.array(prose, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n'));
const fence = fc
  .tuple(
    fc.constantFrom('```', '~~~~', '````md'),
    fc.array(fc.constantFrom('## no', '- no', '', '### no', '```', '**No.** x'), { maxLength: 9 }),
  )
  .map(([mark, lines]) => {
    const close = /^(?:`+|~+)/.exec(mark)?.[0] ?? '';
    return [mark, ...lines.filter((line) => !line.startsWith(close)), close].join('\n');
  });
const item = fc
  .tuple(
    fc.constantFrom('- ', '* ', '1. '),
    fc.oneof(leadIn, prose),
    fc.array(fc.oneof(fence, prose, fc.constant('- nested\n- nested'), fc.constant('    deep')), {
      maxLength: 2,
    }),
  )
  .map(([marker, text, nested]) => {
    const indent = ' '.repeat(marker.length);
    return [marker + text, ...nested.map((block) => `\n${block.replace(/^(?=.)/gm, indent)}`)].join('\n');
  });
const list = fc
  .tuple(fc.array(item, { minLength: 1, maxLength: 9 }), fc.constantFrom('\n', '\n\n'))
  .map(([items, between]) => items.join(between));
const table = fc
  .array(words, { minLength: 1, maxLength: 9 })
  .map((rows) => ['| A | B |', '|---|---|', ...rows.map((row) => `| ${row} | - |`)].join('\n'));
const quoted = wrapped.map((text) => text.replace(/^/gm, '> '));
const html = fc.oneof(
  wrapped.map((text) => `<div>\n${text}\n</div>`),
  wrapped.map((text) => `<details>\n<summary>s</summary>\n\n${text}\n\n- x\n\n</details>`),
  wrapped.map((text) => `<!--\n${text}\n\n## no\n-->`),
  fc.constant('<!-- map: allow stale -->'),
);

const block = fc.oneof(
  { weight: 4, arbitrary: wrapped },
  { weight: 3, arbitrary: leadIn },
  { weight: 3, arbitrary: list },
  { weight: 2, arbitrary: fence },
  { weight: 1, arbitrary: table },
  { weight: 1, arbitrary: quoted },
  { weight: 1, arbitrary: html },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '    code\n\n    code',
      '---',
      '#### Deeper',
      '[a]: b.md',
      'Steps:',
      '**Traps**',
    ),
  },
);
/** Blocks, most of them with a blank line between them. */
const blocks = fc
  .array(fc.tuple(block, fc.constantFrom('\n\n', '\n\n', '\n\n', '\n\n\n', '\n')), { maxLength: 12 })
  .map((list) =>
    list
      .map(([text, between]) => text + between)
      .join('')
      .trimEnd(),
  );

const part = fc.tuple(name, blocks).map(([heading, body]) => `### ${heading}\n\n${body}`);
const section = fc
  .tuple(
    fc.oneof(fc.constantFrom(...PAGE_FORM), name),
    fc.constantFrom('## H', '## H ##', 'H\n---'),
    blocks,
    fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(part, { maxLength: 3 })),
  )
  .map(([heading, form, body, parts]) => [form.replace('H', heading), body, ...parts].join('\n\n'));

const head = fc.tuple(
  fc.constantFrom(
    ...['', '', '', '', '---\ntitle: x\ntags:\n  - a\n---', '---\n\n# made\n"a": |\n  ```\n---'],
    '+++\na = 1\n## no\n+++',
  ),
  fc.constantFrom('', '# Guard', 'Guard\n=====', '#', '# <!-- no name yet -->'),
  fc.constantFrom(
    '',
    'Status: shipped · Read when: changing\nthe guard',
    'Status: shipped',
    '**Status:** x · **Read when:**',
  ),
  fc.oneof(fc.constant(''), blocks),
);
const tail = fc.constantFrom('', '', '', '', '```\nnever closed', '<!-- never closed');

/** Puts line endings in: `index` counts the lines. */
const ENDINGS: Record<string, (index: number) => string> = {
  lf: () => '\n',
  crlf: () => '\r\n',
  mixed: (index) => (index % 3 === 0 ? '\r\n' : '\n'),
};

/** Pages as authors write them: with or without a title, status, form, parts, and with blocks of every kind. */
export const pageText: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '', '\ufeff'),
    head,
    fc.array(section, { maxLength: 5 }),
    tail,
    fc.constantFrom('\n', '\n', '', '\n\n'),
    fc.constantFrom('lf', 'crlf', 'mixed'),
  )
  .map(([mark, start, sections, end, final, endings]) => {
    const text = [...start, ...sections, end].filter((piece) => piece !== '').join('\n\n') + final;
    const ending = ENDINGS[endings];
    let index = 0;
    return mark + text.replaceAll('\n', () => ending?.(index++) ?? '\n');
  });

/** Limits from the smallest that the settings allow to one that little exceeds. */
export const sectionLimit = fc.constantFrom(256, 300, 512, 1024, 2048);
