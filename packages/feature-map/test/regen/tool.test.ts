import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { schemaErrors } from '@session-guards/testkit';
import { byteLength } from '../../src/map/budget.ts';
import { checkMap } from '../../src/map/check.ts';
import { openMap } from '../../src/map/reader.ts';
import { gitRenames } from '../../src/regen/git-renames.ts';
import type { outcomeValue } from '../../src/regen/outcome-schema.ts';
import { regenTool } from '../../src/regen/tool.ts';
import type { MapWriterFor } from '../../src/write/map-writer.ts';
import { nodeWriter } from '../../src/write/node-writer.ts';
import { entries, scratchProject } from '../write/project.ts';
import { HEADER, pageNamed } from './map-of.ts';

const LENDERY = fileURLToPath(new URL('../fixtures/lendery/', import.meta.url));
type Value = { text: string } & ReturnType<typeof outcomeValue>;

const noWriter: MapWriterFor = () => assert.fail('nothing is to be written');

async function run(
  root: string,
  args: unknown = {},
  writerFor: MapWriterFor = noWriter,
  maxBytes = 12_000,
): Promise<Value> {
  const tool = regenTool(() => ({ maxBytes, maxSectionBytes: 512 }));
  const reply = await tool.run(args, root, writerFor);
  assert.ok(!reply.isError, reply.isError ? reply.text : '');
  assert.deepEqual(schemaErrors(reply.value, tool.value), []);
  assert.ok(byteLength(reply.value.text) <= maxBytes);
  return reply.value as Value;
}

const apply = (root: string) => run(root, { apply: true }, nodeWriter);

/** A project whose map needs everything, with files beside it. */
function project(t: TestContext): string {
  return scratchProject(t, {
    '.git/HEAD': 'ref: refs/heads/main\n',
    'README.md': '# Project\n',
    'docs/other.md': 'no title\n',
    'docs/features/README.md': `# Map\n\n${HEADER}| Guard | [g](old/guard.md) | a |\n| Gone | [x](gone.md) | t |\n`,
    'docs/features/guard.md': pageNamed('Guard').replace(
      'text',
      `**One.** ${'word '.repeat(80)}\n\n**Two.** ${'word '.repeat(80)}`,
    ),
    'docs/features/host/pi.md': 'It runs.\r\n',
  });
}

/** All that can be seen of files without reading what is in the map. */
function snapshot(root: string): unknown[] {
  return entries(root).map((file) => {
    const { ino, mtimeNs, size } = statSync(path.join(root, file), { bigint: true });
    return [file, ino, mtimeNs, size];
  });
}

describe('feature_map_regen', () => {
  it('plans and writes nothing, unless it is told to', async (t) => {
    const root = project(t);
    const before = snapshot(root);
    const { text, applied, files, dropped } = await run(root);
    assert.deepEqual(snapshot(root), before);
    assert.equal(applied, false);
    assert.deepEqual(
      files.map(({ page, state }) => [page, state]),
      [
        ['guard.md', 'planned'],
        ['host/pi.md', 'planned'],
        ['README.md', 'planned'],
      ],
    );
    assert.deepEqual(dropped, [{ line: 6, row: '| Gone | [x](gone.md) | t |' }]);
    for (const line of [
      '3 files to be changed; nothing is written yet. `show` gives the new texts, `apply` writes them.',
      'Rows to be taken out of the index, which lead to no page:\n- 6: | Gone | [x](gone.md) | t |',
      '- guard.md divides "What it does" by `### One`, `### Two`',
      '- host/pi.md adds the title `# Pi`',
      '- README.md points the row "Guard" to "guard.md", not "old/guard.md"',
      '- host/pi.md:1 the title',
    ]) {
      assert.ok(text.includes(line), `${line} in ${text}`);
    }
  });

  it('shows the new texts', async (t) => {
    const root = project(t);
    const { text } = await run(root, { page: 'host/pi.md', show: true });
    assert.ok(
      text.startsWith('=== docs/features/host/pi.md\n# Pi <!-- fill in: the title -->\r\n\r\nStatus: '),
    );
    assert.ok(text.includes('\r\n\r\nIt runs.\r\n\r\n## Map\r\n'));
  });

  it('writes what it plans and nothing else, and has nothing to do after that', async (t) => {
    const root = project(t);
    const outside = () =>
      snapshot(root).filter((entry) => !String((entry as unknown[])[0]).startsWith('docs/features'));
    const before = outside();
    const shown = await run(root, { show: true });
    const { text, files } = await apply(root);
    assert.ok(text.startsWith('3 of 3 files written.\nRows taken out of the index'), text);
    assert.ok(files.every(({ state }) => state === 'written'));
    assert.deepEqual(outside(), before);
    for (const { page } of files) {
      assert.ok(
        shown.text.includes(`${page}\n${readFileSync(path.join(root, 'docs/features', page), 'utf8')}`),
      );
    }
    const written = snapshot(root);
    const again = await apply(root);
    assert.equal(again.text.split('\n')[0], 'Nothing is to be changed.');
    assert.deepEqual([again.files, snapshot(root)], [[], written]);
    assert.equal(checkMap(openMap(root).load(), { maxSectionBytes: 512 }).clean, true);
  });

  it('leaves a file alone that changed since it was read, and names it', async (t) => {
    const root = project(t);
    const page = path.join(root, 'docs/features/guard.md');
    const meddling: MapWriterFor = (folder) => {
      writeFileSync(page, 'theirs\n');
      return nodeWriter(folder);
    };
    const { text, files } = await run(root, { apply: true }, meddling);
    assert.ok(
      text.startsWith('2 of 3 files written.\n- guard.md changed since it was read; it is left as it is\n'),
    );
    assert.deepEqual(
      files.map(({ state, reason }) => [state, reason]),
      [
        ['refused', 'changed since it was read'],
        ['written', undefined],
        ['written', undefined],
      ],
    );
    assert.equal(readFileSync(page, 'utf8'), 'theirs\n');
  });

  it('writes a page once that stands under two names', async (t) => {
    const root = project(t);
    symlinkSync('guard.md', path.join(root, 'docs/features/alias.md'));
    const { files } = await apply(root);
    assert.deepEqual(
      files.map(({ page, state }) => [page, state]),
      ['alias.md', 'guard.md', 'host/pi.md', 'README.md'].map((page) => [page, 'written']),
    );
    assert.deepEqual((await run(root)).files, []);
  });

  it('points a row to what git says became of its page, asking it only where a page is gone', async (t) => {
    const root = scratchProject(t, {
      'docs/features/README.md': `${HEADER}| G | [g](guard.md) | a |\n`,
      'docs/features/guard.md': pageNamed('Guard'),
    });
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], {
        cwd: root,
        stdio: 'pipe',
      });
    let asked = 0;
    const tool = regenTool(
      () => ({ maxBytes: 12_000, maxSectionBytes: 2048 }),
      undefined,
      (folder) => {
        asked++;
        return gitRenames(folder);
      },
    );
    git('init', '-q');
    git('add', '-A');
    git('commit', '-q', '-m', 'x');
    await tool.run({}, root, noWriter);
    assert.equal(asked, 0);
    renameSync(path.join(root, 'docs/features/guard.md'), path.join(root, 'docs/features/policy.md'));
    git('add', '-A');
    git('commit', '-q', '-m', 'x');
    const reply = await tool.run({}, root, noWriter);
    assert.equal(asked, 1);
    assert.match(
      reply.isError ? '' : reply.value.text,
      /points the row "G" to "policy\.md", not "guard\.md"/,
    );
  });

  it('is about one file where a call names it, as feature_map lets it be named', async (t) => {
    const root = project(t);
    for (const [page, expected] of [
      ['docs/features/host/pi', 'host/pi.md'],
      ['README.md', 'README.md'],
      ['Guard', 'guard.md'],
    ] as const) {
      const { files, left, fillIns, dropped } = await run(root, { page });
      assert.deepEqual(
        files.map((file) => file.page),
        [expected],
      );
      assert.ok([...left, ...fillIns].every((place) => place.page === expected));
      assert.equal(dropped.length, expected === 'README.md' ? 1 : 0);
    }
  });

  it('gives long answers in pieces that add up, with the call that goes on', async (t) => {
    const root = scratchProject(t);
    cpSync(LENDERY, root, { recursive: true });
    mkdirSync(path.join(root, '.git'));
    for (const call of [{}, { show: true }]) {
      const whole = (await run(root, call, noWriter, 1_000_000)).text;
      let text = '';
      for (let next: unknown = call; next !== undefined; ) {
        const piece: string = (await run(root, next, noWriter, 1024)).text;
        const closing = /\n\[cut, (\d+) bytes left: feature_map_regen (\{.*\})\]$/.exec(piece);
        text += piece.slice(0, closing?.index ?? piece.lastIndexOf('\n[nothing is left]'));
        if (closing !== null) assert.equal(Number(closing[1]), byteLength(whole) - byteLength(text));
        next = closing === null ? undefined : JSON.parse(closing[2] ?? '');
      }
      assert.equal(text, whole);
    }
    const written = await run(root, { apply: true }, nodeWriter, 1024);
    assert.match(written.text, /bytes left: feature_map_regen \{\} says what is still to be done\]$/);
  });

  for (const [what, args, message] of [
    [
      'an unknown page',
      { page: 'gaurd.md' },
      /the map has no page "gaurd\.md" that can be read; did you mean "guard\.md"\?/,
    ],
    ['a name of two pages', { page: 'pi' }, /"pi" fits more than one page: "a\/pi\.md", "host\/pi\.md"/],
    ['a page outside the map', { page: '../other.md' }, /the map has no page/],
    ['a wrong argument', { apply: 1 }, /"apply" must be true or false/],
  ] as const) {
    it(`refuses ${what}`, async (t) => {
      const root = project(t);
      mkdirSync(path.join(root, 'docs/features/a'));
      writeFileSync(path.join(root, 'docs/features/a/pi.md'), 'x');
      const reply = await regenTool(() => ({ maxBytes: 12_000, maxSectionBytes: 2048 })).run(
        args,
        root,
        noWriter,
      );
      assert.ok(reply.isError);
      assert.match(reply.text, /^feature_map_regen: /);
      assert.match(reply.text, message);
    });
  }

  it('says so where there is no map, or no folder to look for one', async (t) => {
    const root = scratchProject(t, { '.git/HEAD': '' });
    const tool = regenTool(() => ({ maxBytes: 12_000, maxSectionBytes: 2048 }));
    const none = await tool.run({}, root, noWriter);
    assert.match(none.isError ? none.text : '', /no docs\/features\/README\.md in /);
    const nowhere = await tool.run({}, undefined, noWriter);
    assert.match(nowhere.isError ? nowhere.text : '', /belongs to no session with a working folder/);
    assert.equal(tool.consults, true);
  });

  it('finds nothing to do on a map in order', async (t) => {
    const root = scratchProject(t, {
      'docs/features/README.md': `${HEADER}| G | [g](guard.md) | a |\n`,
      'docs/features/guard.md': pageNamed('Guard'),
    });
    const { text, files, left, fillIns } = await run(root);
    assert.deepEqual([text, files, left, fillIns], ['Nothing is to be changed.', [], [], []]);
  });
});
