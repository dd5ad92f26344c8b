import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { ask, link, PROJECT, rulesOf, scratch, under } from './scratch.ts';

test('a path in the source is a lookup, by any of the three argument names', (t) => {
  const root = scratch(t, PROJECT);
  for (const name of ['file_path', 'path', 'filePath']) {
    assert.equal(ask(root, 'read', { [name]: 'src/a.ts' }).rule, 'source-path', name);
    assert.equal(ask(root, 'read', { [name]: join(root, 'src/a.ts') }).rule, 'source-path', name);
  }
  for (const name of ['file', 'target', 'FILE_PATH', 'dir']) {
    assert.equal(ask(root, 'read', { [name]: 'src/a.ts' }).rule, 'no-path', name);
  }
});

test('a file that is neither document nor code is source too', (t) => {
  const root = scratch(t, PROJECT);
  assert.equal(ask(root, 'read', { file_path: 'package.json' }).rule, 'source-path');
});

test('what git keeps of itself is no part of the project', (t) => {
  const root = scratch(t, { ...PROJECT, '.git/HEAD': '', '.github/ci.yml': '' });
  assert.equal(ask(root, 'read', { file_path: '.git/HEAD' }).rule, 'outside');
  assert.equal(ask(root, 'grep', { pattern: 'x', path: '.git' }).rule, 'outside');
  assert.equal(ask(root, 'read', { file_path: '.github/ci.yml' }).rule, 'source-path');
});

test('a folder of the project is source for a tool that lists one, and no lookup for a tool that reads files', (t) => {
  const root = scratch(t, { ...PROJECT, way: link('src') });
  const rules = rulesOf({ sourceTools: ['ls', 'read', 'Read'] });
  for (const path of ['src', 'src/', '.', './', root, `${root}/`, 'way']) {
    assert.equal(ask(root, 'ls', { path }, rules).rule, 'source-path', path);
    assert.equal(ask(root, 'read', { path }, rules).rule, 'folder', path);
    assert.equal(ask(root, 'Read', { path }, rules).rule, 'folder', path);
  }
  assert.equal(ask(root, 'read', { path: 'src', file_path: 'src/a.ts' }, rules).rule, 'source-path');
});

test('a relative path resolves against the working folder, so a session in a subfolder is guarded', (t) => {
  const root = scratch(t, PROJECT);
  assert.equal(ask(join(root, 'src'), 'read', { file_path: 'a.ts' }).rule, 'source-path');
  assert.equal(ask(join(root, 'src/deep'), 'read', { file_path: '../a.ts' }).rule, 'source-path');
  assert.equal(ask(join(root, 'src'), 'read', { file_path: 'src/a.ts' }).rule, 'missing');
});

test('the path decides and not the working folder: documents are read from src, source from docs', (t) => {
  const root = scratch(t, PROJECT);
  assert.equal(ask(join(root, 'src'), 'read', { file_path: '../docs/adr/one.md' }).rule, 'exempt');
  assert.equal(ask(join(root, 'docs'), 'read', { file_path: '../src/a.ts' }).rule, 'source-path');
});

test('a path that leads out of the project is no lookup', (t) => {
  const root = scratch(t, { ...under('project', PROJECT), 'other/x.ts': '', 'project-two/x.ts': '' });
  const cwd = join(root, 'project');
  for (const path of [
    '../other/x.ts',
    '../project-two/x.ts',
    '..',
    '/',
    root,
    join(root, 'other/x.ts'),
    'src/../../other',
  ]) {
    assert.equal(ask(cwd, 'read', { path }).rule, 'outside', path);
    assert.equal(ask(cwd, 'grep', { pattern: 'x', path }).rule, 'outside', path);
  }
});

test('a path that does not exist is no lookup', (t) => {
  const root = scratch(t, PROJECT);
  for (const path of [
    'src/nope.ts',
    'nope/',
    'src/a.ts/below',
    'src/A.ts.',
    '   ',
    `src/${'x'.repeat(5000)}`,
  ]) {
    const { rule } = ask(root, 'read', { file_path: path });
    assert.equal(rule, path.trim() === '' ? 'no-path' : 'missing', path);
  }
});

test("a tilde is a plain name, as in the host's file tools", (t) => {
  const root = scratch(t, { ...PROJECT, '~/x.ts': '' });
  const rules = rulesOf({}, { home: join(root, 'src') });
  assert.equal(ask(root, 'read', { file_path: '~/a.ts' }, rules).rule, 'missing');
  assert.equal(ask(root, 'read', { file_path: '~/x.ts' }, rules).rule, 'source-path');
});

test('..foo is a file name, and no way out', (t) => {
  const root = scratch(t, { ...PROJECT, '..foo': '', '...': '', 'src/..bar/x.ts': '' });
  for (const path of ['..foo', './..foo', '...', 'src/..bar/x.ts', 'src/../..foo']) {
    assert.equal(ask(root, 'read', { file_path: path }).rule, 'source-path', path);
  }
});

test('an exempt folder is covered with and without its slash, and so is all below it', (t) => {
  const root = scratch(t, { ...PROJECT, 'docs-old/x.md': '', 'docs.ts': '', 'src/docs/x.md': '' });
  for (const path of ['docs', 'docs/', './docs', 'docs/features/guard.md', 'docs/adr', join(root, 'docs')]) {
    assert.equal(ask(root, 'read', { path }).rule, 'exempt', path);
  }
  for (const path of ['docs-old/x.md', 'docs.ts', 'src/docs/x.md']) {
    assert.equal(ask(root, 'read', { path }).rule, 'source-path', path);
  }
});

test('an exempt file covers itself and not AGENTS.md.bak', (t) => {
  const root = scratch(t, { ...PROJECT, 'src/AGENTS.md': '', 'CLAUDE.md': '', 'HANDOFF.md': '' });
  for (const path of ['AGENTS.md', 'CLAUDE.md', 'HANDOFF.md', 'README.md']) {
    assert.equal(ask(root, 'read', { file_path: path }).rule, 'exempt', path);
  }
  for (const path of ['AGENTS.md.bak', 'src/AGENTS.md']) {
    assert.equal(ask(root, 'read', { file_path: path }).rule, 'source-path', path);
  }
});

test('exempt entries are relative to the folder that holds the map, wherever the session was started', (t) => {
  const root = scratch(t, { '.git/': '', ...under('app', PROJECT), 'docs/x.md': '' });
  assert.equal(
    ask(join(root, 'app/src'), 'read', { file_path: join(root, 'app/docs/adr/one.md') }).rule,
    'exempt',
  );
  assert.equal(ask(join(root, 'app'), 'read', { file_path: '../docs/x.md' }).rule, 'outside');
});

test('exempt entries may be nested, written with a leading ./, or without a trailing slash', (t) => {
  const root = scratch(t, { ...PROJECT, 'app/(id)/page.ts': '' });
  const rules = rulesOf({ exemptPaths: ['./src/deep', 'app/(id)'] });
  assert.equal(ask(root, 'read', { file_path: 'src/deep/b.ts' }, rules).rule, 'exempt');
  assert.equal(ask(root, 'read', { file_path: 'app/(id)/page.ts' }, rules).rule, 'exempt');
  assert.equal(ask(root, 'read', { file_path: 'src/a.ts' }, rules).rule, 'source-path');
  assert.equal(ask(root, 'read', { file_path: 'docs/adr/one.md' }, rules).rule, 'source-path');
});

test('without exempt entries, documents are source', (t) => {
  const root = scratch(t, PROJECT);
  assert.equal(
    ask(root, 'read', { path: 'docs/adr/one.md' }, rulesOf({ exemptPaths: [] })).rule,
    'source-path',
  );
});

test('of several paths in one call, one in the source is enough', (t) => {
  const root = scratch(t, PROJECT);
  assert.equal(ask(root, 'read', { file_path: 'docs', path: 'src/a.ts' }).rule, 'source-path');
  assert.equal(ask(root, 'grep', { pattern: 'x', file_path: 'docs', path: 'src' }).rule, 'source-search');
  assert.equal(ask(root, 'read', { file_path: 'docs', path: 'nope' }).rule, 'exempt');
});

test('property: every spelling of a path gets the same answer', (t) => {
  const root = scratch(t, PROJECT);
  const detour = fc.constantFrom('./', 'src/../', 'docs/features/../../', '././', 'src/deep/.././../');
  const target = fc.constantFrom(
    'src/a.ts',
    'docs/adr/one.md',
    'AGENTS.md',
    'AGENTS.md.bak',
    'nope',
    '../nope',
    '.',
  );
  fc.assert(
    fc.property(fc.array(detour, { maxLength: 5 }), target, fc.boolean(), (detours, path, absolute) => {
      const spelled = `${absolute ? `${root}/` : ''}${detours.join('')}${path}`;
      assert.equal(
        ask(root, 'read', { file_path: spelled }).rule,
        ask(root, 'read', { file_path: path }).rule,
      );
    }),
    { numRuns: 200 },
  );
});
