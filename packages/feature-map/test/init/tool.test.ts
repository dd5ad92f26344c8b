import assert from 'node:assert/strict';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { DOCUMENT_PATHS } from '../../src/init/documents.ts';
import { type DocumentSources, documentSources } from '../../src/init/project-documents.ts';
import type { InitResult } from '../../src/init/run-init.ts';
import { initTool } from '../../src/init/tool.ts';
import { checkMap } from '../../src/map/check.ts';
import { openMap } from '../../src/map/reader.ts';
import { surroundings } from '../../src/paths.ts';
import { scratch, type Tree } from '../guard/scratch.ts';
import { type ScratchWriter, scratchWriter } from './scratch-writer.ts';

const HASH = '0123456789abcdef0123456789abcdef01234567';
const PROJECT: Tree = {
  '.git/HEAD': HASH,
  'package.json': '{"name":"tide","description":"Says when to sail."}',
  'src/a.ts': '',
};

interface Answer extends InitResult {
  text: string;
}

function init(
  t: TestContext,
  tree: Tree,
  refusals: Record<string, string> = {},
  sources: Partial<DocumentSources> = {},
) {
  const root = scratch(t, tree);
  const writer: ScratchWriter = scratchWriter(root, refusals);
  const now = () => new Date('2024-05-06T23:00:00Z');
  const tool = initTool(surroundings({ home: '/no/such/home' }), documentSources({ now, ...sources }));
  const run = async (args: unknown, cwd: string | undefined = root) => {
    const reply = await tool.run(args, cwd, () => writer);
    return reply.isError ? reply.text : (reply.value as Answer);
  };
  const answer = async (args: unknown, cwd?: string): Promise<Answer> => {
    const value = await run(args, cwd);
    assert.ok(typeof value === 'object', String(value));
    return value;
  };
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  return { root, writer, tool, run, answer, read };
}

describe('feature_map_init', () => {
  it('returns the rendered text of all four documents and writes nothing', async (t) => {
    const { root, writer, answer } = init(t, PROJECT);
    const { text, documents } = await answer({});
    assert.deepEqual(
      documents.map(({ path, action, written }) => [path, action, written]),
      DOCUMENT_PATHS.map((path) => [path, 'create', false]),
    );
    for (const document of documents) assert.ok(text.includes(document.text.trimEnd()));
    assert.match(text, /nothing is written yet/);
    assert.deepEqual(writer.asked, []);
    assert.deepEqual(readdirSync(root).sort(), ['.git', 'package.json', 'src']);
  });

  it('takes name, summary, date and commit from the project', async (t) => {
    const { answer } = init(t, PROJECT);
    const { documents, missing } = await answer({});
    assert.deepEqual(missing, []);
    const [agents, handoff, spec, index] = documents.map(({ text }) => text);
    assert.match(agents ?? '', /^# Working on tide\n\nSays when to sail\.\n/);
    assert.match(handoff ?? '', /^# tide: .*\n\nAs of 2024-05-06, commit 0123456789ab\./);
    assert.match(spec ?? '', /Says when to sail\.[\s\S]*2024-05-06, at commit 0123456789ab/);
    assert.match(index ?? '', /^# Feature map of tide\n/);
  });

  it('takes the name from the folder where no manifest has one, and lists what is not known', async (t) => {
    const { root, answer } = init(t, { 'package.json': '{"private":true}', 'Cargo.toml': 'broken' });
    const { documents, missing, text } = await answer({});
    assert.match(
      documents[0]?.text ?? '',
      new RegExp(`^# Working on ${basename(root)}\n\n\\[fill in: one sentence`),
    );
    assert.deepEqual([...missing].sort(), ['commit', 'summary']);
    assert.match(text, /Not known: summary\. It stands as \[fill in: one sentence/);
    assert.match(text, /Not known: commit\./);
  });

  it('asks for the commit where the project’s own files do not tell it', async (t) => {
    const { root, answer } = init(
      t,
      { '.git': 'gitdir: elsewhere\n' },
      {},
      { commit: async (at) => `asked ${basename(at)}` },
    );
    assert.match(
      (await answer({ only: ['HANDOFF.md'] })).documents[0]?.text ?? '',
      new RegExp(`commit asked ${basename(root)}`),
    );
  });

  it('names a manifest that cannot be used', async (t) => {
    const { answer } = init(t, { 'package.json': '{"name": "cut' });
    assert.match((await answer({})).text, /Not used: package\.json does not have the form of one/);
  });

  it('writes with `write`, and what it wrote is a map that is clean', async (t) => {
    const { root, answer, read } = init(t, PROJECT);
    const { documents, text } = await answer({ write: true });
    for (const { path, text: rendered, written } of documents) {
      assert.equal(written, true);
      assert.equal(read(path), rendered);
    }
    assert.match(text, /To fill in:\n- AGENTS\.md:\d+ the command that installs\n/);
    const check = checkMap(openMap(root).load(), { maxSectionBytes: 2048 });
    assert.deepEqual([check.clean, check.findings], [true, []]);
  });

  it('keeps a document that exists, and replaces it by `force` alone', async (t) => {
    const { answer, read, writer } = init(t, { ...PROJECT, 'HANDOFF.md': 'mine\n' });
    const kept = await answer({ write: true });
    assert.equal(read('HANDOFF.md'), 'mine\n');
    assert.deepEqual(
      kept.documents.map(({ action, written }) => [action, written]),
      [
        ['create', true],
        ['keep', false],
        ['create', true],
        ['create', true],
      ],
    );
    assert.match(kept.text, /HANDOFF\.md: exists and was kept; `force: true` replaces it/);
    assert.ok(writer.asked.every(({ expected }) => expected === 'absent'));

    const preview = await answer({ force: true });
    assert.match(preview.text, /HANDOFF\.md: exists, and `force` replaces it/);
    assert.equal(read('HANDOFF.md'), 'mine\n');

    const forced = await answer({ write: true, force: true });
    assert.deepEqual(
      forced.documents.map(({ action }) => action),
      ['same', 'replace', 'same', 'same'],
    );
    assert.match(read('HANDOFF.md'), /^# tide/);
    assert.deepEqual(
      (await answer({ write: true, force: true })).documents.map(({ action }) => action),
      Array(4).fill('same'),
    );
  });

  it('picks documents by `only`', async (t) => {
    const { root, answer } = init(t, PROJECT);
    const { documents, text } = await answer({
      write: true,
      only: ['docs/SPEC.md', 'AGENTS.md', 'AGENTS.md'],
    });
    assert.deepEqual(
      documents.map(({ path }) => path),
      ['AGENTS.md', 'docs/SPEC.md'],
    );
    assert.doesNotMatch(text.replaceAll(/^- \S+:\d.*$/gm, ''), /HANDOFF\.md/);
    assert.deepEqual(readdirSync(join(root, 'docs')), ['SPEC.md']);
  });

  it('names a document that the writer refuses, with its reason, and goes on', async (t) => {
    const { answer, read } = init(t, PROJECT, { 'HANDOFF.md': 'may not be written in this session' });
    const { documents, text } = await answer({ write: true });
    assert.deepEqual(
      documents.map(({ written }) => written),
      [true, false, true, true],
    );
    assert.match(text, /HANDOFF\.md: not written: it may not be written in this session/);
    assert.ok(read('docs/SPEC.md'));
  });

  it('neither reads nor writes by a link that leads out of the project or to nothing', async (t) => {
    const outside = scratch(t, { 'package.json': '{"name":"stolen"}', 'AGENTS.md': 'secret\n' });
    const { root, answer, writer } = init(t, {});
    symlinkSync(join(outside, 'package.json'), join(root, 'package.json'));
    symlinkSync(join(outside, 'AGENTS.md'), join(root, 'AGENTS.md'));
    symlinkSync(join(outside, 'new.md'), join(root, 'HANDOFF.md'));
    symlinkSync(outside, join(root, 'docs'));
    const { documents, text } = await answer({ write: true, force: true });
    assert.deepEqual(
      documents.map(({ action, written }) => [action, written]),
      Array(4).fill(['refuse', false]),
    );
    assert.doesNotMatch(text, /stolen|secret/);
    assert.deepEqual(writer.asked, []);
    assert.deepEqual(readdirSync(outside).sort(), ['AGENTS.md', 'package.json']);
  });

  it('speaks of the repository that the session stands in, or of its folder', async (t) => {
    const { root, answer } = init(t, PROJECT);
    assert.equal((await answer({}, join(root, 'src'))).root, root);
    const alone = init(t, { 'deep/a.txt': '' });
    assert.equal((await alone.answer({}, join(alone.root, 'deep'))).root, join(alone.root, 'deep'));
  });

  it('is refused by a clear error without a folder, or with one that is not there', async (t) => {
    const { run, root } = init(t, PROJECT);
    writeFileSync(join(root, 'file'), '');
    assert.match(
      String(await run({}, join(root, 'none'))),
      /feature_map_init: the folder ".*none" does not exist/,
    );
    assert.match(String(await run({}, join(root, 'file'))), /does not exist/);
    const { tool, writer } = init(t, PROJECT);
    const reply = await tool.run({}, undefined, () => writer);
    assert.match(reply.isError ? reply.text : '', /no session with a working folder/);
  });

  it('says what is wrong with its arguments and what is allowed', async (t) => {
    const { run, writer } = init(t, PROJECT);
    for (const [args, complaint] of [
      [{ wirte: true }, /unknown argument "wirte"; did you mean "write"\? Allowed are write, force, only/],
      [{ write: 'yes' }, /"write" must be true or false, not "yes"/],
      [{ only: 'AGENTS.md' }, /"only" must be a list of AGENTS\.md, HANDOFF\.md, .*, not "AGENTS\.md"/],
      [{ only: [] }, /"only" is empty/],
      [{ only: ['README.md'] }, /"only" lists "README\.md"; there are AGENTS\.md/],
      [{ only: [undefined] }, /"only" lists undefined/],
      ['not JSON', /must be a JSON object, not "not JSON"/],
      [[], /must be a JSON object, not a list/],
    ] as const) {
      assert.match(String(await run(args)), complaint);
    }
    assert.deepEqual(writer.asked, []);
  });

  it('answers any arguments without rejecting, and writes nothing unless told to', async (t) => {
    const { run, writer } = init(t, PROJECT);
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (args) => {
        await run(args);
        assert.deepEqual(writer.asked, []);
      }),
      { numRuns: 50 },
    );
  });

  it('answers in the shape that its schema describes', async (t) => {
    const { answer, tool } = init(t, PROJECT, { 'HANDOFF.md': 'may not be written' });
    const value = await answer({ write: true });
    const schema = tool.value as {
      properties: Record<string, { items?: { properties?: object; required?: string[] } }>;
    };
    assert.deepEqual(Object.keys(value).sort(), Object.keys(schema.properties).sort());
    const { properties = {}, required = [] } = schema.properties.documents?.items ?? {};
    for (const document of value.documents) {
      for (const name of Object.keys(document)) assert.ok(Object.hasOwn(properties, name), name);
      for (const name of required) assert.ok(Object.hasOwn(document, name), name);
    }
  });

  it('says that it failed where its own templates are missing', async (t) => {
    const templates = () => {
      throw Object.assign(new Error('gone'), { code: 'ENOENT' });
    };
    const { run } = init(t, PROJECT, {}, { templates });
    assert.match(String(await run({})), /feature_map_init failed \(ENOENT\)/);
  });
});
