import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { withoutComments } from '../../src/stale/comments.ts';

describe('taking comments out', () => {
  const cases: [name: string, file: string, text: string, rest: string][] = [
    ['whole lines', 'a.ts', '// gone\n  // gone\nkept\n', '\n\nkept\n'],
    ['blocks of lines', 'a.ts', '/**\n * gone\n */\nkept\n', '\n\n\nkept\n'],
    ['a block and what follows it', 'a.ts', '/* gone */ kept\n', ' kept\n'],
    ['ends of lines', 'a.ts', "const a = 'x'; // gone\n", "const a = 'x'; \n"],
    ['hashes', 'a.py', 'x = 1  # gone\n# gone\n', 'x = 1  \n\n'],
    ['hashes of files known by name', 'deploy/Makefile', '# gone\nall:\n', '\nall:\n'],
    ['dashes', 'a.sql', '-- gone\nselect 1; -- gone\n', '\nselect 1; \n'],
    ['markup', 'a.html', '<!--\ngone\n-->\n<p>\n', '\n\n\n<p>\n'],
  ];
  for (const [name, file, text, rest] of cases) {
    it(`takes out ${name}`, () => assert.equal(withoutComments(file, text), rest));
  }

  it('leaves text where it is in doubt', () => {
    const kept: [string, string][] = [
      ['a.ts', "const url = 'http://x.example'; const b = ' // kept';"],
      ['a.ts', 'const glob = "a/**/b";'],
      ['a.sh', '#!/bin/sh'],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of a shell script
      ['a.sh', 'echo ${#list} $# "# kept"'],
      ['a.py', 'color = "#fff"'],
      ['a.md', '# Title // kept'],
      ['a.unknown', '// kept'],
    ];
    for (const [file, text] of kept) assert.equal(withoutComments(file, text), text, text);
  });

  it('keeps the number of lines of any text', () => {
    const piece = fc.constantFrom(
      '//',
      '/*',
      '*/',
      '#',
      '--',
      '<!--',
      '-->',
      '"',
      "'",
      '`',
      ' ',
      'a',
      '\n',
      '\r\n',
    );
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join('')),
        fc.constantFrom('a.ts', 'a.py', 'a.sql', 'a.html', 'a.css', 'a.ini'),
        (text, file) => withoutComments(file, text).split('\n').length === text.split('\n').length,
      ),
    );
  });
});
