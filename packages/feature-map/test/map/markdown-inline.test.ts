import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { readInline } from '../../src/map/markdown/inline.ts';

type Node = { type: string; value?: string; alt?: string | null | undefined; children?: Node[] };

/** What a reader sees of a heading, by the oracle's tree. */
function oracleText(heading: string): string {
  const seen = (node: Node): string => {
    if (node.type === 'html') return '';
    if (node.type === 'break') return ' ';
    return node.value ?? node.alt ?? node.children?.map(seen).join('') ?? '';
  };
  return seen(fromMarkdown(`# ${heading}\n`))
    .replace(/\s+/g, ' ')
    .trim();
}

const HEADINGS = [
  'Plain words',
  '`foo()` and [bar](x)',
  '``a ` b`` and `c',
  'The `sourceTools`, `exemptPaths` keys',
  '*em* and **strong** and ***both***',
  '_em_ and __strong__ but snake_case_name and 2 * 3 * 4',
  'src/*.ts and `test/*.ts`',
  '**bold `code` [link](a.md "title")**',
  '![alt text](a.png) and [![badge](b.png)](c.md)',
  '[a](<b c.md>) [d](e\\)f) [g](h(i)j)',
  '[not a link] (x) and [open',
  '[link [nested] text](x)',
  '<https://example.com/a.md> and <a@b.example>',
  'an <a id="x"></a>anchor <!-- hidden --> here',
  'escaped \\*stars\\* and \\`ticks\\` and \\[brackets\\]',
  'Q&amp;A &lt;T&gt; &#65; &#x42;',
  '*a _b* c_',
  '[*a](x) b*',
  'a * b _ c',
  'back\\slash \\',
  '[a](b c) [a](b "c" d)',
  '`a`b`c`',
];

describe('inline markup', () => {
  for (const heading of HEADINGS) {
    it(`reads ${JSON.stringify(heading)} as the oracle does`, () => {
      assert.equal(readInline(heading).text, oracleText(heading));
    });
  }

  it('keeps a type parameter, which the author wants read', () => {
    assert.equal(readInline('`Map` of Page<T> and Set<Key>').text, 'Map of Page<T> and Set<Key>');
  });

  it('gives links in order, images left out, escapes resolved', () => {
    const { destinations } = readInline(
      '[a](one.md) ![b](two.png) [![c](three.png)](four\\_4.md) <https://five.example>',
    );
    assert.deepEqual(destinations, ['one.md', 'four_4.md', 'https://five.example']);
  });

  it('resolves reference links against the definitions it is given', () => {
    const definitions = new Map([['a b', 'one.md']]);
    assert.deepEqual(readInline('[x][A  b] [a b][] [a B] [c] [d][e]', definitions), {
      text: 'x a b a B [c] [d][e]',
      prose: 'x a b a B [c] [d][e]',
      destinations: ['one.md', 'one.md', 'one.md'],
    });
  });

  it('tells prose from code', () => {
    assert.equal(readInline('see `a.md` for more').prose, 'see for more');
  });

  it('never throws, and adds nothing but replaced references', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      '`',
      '``',
      '*',
      '**',
      '_',
      '<',
      '>',
      '!',
      '\\',
      '&#',
      '"',
      ' ',
      'a',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const markdown = pieces.join('');
        assert.ok(readInline(markdown).text.length <= markdown.length);
      }),
      { seed: 20_260, numRuns: 2_000 },
    );
  });
});
