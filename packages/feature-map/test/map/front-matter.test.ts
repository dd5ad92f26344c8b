import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { frontEnd, withoutFront } from '../../src/map/front-matter.ts';
import { parseIndexTable } from '../../src/map/index-table.ts';
import { parsePage } from '../../src/map/page.ts';
import { strayRows } from '../../src/map/stray-rows.ts';
import { structuralMarkdown } from './markdown-alphabet.ts';
import { mapOf } from './rank-map.ts';
import { allPieces } from './reply-call.ts';

const FRONTS = [
  '---\ntitle: Gate\ntags: [a, b]\n---\n',
  '---\r\ntitle: Gate\r\n---\r\n',
  '---\nnote: |\n  # Not a title\n\n  ## Not a section\n...\n',
  '+++\ntext = """\n## Not a section\n"""\n+++\n',
  '---\n\ntitle: Gate\n---\n',
];

describe('front matter', () => {
  it('is no Markdown: its last line underlines nothing, and it holds no heading, title or status', () => {
    for (const front of FRONTS) {
      for (const mark of ['', '\ufeff']) {
        const text = `${mark}${front}# Gate\n\nStatus: shipped · Read when: x\n\n## Map\n\ny\n`;
        const { title, trigger, sections } = parsePage('gate.md', text);
        assert.deepEqual([title, trigger, sections.map(({ name }) => name)], ['Gate', 'x', ['Map']], front);
        const [section] = sections;
        assert.equal(text.slice(section?.start, section?.end), '## Map\n\ny\n');
        assert.equal(text.split('\n')[section?.line ?? 0], '## Map');
      }
    }
  });

  it('holds no row of the index, in its table or beside it', () => {
    const table = '| Feature | Doc | Read when |\n| --- | --- | --- |\n';
    const index = `---\nnote: |\n\n  x\n\n${table}| Old | [o](old.md) | x |\n---\n\n${table}| New | [n](new.md) | y |\n`;
    const parsed = parseIndexTable(index);
    assert.deepEqual(
      parsed?.rows.map(({ page, line }) => [page, line]),
      [['new.md', 12]],
    );
    assert.deepEqual([...strayRows(index, parsed ?? { rows: [], firstLine: 0, lastLine: 0 }).keys()], []);
  });

  it('is a part of the page in a `full` reply, piece by piece', () => {
    const text = `${FRONTS[2]}# Gate\n\n${'A sentence about the gate. '.repeat(200)}\n\n## Map\n\ny\n`;
    assert.equal(allPieces(mapOf({ 'gate.md': text }), { page: 'gate.md', full: true }, 1024).join(''), text);
  });

  it('leaves a page that has nothing else as one section, at its first line', () => {
    const [section] = parsePage('gate.md', '---\ntitle: Gate\n---\n').sections;
    assert.deepEqual([section?.name, section?.line, section?.start, section?.end], ['gate', 0, 0, 20]);
    const [behind] = parsePage('gate.md', '---\ntitle: Gate\n---\n\ntext\n').sections;
    assert.equal(behind?.line, 4);
  });

  it('is none where nothing closes it, and where a rule stands above a blank line', () => {
    for (const text of [
      '---\n# Gate\n\n## Map\n',
      '---\n\n# Gate\n\n## Map\n\n---\n\nx\n',
      '---\n \nSome text. See: x\n\n---\n',
      '--- x\n---\n',
    ]) {
      assert.equal(frontEnd(text), 0, text);
      assert.equal(withoutFront(text), text);
    }
  });

  it('changes nothing behind it but the places, for any document', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FRONTS), structuralMarkdown, (front, rest) => {
        const places = (text: string, shift: number) =>
          parsePage('p.md', text)
            .sections.filter(({ name }) => name !== 'p')
            .map(({ name, start, end }) => [name, Math.max(0, start - shift), end - shift]);
        // Behind front matter a text does not begin with any of its own.
        fc.pre(frontEnd(rest) === 0 && !rest.startsWith('\ufeff') && !/^\n/.test(rest));
        assert.deepEqual(places(front + rest, front.length), places(rest, 0));
      }),
      { seed: 20_260, numRuns: 1_000 },
    );
  });
});
