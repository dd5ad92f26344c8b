import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { jsonText, visibleLine } from '../../src/map/reply-escape.ts';
import { bodyOf } from '../../src/map/reply-frame.ts';
import { indexOfRows, mapOf, pageOf } from './rank-map.ts';
import { ask, callsIn, closingOf } from './reply-call.ts';

/** Characters that a reader does not see, or that look like another one, and those that replies are framed with. */
const ODD = [
  ...[' ', '  ', '\t', '\n', '\r', '\u0000', '\u001b', '\u0085', '\u00a0', '\u3000', '\u2028', '\u2029'],
  ...[
    '\u202e',
    '\u2066',
    '\u200b',
    '\u200d',
    '\ufeff',
    '\u{e0041}',
    '\ud800',
    '[',
    ']',
    ']\n[',
    '"',
    '\\',
    '\\u0041',
  ],
];
const HIDDEN = /(?!\n)[\p{C}\u2028\u2029]/u;
const oddText = fc
  .array(fc.oneof(fc.constantFrom(...ODD), fc.constantFrom('a', 'b', '設', 'note ')), {
    minLength: 1,
    maxLength: 40,
  })
  .map((units) => units.join(''));
const oddPath = oddText.map((stem) => `${stem.replaceAll('/', '-')}.md`);

/** A page whose text says which one it is. */
function numbered(paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path, i) => [path, `# Page\n\n## Turnstile\n\nNumber ${i}.\n`]));
}

test('every call that a reply offers opens the page that it means, whatever stands in its name', () => {
  const known = [
    'a b.md',
    'a  b.md',
    'a\u00a0b.md',
    'a\u3000b.md',
    'a\u2028b.md',
    ' a b.md',
    'a b .md',
    '設計/概　要.md',
  ];
  fc.assert(
    fc.property(
      fc.uniqueArray(oddPath, { maxLength: 6 }),
      fc.integer({ min: 1024, max: 4000 }),
      (paths, maxBytes) => {
        const all = [...new Set([...known, ...paths])];
        const map = mapOf(numbered(all));
        for (const { path, text } of map.pages) {
          const [section, full] = callsIn(closingOf(ask(map, { page: path }, { maxBytes })));
          assert.deepEqual(ask(map, section, { maxBytes }).shown[0]?.page, path);
          assert.equal(bodyOf(ask(map, full, { maxBytes }).text), text);
        }
      },
    ),
    { numRuns: 100 },
  );
});

test('white space in the name of a page may be written as a plain space while that is unambiguous', () => {
  const one = mapOf(numbered(['設計/概　要.md', 'b.md']));
  assert.equal(ask(one, { page: '設計/概 要', section: 'Turnstile' }).shown[0]?.page, '設計/概　要.md');
  const two = mapOf(numbered(['a\u3000b.md', 'a\u00a0b.md']));
  assert.match(ask(two, { page: 'a b.md' }).text, /"a b\.md" fits 2 pages/);
});

test('no name, title or trigger of a map forges a line of a reply or hides in it', () => {
  fc.assert(
    fc.property(oddPath, oddText, fc.constantFrom('turnstile', 'kubernetes'), (path, odd, topic) => {
      const heading = odd.replace(/[\n\r]/g, ' ');
      const page = `${pageOf(`Turnstile ${heading}`, `changing ${heading}`)}\n## Turnstile ${heading}\n\nx\n\n### Turnstile ${heading}\n`;
      const pages = { [path]: page, 'b.md': pageOf('B', 'b'), 'c.md': pageOf('C', 'c') };
      const map = {
        ...mapOf(pages, indexOfRows(['F', 'b.md', 'b'])),
        unreadable: [{ page: `un${path}`, reason: `has ${odd}` }],
      };
      const shape = ask(map, { page: path }).text;
      assert.doesNotMatch(shape, HIDDEN);
      const { sections = [] } = map.pages.find((other) => other.path === path) ?? {};
      const parts = sections.flatMap((section) => section.parts);
      assert.equal(shape.match(/^##/gm)?.length, sections.length + parts.length);
      for (const args of [
        { page: 'no such' },
        { page: path, section: 'no such' },
        { topic, skeleton: true },
      ]) {
        const { text } = ask(map, args);
        assert.doesNotMatch(text, HIDDEN, JSON.stringify(args));
        assert.equal(text.match(/^\[/gm)?.length, 2, text);
      }
      const { text, shown } = ask(map, { topic });
      const lines = text.split('\n');
      for (const line of [lines[0], lines.at(-1), ...(shown.length > 0 ? [] : lines)]) {
        assert.doesNotMatch(line ?? '', HIDDEN);
      }
    }),
    { numRuns: 200 },
  );
});

test('a page or section can be called as a list shows it', () => {
  fc.assert(
    fc.property(fc.uniqueArray(oddPath, { minLength: 1, maxLength: 4 }), (paths) => {
      const map = mapOf(numbered(paths));
      const lines = bodyOf(ask(map, { page: 'no such' }, { maxBytes: 12_000 }).text).split('\n');
      for (const [i, page] of map.pages.entries()) {
        const [shown = ''] = lines[i]?.split(': Page') ?? [];
        assert.equal(ask(map, { page: shown, section: 'turnstile' }).shown[0]?.page, page.path, shown);
      }
    }),
  );
});

test('the JSON of any value has its value, on one line that shows each character', () => {
  fc.assert(
    fc.property(fc.oneof(oddText, fc.string({ unit: 'binary' })), (value) => {
      const json = jsonText({ value });
      assert.deepEqual(JSON.parse(json), { value });
      assert.equal(visibleLine(json), json);
    }),
  );
});
