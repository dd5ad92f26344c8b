import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { DOCUMENT_PATHS, DOCUMENTS, packageTemplates } from '../../src/init/documents.ts';
import { findFillIns, render } from '../../src/init/render.ts';
import type { ProjectValues } from '../../src/init/values.ts';
import { checkMap } from '../../src/map/check.ts';
import { parseIndexTable } from '../../src/map/index-table.ts';
import { parsePage } from '../../src/map/page.ts';
import { PAGE_FORM } from '../../src/map/page-form.ts';
import { scanSections } from '../../src/map/scan.ts';
import { MAP_INDEX } from '../../src/map-root.ts';

const VALUES: ProjectValues = {
  project: 'Tide',
  summary: 'Says when to sail.',
  date: '2024-05-06',
  commit: 'abc123',
};
const NONE: ProjectValues = { project: undefined, summary: undefined, date: undefined, commit: undefined };
const INDEX = packageTemplates('docs/features/README.md');

/** A map of nothing but an index. */
function mapOf(index: string) {
  return { root: '/p', index, table: parseIndexTable(index), pages: [], unreadable: [] };
}

describe('the templates', () => {
  it('have the suffix .tmpl, all of them, so that no host takes one for live instructions', () => {
    const files = readdirSync(new URL('../../templates/', import.meta.url)).sort();
    assert.deepEqual(files, Object.values(DOCUMENTS).sort());
    for (const file of files) assert.match(file, /\.md\.tmpl$/);
  });

  it('are those of the four documents, the index where a map is looked for', () => {
    assert.deepEqual(DOCUMENT_PATHS, ['AGENTS.md', 'HANDOFF.md', 'docs/SPEC.md', MAP_INDEX]);
  });

  for (const path of DOCUMENT_PATHS) {
    it(`become ${path} with every value, one title and no marker left`, () => {
      const { text, missing } = render(packageTemplates(path), VALUES);
      assert.deepEqual(missing, []);
      assert.doesNotMatch(text, /\{\{|\}\}|\.tmpl|undefined/);
      const titles = scanSections(text).headings.filter(({ depth }) => depth === 1);
      assert.equal(titles.length, 1);
      assert.match(titles[0]?.text ?? '', /Tide/);
      assert.ok(text.endsWith('\n') && !text.endsWith('\n\n') && !text.includes('\r'));
    });
  }

  it('name no language, tool or machine', () => {
    const all = DOCUMENT_PATHS.map(packageTemplates).join('\n');
    const particular =
      /\b(?:npm|node|python|pip|cargo|rust|java|docker|git|github|claude|gpt|linux|windows|mac)\b/i;
    assert.doesNotMatch(all, particular);
    assert.doesNotMatch(all, /feature_map|https?:|\/home\/|C:\\/);
  });

  it('are small enough for a document that every session loads', () => {
    assert.ok(Buffer.byteLength(packageTemplates('AGENTS.md')) <= 2048);
  });
});

describe('the scaffolded index', () => {
  it('is clean for the checker, its placeholder row recognised', () => {
    for (const values of [VALUES, NONE]) {
      const map = mapOf(render(INDEX, values).text);
      assert.deepEqual(
        map.table?.rows.map(({ placeholder }) => placeholder),
        [true],
      );
      assert.deepEqual(checkMap(map, { maxSectionBytes: 2048 }).findings, []);
    }
  });

  it('shows a page form with which a page passes the checker without advice', () => {
    const form = /^```markdown\n([\s\S]*?)^```$/m.exec(render(INDEX, VALUES).text)?.[1] ?? '';
    const page = parsePage('first.md', form);
    assert.deepEqual(
      page.sections.map(({ heading }) => heading),
      PAGE_FORM,
    );
    const index = INDEX.replace(/^.*placeholder.*$/m, '| First | [first.md](first.md) | beginning |');
    const map = { ...mapOf(index), pages: [page] };
    assert.deepEqual(checkMap(map, { maxSectionBytes: 2048 }).findings, []);
  });
});

describe('render', () => {
  it('leaves a value that is not known visible, and lists it', () => {
    const { text, missing, fillIns } = render('# {{project}}\n\n{{summary}} {{summary}}\n', {
      ...VALUES,
      summary: ' ',
    });
    assert.deepEqual(missing, ['summary']);
    assert.match(text, /^# Tide\n\n\[fill in: one sentence that says what this project is for\] \[fill in/);
    assert.deepEqual(
      fillIns,
      Array(2).fill({ line: 3, what: 'one sentence that says what this project is for' }),
    );
  });

  it('lists the places that the template leaves to an author, with their lines', () => {
    assert.deepEqual(findFillIns('a\n[fill in: x] b [fill in: y]\n\\[fill in: z\\]\n'), [
      { line: 2, what: 'x' },
      { line: 2, what: 'y' },
    ]);
  });

  it('puts values in once: a marker within a value stays text', () => {
    const values = { ...VALUES, project: '{{summary}}', summary: '{{project}} $& $1 [fill in: x]' };
    const { text, missing, fillIns } = render('{{project}} / {{summary}}', values);
    assert.equal(text, '\\{\\{summary\\}\\} / \\{\\{project\\}\\} $& $1 \\[fill in: x\\]');
    assert.deepEqual([missing, fillIns], [[], []]);
  });

  it('refuses a template that asks for what does not exist', () => {
    assert.throws(() => render('{{person}}', VALUES), /\{\{person\}\}/);
    assert.throws(() => render('{{constructor}}', VALUES), /constructor/);
  });

  it('keeps the shape of every document, whatever the values hold', () => {
    const hostile = fc.string({
      unit: fc.constantFrom(
        ...'a1 #>-=*_`~|[]()<>!&;:\\"\n\r'.split(''),
        '<!--',
        '-->',
        '{{x}}',
        '```\n',
        '\n\n# ',
        '\u202e',
      ),
      maxLength: 40,
    });
    fc.assert(
      fc.property(hostile, hostile, hostile, (project, summary, commit) => {
        for (const path of DOCUMENT_PATHS) {
          const { text, fillIns } = render(packageTemplates(path), { ...VALUES, project, summary, commit });
          const plain = render(packageTemplates(path), VALUES);
          const shape = (document: string) =>
            scanSections(document)
              .headings.slice(1)
              .map(({ depth, line, text: heading }) => [depth, line, heading]);
          assert.deepEqual(shape(text), shape(plain.text));
          assert.ok(fillIns.length >= plain.fillIns.length);
          assert.doesNotMatch(text, /\{\{|\u202e/);
        }
        const rows = parseIndexTable(render(INDEX, { ...VALUES, project, summary }).text)?.rows;
        assert.deepEqual(
          rows?.map(({ placeholder, line }) => [placeholder, line]),
          [[true, 7]],
        );
      }),
      { numRuns: 300 },
    );
  });
});
