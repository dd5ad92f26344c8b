import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Division, divideSection } from '../../src/regen/divide.ts';

const LIMIT = 512;
/** A sentence of about so many bytes. */
const words = (bytes: number) => `${'word '.repeat(Math.max(1, Math.floor(bytes / 5) - 1))}end.`;

function divided(...blocks: string[]): Division {
  return divideSection(`## How\n\n${blocks.join('\n\n')}\n`, LIMIT);
}

/** The first words of each block, headings as they are. */
function outline({ text }: Division): string[] {
  return text
    .split(/\n\n+/)
    .filter((block) => block !== '')
    .map((block) => (block.startsWith('#') ? block : block.slice(0, 12)));
}

describe('a section that is too big', () => {
  it('is left as it is when it fits, or its parts fit with its lead', () => {
    for (const section of [
      `## How\n\n**A.** ${words(400)}\n`,
      `## How\n\n${words(200)}\n\n### A\n\n**B.** ${words(120)}\n\n**C.** ${words(120)}\n\n### D\n\n${words(250)}\n`,
    ]) {
      assert.deepEqual(divideSection(section, LIMIT), { text: section, parts: [] });
    }
  });

  it('is divided at paragraphs with lead-ins, by their names, up to the next one', () => {
    const result = divided(
      `**A.** ${words(200)}`,
      words(200),
      `**B \`c\`:** ${words(200)}`,
      `**D.** ${words(200)}`,
    );
    assert.deepEqual(result.parts, ['A', 'B `c`', 'D']);
    assert.deepEqual(outline(result), [
      ...[
        '## How',
        '### A',
        '**A.** word ',
        'word word wo',
        '### B `c`',
        '**B `c`:** w',
        '### D',
        '**D.** word ',
      ],
    ]);
  });

  it('keeps a short opening as its lead', () => {
    const result = divided('Short opening.', `**A.** ${words(300)}`, `**B.** ${words(300)}`);
    assert.deepEqual(outline(result).slice(0, 3), ['## How', 'Short openin', '### A']);
  });

  it('makes a part of an opening that is long, or would keep a part from fitting', () => {
    for (const [opening, body] of [
      [words(200), words(100)],
      ['Short opening.', words(385)],
    ] as const) {
      const result = divided(opening, `**A.** ${body}`, `**B.** ${words(300)}`);
      assert.deepEqual(result.parts, ['Part 1', 'A', 'B']);
    }
  });

  it('is filled up to the limit where there are no lead-ins, with names to fill in', () => {
    const result = divided(...Array.from({ length: 6 }, () => words(150)));
    assert.deepEqual(result.parts, ['Part 1', 'Part 2', 'Part 3']);
    assert.match(result.text, /^### Part 2 <!-- fill in: a name for this part -->$/m);
  });

  it('names what goes on behind a named part after it', () => {
    const result = divided(`**A.** ${words(300)}`, words(300), words(300), `**B.** ${words(300)}`);
    assert.deepEqual(result.parts, ['A', 'A, part 2', 'A, part 3', 'B']);
  });

  it('is divided at list items with all that is nested in them', () => {
    const item = `- ${words(150)}\n\n  \`\`\`\n  ### no\n  \`\`\`\n\n  - nested ${words(60)}`;
    const result = divided([item, item, item, item].join('\n'));
    assert.deepEqual(result.parts, ['Part 1', 'Part 2', 'Part 3', 'Part 4']);
    assert.equal(result.text.split(item).length, 5);
  });

  it('is divided at items by their lead-ins where all have one, also in ordered and loose lists', () => {
    for (const [marker, between] of [
      ['-', '\n'],
      ['*', '\n\n'],
      ['1.', '\n'],
    ] as const) {
      const items = ['A', 'B', 'C'].map((name) => `${marker} **${name}.** ${words(200)}`);
      const result = divided('Opening.', items.join(between), words(100));
      assert.deepEqual(result.parts, ['A', 'B', 'C', 'Part 1'], marker);
    }
  });

  it('keeps small items together, named by the first and the last of them', () => {
    const items = Array.from({ length: 40 }, (_, index) => `- **N${index}.** Short.`);
    const result = divided(items.join('\n'));
    assert.deepEqual(result.parts, ['N0 … N23', 'N24 … N39']);
  });

  it('divides parts that do not fit, and leaves those that do', () => {
    const result = divided('Lead.', `### Old\n\n${words(300)}`, `### Big\n\n${words(250)}`, words(300));
    assert.deepEqual(result.parts, ['Big, part 2']);
    assert.deepEqual(outline(result).slice(0, 5), ['## How', 'Lead.', '### Old', 'word word wo', '### Big']);
  });

  it('goes on counting where names are taken', () => {
    const result = divided(`### Part 1\n\n${words(300)}`, words(300), `### Part 2\n\n${words(300)}`);
    assert.deepEqual(result.parts, ['Part 3']);
  });

  for (const [what, block] of [
    ['fence', `\`\`\`md\n**A.** ${words(300)}\n\n- b\n\n### c\n\n${words(300)}\n\`\`\``],
    ['table', `| A |\n|---|\n${`| ${words(100)} |\n`.repeat(7)}`],
    ['quote', `> ${words(300)}\n>\n> **A.** ${words(300)}`],
    ['HTML block', `<div>\n${words(300)}\n- ${words(300)}\n</div>`],
    ['comment', `<!--\n${words(300)}\n\n**A.** ${words(300)}\n-->`],
    ['element over several blocks', `<details>\n\n${words(300)}\n\n**A.** ${words(300)}\n\n</details>`],
    ['element of any name', `<main>\n\n${words(300)}\n\n**A.** ${words(300)}\n\n</main>`],
    [
      'component',
      `<Tabs items={['a', 'b']}>\n\n${words(300)}\n\n<Tab>\n\n- ${words(300)}\n</Tab>\n\n</Tabs>`,
    ],
    ['container', `:::tip\n\n${words(300)}\n\n- ${words(300)}\n:::`],
    ['formula', `$$\n\n${words(300)}\n\n${words(300)}\n\n$$`],
    [
      'pair of comments',
      `<!-- toc-start: made -->\n\n${words(300)}\n\n**A.** ${words(300)}\n\n<!-- toc-end -->`,
    ],
    ['indented code', `    ${words(300)}\n\n    ${words(300)}`],
    ['paragraph', `${words(300)}\n${words(300)}`],
    ['list item', `- ${words(300)}\n\n  **A.** ${words(300)}`],
  ] as const) {
    it(`is not divided in a ${what}, but in front of it and behind it`, () => {
      const alone = `## How\n\n${block}\n`;
      const whole = divideSection(alone, LIMIT);
      assert.equal(whole.text.split(block).length, 2);
      assert.equal(divideSection(whole.text, LIMIT).text, whole.text);
      const before = what === 'indented code' ? `#### Example` : words(450);
      const result = divided(before, block, words(450));
      assert.ok(result.parts.length >= 2);
      assert.equal(result.text.split(block).length, 2);
    });
  }

  it('is divided behind a tag that nothing closes, and between tags that are shown or closed at once', () => {
    for (const tag of ['<p>', '<Tabs>', 'Use `<main>` there', '<br>', '<Icon name="x" />', '<b>x</b> y']) {
      const result = divided(tag, words(400), words(400), 'It ends with `</main>` and <b>x</b>');
      assert.ok(result.parts.length >= 2, tag);
    }
  });

  it('is not divided within an element that reaches from its lead into its parts', () => {
    const within = `<main>\n\n${words(300)}\n\n${words(300)}\n\n### A\n\n${words(200)}\n\n</main>`;
    assert.equal(divided(words(400), within).text.split(within).length, 2);
  });

  it('is divided behind its lead where one unit follows that does not fit', () => {
    const result = divided('Short opening.', `**A.** ${words(700)}`);
    assert.deepEqual(outline(result), ['## How', 'Short openin', '### A', '**A.** word ']);
    assert.deepEqual(divideSection(result.text, LIMIT), { text: result.text, parts: [] });
  });

  it('gives up its lead for a unit that then fits, however little room its heading has', () => {
    const result = divided(words(60), `**A.** ${words(450)}`);
    assert.deepEqual(result.parts, ['Part 1', 'A']);
    const [, ...parts] = result.text.split(/^(?=###)/m);
    for (const part of parts) assert.ok(Buffer.byteLength(`## How\n\n${part}`) <= LIMIT);
  });

  it('keeps a heading with what it heads, and a sentence with what it announces', () => {
    const result = divided(words(350), `#### Deeper`, words(200), 'Do this:', `- ${words(200)}`, words(100));
    const below = outline(result).filter((_, index, all) => /^#### |^Do this/.test(all[index - 1] ?? ''));
    assert.deepEqual(below, ['word word wo', '- word word ']);
  });
});
