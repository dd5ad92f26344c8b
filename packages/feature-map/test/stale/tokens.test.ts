import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readTokens } from '../../src/stale/tokens.ts';

const read = (source: string) => readTokens(source).map(({ kind, text }) => `${kind} ${text}`);

describe('the tokens of a block', () => {
  it('are code spans with their wraps joined, the text between them, and comments', () => {
    assert.deepEqual(read('a `b\n   c` d <!-- e --> `` f ` `` \\`g'), [
      'text a ',
      'code b c',
      'text  d ',
      'comment e',
      'text  ',
      'code f `',
      'text  `g',
    ]);
  });

  it('know the link that a code span is all of, and no other', () => {
    const links = readTokens('[`a`](x.md), [see `b`](y.md), [**`c`**](<z z.md> "t"), [`d`]').map(
      ({ link }) => link,
    );
    assert.deepEqual(
      links.filter((link) => link !== undefined),
      ['x.md', 'z z.md'],
    );
  });

  it('are quoted names where a quotation begins and ends like one', () => {
    assert.deepEqual(read('"a b", “c d”. 5" or 6" and "e `f`"').slice(0, 3), [
      'quoted a b',
      'text , ',
      'quoted c d',
    ]);
    assert.deepEqual(
      read('5" or 6"x').map((token) => token.slice(0, 4)),
      ['text'],
    );
  });

  it('take text out of no place and lie in order, for any source', () => {
    const piece = fc.constantFrom(
      '`',
      '``',
      '[',
      ']',
      '(',
      ')',
      '<!--',
      '-->',
      '"',
      '“',
      '”',
      '*',
      '\\',
      ' ',
      'a',
      '\n',
    );
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join('')),
        (source) => {
          let end = 0;
          for (const token of readTokens(source)) {
            if (token.start < end || token.end > source.length) return false;
            end = token.end;
          }
          return true;
        },
      ),
    );
  });
});
