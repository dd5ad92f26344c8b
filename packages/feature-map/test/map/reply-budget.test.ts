import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { FeatureMap } from '../../src/map/types.ts';
import { mapOf } from './rank-map.ts';
import { allPieces, ask, callsIn } from './reply-call.ts';

/** Texts with all that makes counting bytes hard. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'word ',
        'turnstile ',
        'é',
        '語',
        '👩‍👩‍👧',
        '\r\n',
        '\n',
        '\r',
        '`',
        '|',
        '[',
        ']\n[',
        '"',
        '\\',
      ),
      fc.string({ unit: 'binary', maxLength: 20 }),
    ),
    { maxLength: 400 },
  )
  .map((units) => units.join(''));
const name = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.constantFrom('Map', 'What it does', 'turnstile'),
);
const page = fc
  .tuple(name, fc.array(fc.tuple(fc.constantFrom('##', '##', '###'), name, text), { maxLength: 4 }))
  .map(
    ([title, parts]) =>
      `# ${title}\n\n${parts.map(([mark, heading, body]) => `${mark} ${heading}\n\n${body}\n`).join('\n')}`,
  );
const path = fc
  .tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 150 }), fc.boolean())
  .map(([stem, deep]) => `${deep ? 'folder/'.repeat(12) : ''}${stem.replaceAll('/', '-')}.md`);
const anyMap = fc
  .tuple(fc.dictionary(path, page, { minKeys: 1, maxKeys: 4 }), text)
  .map(([pages, index]) => mapOf(pages, index));
const budget = fc.integer({ min: 1024, max: 2600 });

/** The calls that name each page, section and part, and their texts. */
function namedTexts(map: FeatureMap): [Record<string, unknown>, string][] {
  return map.pages.flatMap(({ path, text, sections }): [Record<string, unknown>, string][] => [
    [{ page: path, full: true }, text],
    ...sections.flatMap((section): [Record<string, unknown>, string][] => [
      [{ page: path, section: section.name }, text.slice(section.start, section.end)],
      ...section.parts.map((part): [Record<string, unknown>, string] => [
        { page: path, section: section.name, sub: part.name },
        text.slice(section.start, section.leadEnd) + text.slice(part.start, part.end),
      ]),
    ]),
  ]);
}

test('the pieces of any page, section and part, got by the calls that the replies give, rebuild it', () => {
  fc.assert(
    fc.property(anyMap, budget, (map, maxBytes) => {
      assert.equal(allPieces(map, {}, maxBytes).join(''), map.index);
      for (const [call, expected] of namedTexts(map)) {
        assert.equal(allPieces(map, call, maxBytes).join(''), expected, JSON.stringify(call));
      }
    }),
    { numRuns: 150 },
  );
});

test('every form of call keeps the budget on any map, and every call that a reply offers works', () => {
  fc.assert(
    fc.property(anyMap, budget, name, fc.nat(3000), (map, maxBytes, topic, offset) => {
      const wanted = topic.trim() === '' ? 'turnstile' : topic;
      const [first] = map.pages;
      for (const args of [
        { topic: wanted },
        { topic: 'turnstile word' },
        { topic: wanted, skeleton: true, offset },
        { page: wanted, offset },
        { page: first?.path },
        { page: first?.path, offset },
        { page: first?.path, section: wanted, offset },
        { page: first?.path, full: true, offset },
      ]) {
        const reply = ask(map, args, { maxBytes });
        const [header, closing] = [
          reply.text.split('\n', 1)[0] ?? '',
          reply.text.slice(reply.text.lastIndexOf('\n')),
        ];
        for (const call of callsIn(header + closing)) {
          if (Object.values(call).includes('...')) continue;
          assert.equal(
            ask(map, call, { maxBytes }).isError,
            reply.isError && 'offset' in call,
            JSON.stringify(call),
          );
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('lone surrogates in a map are counted as the bytes they become', () => {
  const map = mapOf({ 'a.md': `## One\n\n${'\ud800'.repeat(2000)}` });
  const sent = allPieces(map, { page: 'a.md', full: true }, 1024).join('');
  assert.equal(sent, Buffer.from(map.pages[0]?.text ?? '').toString());
});
