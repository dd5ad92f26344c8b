import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { escapeMarkdown, oneLine } from '../../src/init/plain-text.ts';

const MARKUP = fc.string({
  unit: fc.constantFrom(
    ...'ab1 .)#>+-=*_`~|[]()<>!&;{}:\\"\'/\n\té'.split(''),
    '&amp;',
    '<!--',
    '-->',
    '{{x}}',
    '***',
  ),
  maxLength: 30,
});

/** What a reader of a document sees of it, when it is one block of the type and text alone. */
function seen(markdown: string, type: 'paragraph' | 'heading'): string {
  const [block, ...others] = fromMarkdown(markdown).children;
  assert.ok(block?.type === type && others.length === 0, JSON.stringify(markdown));
  return block.children.map((node) => (node.type === 'text' ? node.value : `<${node.type}>`)).join('');
}

describe('oneLine', () => {
  it('makes blanks single spaces and drops what cannot be seen', () => {
    assert.equal(oneLine('  a\r\n\tb\u00a0 c\u0000\u2028d  ', 80), 'a b c d');
    assert.equal(oneLine('\u202eevil\u200b \ufeffname\ud800', 80), 'evil name');
  });

  it('keeps joined emoji and other scripts', () => {
    assert.equal(oneLine('👩\u200d🚀 карта 地図', 80), '👩\u200d🚀 карта 地図');
  });

  it('cuts between characters and says so', () => {
    assert.equal(oneLine('🚀🚀🚀', 3), '🚀🚀🚀');
    assert.equal(oneLine('🚀🚀🚀', 2), '🚀…');
    assert.equal(oneLine(`${' '.repeat(5000)}abc d`, 4), 'abc…');
  });

  it('gives one printable line within the limit, whatever comes in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 }), (text, limit) => {
        const line = oneLine(text, limit);
        assert.ok(Array.from(line).length <= limit);
        assert.equal(line, line.trim());
        assert.doesNotMatch(line, /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e]| {2}/u);
      }),
    );
  });
});

describe('escapeMarkdown', () => {
  it('leaves ordinary names as they are', () => {
    for (const name of ['@scope/my-package', 'snake_case_name', 'C++ & C#', 'v2.0: fast!', 'AT&T']) {
      assert.equal(escapeMarkdown(name), name);
    }
  });

  it('leaves no marker that a program would expand, and no comment', () => {
    assert.doesNotMatch(escapeMarkdown('a {{summary}} b'), /\{\{/);
    assert.doesNotMatch(escapeMarkdown('<!-- feature-map: placeholder -->'), /<!--/);
  });

  it('reads as the text it was made from, as a paragraph and as a heading', () => {
    fc.assert(
      fc.property(MARKUP, (text) => {
        const line = oneLine(text, 100);
        fc.pre(line !== '');
        assert.equal(seen(escapeMarkdown(line), 'paragraph'), line);
        assert.equal(seen(`# ${escapeMarkdown(line)}`, 'heading'), line);
        assert.equal(seen(`# Map of ${escapeMarkdown(line)}`, 'heading'), `Map of ${line}`);
      }),
      { numRuns: 2000 },
    );
  });
});
