import assert from 'node:assert/strict';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { AdoptResult } from '../../src/adopt/run-adopt.ts';
import { adoptTool } from '../../src/adopt/tool.ts';
import { DOCUMENT_PATHS } from '../../src/init/documents.ts';
import { documentSources } from '../../src/init/project-documents.ts';
import { checkMap } from '../../src/map/check.ts';
import { PAGE_FORM } from '../../src/map/page-form.ts';
import { openMap } from '../../src/map/reader.ts';
import { surroundings } from '../../src/paths.ts';
import { scratch, type Tree } from '../guard/scratch.ts';
import { scratchWriter } from '../init/scratch-writer.ts';

const PAGE = `# Orders\n\nStatus: shipped · Read when: changing orders\n\n${PAGE_FORM.map((name) => `## ${name}\n\nx\n`).join('\n')}`;
const INDEX =
  '# Map\n\n| Feature | Doc | Read when |\n|-|-|-|\n| Orders | [orders.md](orders.md) | changing orders |\n';
const WHOLE: Tree = {
  '.git/': '',
  'AGENTS.md': '# A\n\n## Where to look first\n\n## Process\n\n## COMMANDS:\n\n### 4. Hard rules\n',
  'HANDOFF.md': 'x\n',
  'docs/SPEC.md': 'x\n',
  'docs/features/README.md': INDEX,
  'docs/features/orders.md': PAGE,
};

interface Answer extends AdoptResult {
  text: string;
}

function adopt(t: TestContext, tree: Tree, { refusals = {}, maxBytes = 12_000 } = {}) {
  const root = scratch(t, tree);
  const writer = scratchWriter(root, refusals);
  const now = () => new Date('2024-05-06T12:00:00Z');
  const tool = adoptTool(
    { maxBytes, maxSectionBytes: 2048 },
    surroundings({ home: '/no/such/home' }),
    documentSources({ now }),
  );
  const answer = async (args: unknown = {}): Promise<Answer> => {
    const reply = await tool.run(args, root, () => writer);
    assert.ok(!reply.isError, reply.isError ? reply.text : '');
    return reply.value as Answer;
  };
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  return { root, writer, tool, answer, read };
}

/** A tree without some of its files. */
function without(tree: Tree, ...files: string[]): Tree {
  return Object.fromEntries(Object.entries(tree).filter(([name]) => !files.includes(name)));
}

describe('feature_map_adopt', () => {
  it('has nothing to say of a project whose documents are whole', async (t) => {
    const { answer } = adopt(t, WHOLE);
    const { items, sendToInit, text } = await answer();
    assert.deepEqual([items, sendToInit], [[], false]);
    assert.match(text, /nothing is left to do/);
  });

  it('sends a project without documents and without AGENTS.md to init, and writes nothing there', async (t) => {
    const { root, answer, writer } = adopt(t, {
      'README.md': '# P\n',
      'docs/logo.svg': '',
      'docs/.hidden.md': '',
    });
    const { sendToInit, items, text } = await answer({ apply: true });
    assert.deepEqual([sendToInit, items], [true, []]);
    assert.match(text, /nothing to adopt.*feature_map_init/s);
    assert.deepEqual(writer.asked, []);
    assert.deepEqual(readdirSync(root).sort(), ['README.md', 'docs']);
  });

  for (const [what, tree] of [
    ['AGENTS.md', { 'AGENTS.md': '# A\n' }],
    ['markdown under docs', { 'docs/guide.md': '# G\n' }],
    ['a page without an index', { 'docs/features/orders.md': PAGE }],
    ['a page that cannot be read', { 'docs/features/orders.md': 'a\0b' }],
    ['a handoff', { 'HANDOFF.md': 'x\n' }],
  ] as const) {
    it(`takes ${what} for something to adopt`, async (t) => {
      assert.equal((await adopt(t, tree).answer()).sendToInit, false);
    });
  }

  it('plans the documents that do not exist, and writes them with `apply` alone', async (t) => {
    const { answer, read, writer } = adopt(t, without(WHOLE, 'HANDOFF.md', 'docs/SPEC.md'));
    const plan = await answer();
    assert.deepEqual(
      plan.items.map(({ rule, kind, file, page }) => [rule, kind, file, page]),
      [
        ['adopt/missing-document', 'deterministic', 'HANDOFF.md', '../../HANDOFF.md'],
        ['adopt/missing-document', 'deterministic', 'docs/SPEC.md', '../SPEC.md'],
      ],
    );
    assert.deepEqual(writer.asked, []);

    const { written, items, text } = await answer({ apply: true });
    assert.deepEqual(
      written.map(({ path }) => path),
      ['HANDOFF.md', 'docs/SPEC.md'],
    );
    assert.ok(items.every(({ done }) => done));
    assert.match(text, /Written: HANDOFF\.md\n.*To fill in:\n- HANDOFF\.md:\d+ /s);
    assert.match(read('HANDOFF.md'), /2024-05-06/);
    assert.deepEqual((await answer({ apply: true })).items, []);
  });

  it('never changes a file that exists', async (t) => {
    const { answer, writer, read } = adopt(t, {
      ...WHOLE,
      'AGENTS.md': '# mine\n',
      'docs/features/new.md': '# New\n',
    });
    const before = ['AGENTS.md', 'HANDOFF.md', 'docs/features/README.md', 'docs/features/new.md'].map(read);
    const { items } = await answer({ apply: true });
    assert.ok(items.length > 4);
    assert.deepEqual(writer.asked, []);
    assert.deepEqual(
      ['AGENTS.md', 'HANDOFF.md', 'docs/features/README.md', 'docs/features/new.md'].map(read),
      before,
    );
  });

  it('writes an index that does not exist with the rows of the pages that do', async (t) => {
    const { root, answer, read, writer } = adopt(t, {
      ...without(WHOLE, 'docs/features/README.md'),
      'docs/features/b/pay|ments.md': PAGE.replace('# Orders', '# Payments {{x}} | more'),
    });
    const { items } = await answer({ apply: true });
    assert.deepEqual(
      items.map(({ rule, severity, done }) => [rule, severity, done]),
      [['adopt/missing-document', 'drift', true]],
    );
    assert.deepEqual(writer.asked, [{ file: 'docs/features/README.md', replace: false }]);
    assert.match(
      read('docs/features/README.md'),
      /\n\| Orders \| \[orders\.md\]\(orders\.md\) \| changing orders \|\n/,
    );
    assert.doesNotMatch(read('docs/features/README.md'), /placeholder|\{\{/);
    assert.deepEqual(checkMap(openMap(root).load(), { maxSectionBytes: 2048 }).findings, []);
    assert.deepEqual((await answer()).items, []);
  });

  it('names the blocks of the template that AGENTS.md lacks, by heading, with their text', async (t) => {
    const { answer } = adopt(t, {
      ...WHOLE,
      'AGENTS.md': '# A\n\n```\n## Process\n```\n\nCommands\n--------\n',
    });
    const { items, text } = await answer();
    assert.deepEqual(
      items.map(({ rule, kind, section, file }) => [rule, kind, section, file]),
      [
        ['adopt/missing-block', 'deterministic', 'Where to look first', 'AGENTS.md'],
        ['adopt/missing-block', 'deterministic', 'Process', 'AGENTS.md'],
        ['adopt/missing-block', 'judgment', 'Hard rules', 'AGENTS.md'],
      ],
    );
    assert.match(items[1]?.insert ?? '', /^## Process\n\n1\. Read the page/);
    assert.match(text, /\n {4}## Process\n\n {4}1\. Read the page/);
  });

  it('names the markdown under docs that is outside the map', async (t) => {
    const { answer } = adopt(t, {
      ...WHOLE,
      'docs/guide.md': '# G\n',
      'docs/adr/one.markdown': '# One\n',
      'docs/node_modules/x/README.md': '',
      'docs/notes.txt': '',
      'README.md': '',
    });
    const { items } = await answer();
    assert.deepEqual(
      items.map(({ rule, kind, severity, file, page }) => [rule, kind, severity, file, page]),
      [
        ['adopt/outside-map', 'judgment', 'advice', 'docs/adr/one.markdown', '../adr/one.markdown'],
        ['adopt/outside-map', 'judgment', 'advice', 'docs/guide.md', '../guide.md'],
      ],
    );
  });

  it('reports the map’s own findings, what follows from the files first', async (t) => {
    const { answer } = adopt(t, {
      ...WHOLE,
      'docs/features/README.md': `${INDEX}| Gone | [gone.md](gone.md) | never |\n`,
      'docs/features/refunds.md': PAGE.replace('# Orders', '# Refunds'),
    });
    const { items, text } = await answer();
    assert.deepEqual(
      items.map(({ rule, kind, severity, file, line }) => [rule, kind, severity, file, line]),
      [
        ['index/unlinked-page', 'deterministic', 'drift', 'docs/features/refunds.md', 1],
        ['index/broken-link', 'judgment', 'drift', 'docs/features/README.md', 6],
      ],
    );
    assert.match(text, /2 to do, 1 deterministic .*, 1 judgment/);
    assert.match(
      text,
      /deterministic drift index\/unlinked-page at docs\/features\/refunds\.md:1\n.*\n {4}\| Refunds \|/,
    );
  });

  it('names a document that the writer refuses, and leaves it in the plan', async (t) => {
    const { answer } = adopt(t, without(WHOLE, 'HANDOFF.md', 'docs/SPEC.md'), {
      refusals: { 'HANDOFF.md': 'may not be written in this session' },
    });
    const { items, refused, text } = await answer({ apply: true });
    assert.deepEqual(refused, [{ path: 'HANDOFF.md', reason: 'may not be written in this session' }]);
    assert.deepEqual(
      items.map(({ file, done }) => [file, done]),
      [
        ['HANDOFF.md', undefined],
        ['docs/SPEC.md', true],
      ],
    );
    assert.match(text, /Not written: HANDOFF\.md may not be written in this session/);
    assert.match(text, /1 to do/);
  });

  it('neither reads nor writes by a link that leads out of the project', async (t) => {
    const outside = scratch(t, { 'secret.md': '# Secret heading\n', 'docs/guide.md': '# G\n' });
    const { root, answer, writer } = adopt(t, without(WHOLE, 'AGENTS.md', 'HANDOFF.md'));
    symlinkSync(join(outside, 'secret.md'), join(root, 'AGENTS.md'));
    symlinkSync(join(outside, 'new.md'), join(root, 'HANDOFF.md'));
    symlinkSync(join(outside, 'docs'), join(root, 'docs/more'));
    const { items, text } = await answer({ apply: true });
    assert.deepEqual(
      items.map(({ rule, kind, file }) => [rule, kind, file]),
      [
        ['adopt/missing-document', 'judgment', 'AGENTS.md'],
        ['adopt/missing-document', 'judgment', 'HANDOFF.md'],
      ],
    );
    assert.match(text, /leads out of the project/);
    assert.deepEqual(writer.asked, []);
    assert.deepEqual(readdirSync(outside).sort(), ['docs', 'secret.md']);
  });

  it('does not look into a docs folder that lies elsewhere', async (t) => {
    const outside = scratch(t, { 'guide.md': '# G\n' });
    const { root, answer, writer } = adopt(t, { 'AGENTS.md': '# A\n' });
    symlinkSync(outside, join(root, 'docs'));
    const { items } = await answer({ apply: true });
    assert.ok(items.every(({ rule }) => rule !== 'adopt/outside-map'));
    assert.deepEqual(
      writer.asked.map(({ file }) => file),
      ['HANDOFF.md'],
    );
    assert.deepEqual(readdirSync(outside), ['guide.md']);
  });

  it('stays within `maxBytes` and counts what it leaves out; programs get all of it', async (t) => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`docs/old/${at}.md`, '']));
    const { answer } = adopt(t, { ...WHOLE, ...many }, { maxBytes: 2048 });
    const { items, text } = await answer();
    assert.equal(items.length, 200);
    assert.ok(Buffer.byteLength(text) <= 2048);
    const left = Number(/\[(\d+) of 200 are left out/.exec(text)?.[1]);
    assert.equal(text.match(/^judgment advice adopt/gm)?.length, 200 - left);
  });

  it('shows a file name with a line break as one line', async (t) => {
    const { answer } = adopt(t, { ...WHOLE, 'docs/a\nb.md': '' });
    assert.match((await answer()).text, /at "docs\/a\\u000ab\.md":1\n/);
  });

  it('gives findings in the shape that its schema describes', async (t) => {
    const { answer, tool } = adopt(t, {
      ...without(WHOLE, 'HANDOFF.md'),
      'docs/features/x.md': '',
      'docs/y.md': '',
    });
    const value = await answer({ apply: true });
    const schema = tool.value as {
      properties: Record<string, { items?: { properties?: object; required?: string[] } }>;
    };
    assert.deepEqual(Object.keys(value).sort(), Object.keys(schema.properties).sort());
    const { properties = {}, required = [] } = schema.properties.items?.items ?? {};
    for (const item of value.items) {
      for (const name of Object.keys(item)) assert.ok(Object.hasOwn(properties, name), name);
      for (const name of required) assert.ok(Object.hasOwn(item, name), name);
    }
  });

  it('takes no argument but `apply`', async (t) => {
    const { tool, root, writer } = adopt(t, WHOLE);
    for (const [args, complaint] of [
      [{ write: true }, /feature_map_adopt: unknown argument "write"; allowed are apply/],
      [{ apply: 1 }, /"apply" must be true or false, not 1/],
    ] as const) {
      const reply = await tool.run(args, root, () => writer);
      assert.match(reply.isError ? reply.text : '', complaint);
    }
  });

  it('is content with what init writes', async (t) => {
    const { root, answer } = adopt(t, { 'AGENTS.md': '' });
    writeFileSync(
      join(root, 'AGENTS.md'),
      readFileSync(new URL('../../templates/AGENTS.md.tmpl', import.meta.url)),
    );
    await answer({ apply: true });
    assert.deepEqual((await answer()).items, []);
    assert.ok(DOCUMENT_PATHS.every((path) => readFileSync(join(root, path)).length > 0));
  });
});
