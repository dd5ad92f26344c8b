import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parsePage } from '../../src/map/page.ts';
import { structuralMarkdown } from './markdown-alphabet.ts';

function names(text: string): string[] {
  return parsePage('page.md', text).sections.map(({ name }) => name);
}

function lines(...text: string[]): string {
  return text.join('\n');
}

describe('sections of a page', () => {
  it('are its `##` headings, each up to the next heading of its level or above', () => {
    const text = lines(
      '# Title',
      'intro',
      '## One',
      'a',
      '### Part',
      'b',
      '#### deep',
      '## Two',
      'c',
      '# Other',
      'd',
      '',
    );
    const { title, sections } = parsePage('page.md', text);
    assert.equal(title, 'Title');
    assert.deepEqual(
      sections.map(({ start, end }) => text.slice(start, end)),
      ['## One\na\n### Part\nb\n#### deep\n', '## Two\nc\n'],
    );
    assert.deepEqual(
      sections.map(({ line }) => line),
      [2, 7],
    );
  });

  it('have `###` parts, and the text before the first of them as their lead', () => {
    const text = lines('## One', 'lead', '### A', 'a', '### B', 'b', '## Two', 'none');
    const [one, two] = parsePage('page.md', text).sections;
    assert.equal(text.slice(one?.start, one?.leadEnd), '## One\nlead\n');
    assert.deepEqual(
      one?.parts.map(({ name, line, start, end }) => [name, line, text.slice(start, end)]),
      [
        ['A', 2, '### A\na\n'],
        ['B', 4, '### B\nb\n'],
      ],
    );
    assert.equal(two?.leadEnd, two?.end);
  });

  const fences: [string, string][] = [
    ['backticks', '```\n## no\n```'],
    ['tildes', '~~~ md\n## no\n~~~'],
    ['a longer fence that a shorter one does not close', '`````\n```\n## no\n`````'],
    ['a fence that the other kind does not close', '~~~\n```\n## no\n~~~'],
    ['a closing fence with text behind it, which closes nothing', '```\n``` a\n## no\n```'],
    ['an indented fence', '   ```\n## no\n   ```'],
    ['indented code', 'text\n\n    ## no\n\t## no'],
    ['a fence in a list', '- item\n\n  ```\n  ## no\n  ```\n  ## no'],
    ['a list', '- ## no\n1. ## no\n   - a\n\n     ## no'],
    ['a quote', '> ## no\n> > ## no'],
    ['a comment', '<!--\n## no\n-->'],
    ['a comment in one line', '<!-- ## no -->'],
    ['raw HTML', '<pre>\n\n## no\n</pre>'],
    ['an HTML block', '<details>\n## no\n'],
  ];
  for (const [place, block] of fences) {
    it(`are not found in ${place}`, () => {
      assert.deepEqual(names(`## Before\n${block}\n\n## Behind\n`), ['Before', 'Behind']);
    });
  }

  it('of a fence that nothing closes end with the page', () => {
    assert.deepEqual(names('## One\n```\n## no\n'), ['One']);
  });

  it('may be setext headings', () => {
    const page = parsePage('page.md', lines('Title', '=====', '', 'One', 'more', '---', 'a', '', '---', ''));
    assert.equal(page.title, 'Title');
    assert.deepEqual(
      page.sections.map(({ name, line }) => [name, line]),
      [['One more', 3]],
    );
  });

  it('are not made by an underline below link definitions alone', () => {
    assert.deepEqual(names(lines('## One', '', '[a]: b.md', '---', '', 'x')), ['One']);
  });

  for (const [name, ending] of [
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ] as const) {
    it(`are the same with ${name} line endings and a byte order mark`, () => {
      const text = `\ufeff${['# Title', '', '## One', 'a', '### Part', '## Two', ''].join(ending)}`;
      const page = parsePage('page.md', text);
      assert.equal(page.title, 'Title');
      assert.deepEqual(
        page.sections.map((section) => [
          section.name,
          section.line,
          text.slice(section.start, section.start + 6),
        ]),
        [
          ['One', 2, '## One'],
          ['Two', 5, '## Two'],
        ],
      );
    });
  }

  it('are found where the file starts with one', () => {
    const page = parsePage('page.md', '## One\na\n');
    assert.equal(page.title, undefined);
    assert.deepEqual(names('\ufeff## One\n'), ['One']);
  });

  it('are one chunk, named by its title, in a page without `##`', () => {
    const text = lines('<!-- c -->', '# The title', 'text', '### Part', 'more');
    const [chunk, ...others] = parsePage('page.md', text).sections;
    assert.deepEqual(others, []);
    assert.deepEqual(
      [chunk?.name, chunk?.heading, chunk?.line, chunk?.start, chunk?.end],
      ['The title', 'The title', 1, 0, text.length],
    );
    assert.deepEqual(
      chunk?.parts.map(({ name, start, end }) => [name, text.slice(start, end)]),
      [['Part', '### Part\nmore']],
    );
  });

  it('are one chunk, named by its file, in a page without any heading', () => {
    const [chunk] = parsePage('host/pi.md', '\n\njust text\n').sections;
    assert.deepEqual([chunk?.name, chunk?.line], ['pi', 2]);
  });

  it('are none in an empty page', () => {
    assert.deepEqual(names(' \n\n'), []);
  });

  it('are named without inline markup', () => {
    assert.deepEqual(names('## `foo()` and [bar](x) ##\n## **Bold** `a_b`\n'), ['foo() and bar', 'Bold a_b']);
  });

  it('of one name are addressable by number', () => {
    assert.deepEqual(names('## Map\n## Map\n## Other\n## Map\n'), ['Map', 'Map 2', 'Other', 'Map 3']);
    const [section] = parsePage('page.md', '## One\n### A\n### A\n').sections;
    assert.deepEqual(
      section?.parts.map(({ name }) => name),
      ['A', 'A 2'],
    );
  });

  it('of one name do not take the name of another heading', () => {
    assert.deepEqual(names('## Map\n## Map\n## Map 2\n'), ['Map', 'Map 3', 'Map 2']);
  });

  it('without a text have a name all the same', () => {
    assert.deepEqual(names('##\n## \n'), ['untitled', 'untitled 2']);
  });

  it('tile the text from the first heading on, with distinct names, for any document', () => {
    fc.assert(
      fc.property(structuralMarkdown, (text) => {
        const { sections } = parsePage('page.md', text);
        assert.equal(new Set(sections.map(({ name }) => name)).size, sections.length);
        let last = 0;
        for (const { start, leadEnd, end, parts } of sections) {
          assert.ok(last <= start && start <= leadEnd && leadEnd <= end && end <= text.length);
          const pieces = [
            text.slice(start, leadEnd),
            ...parts.map((part) => text.slice(part.start, part.end)),
          ];
          assert.equal(pieces.join(''), text.slice(start, end));
          last = end;
        }
      }),
      { seed: 20_260, numRuns: 3_000 },
    );
  });
});
