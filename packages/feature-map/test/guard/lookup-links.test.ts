import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { ask, link, PROJECT, rulesOf, scratch, under } from './scratch.ts';

test('a link inside docs that leads to source is source', (t) => {
  const root = scratch(t, { ...PROJECT, 'docs/code.ts': link('../src/a.ts'), 'docs/code': link('../src') });
  for (const path of ['docs/code.ts', 'docs/code/a.ts']) {
    assert.equal(ask(root, 'read', { file_path: path }).rule, 'source-path', path);
  }
  assert.equal(ask(root, 'grep', { pattern: 'x', path: 'docs/code' }).rule, 'source-search');
  assert.equal(ask(root, 'glob', { pattern: 'docs/code/*' }).rule, 'project-search');
  assert.equal(ask(join(root, 'docs/code'), 'grep', { pattern: 'x' }).rule, 'project-search');
});

test('a link in the source that leads to docs is exempt', (t) => {
  const root = scratch(t, {
    ...PROJECT,
    'src/notes.md': link('../docs/adr/one.md'),
    'src/manual': link('../docs'),
  });
  for (const path of ['src/notes.md', 'src/manual', 'src/manual/features/guard.md']) {
    assert.equal(ask(root, 'read', { file_path: path }).rule, 'exempt', path);
  }
  assert.equal(ask(root, 'grep', { pattern: 'x', path: 'src/manual' }).rule, 'exempt');
});

test('a link that leaves the project is no lookup, and one that comes back in is', (t) => {
  const root = scratch(t, {
    ...under('project', PROJECT),
    'project/vendor': link('../other'),
    'other/x.ts': '',
    'other/back': link('../project/src'),
  });
  const cwd = join(root, 'project');
  assert.equal(ask(cwd, 'read', { file_path: 'vendor/x.ts' }).rule, 'outside');
  assert.equal(ask(cwd, 'grep', { pattern: 'x', path: 'vendor' }).rule, 'outside');
  assert.equal(ask(cwd, 'read', { file_path: 'vendor/back/a.ts' }).rule, 'source-path');
  assert.equal(ask(cwd, 'read', { file_path: '../other/back/a.ts' }).rule, 'source-path');
});

test('a link that leads nowhere, or in a circle, is no lookup', (t) => {
  const root = scratch(t, { ...PROJECT, 'src/gone.ts': link('nope.ts'), 'src/loop': link('loop') });
  assert.equal(ask(root, 'read', { file_path: 'src/gone.ts' }).rule, 'missing');
  assert.equal(ask(root, 'read', { file_path: 'src/loop/x' }).rule, 'missing');
});

test('a session that was started through a link is guarded like one that was not', (t) => {
  const root = scratch(t, {
    ...under('project', PROJECT),
    entry: link('project'),
    deep: link('project/src'),
  });
  assert.equal(ask(join(root, 'entry'), 'read', { file_path: 'src/a.ts' }).rule, 'source-path');
  assert.equal(ask(join(root, 'entry'), 'read', { file_path: 'docs/adr/one.md' }).rule, 'exempt');
  assert.equal(ask(join(root, 'entry'), 'grep', { pattern: 'x', path: '.' }).rule, 'project-search');
  assert.equal(
    ask(join(root, 'entry'), 'grep', { pattern: 'x', path: join(root, 'project') }).rule,
    'project-search',
  );
  assert.equal(ask(join(root, 'deep'), 'read', { file_path: 'a.ts' }).rule, 'source-path');
  assert.equal(ask(join(root, 'deep'), 'glob', { pattern: '*' }).rule, 'project-search');
});

test('.. behind a working folder that is a link leads to where the disk has it', (t) => {
  const root = scratch(t, {
    ...under('project', PROJECT),
    'beside/a.ts': '',
    'beside/deep': link('../project/src/deep'),
  });
  const cwd = join(root, 'beside/deep');
  assert.equal(ask(cwd, 'read', { file_path: '../a.ts' }).rule, 'source-path');
  assert.equal(ask(cwd, 'read', { file_path: '../../docs/adr/one.md' }).rule, 'exempt');
  assert.equal(ask(cwd, 'read', { file_path: '../../../beside/a.ts' }).rule, 'outside');
  assert.equal(ask(cwd, 'grep', { pattern: 'x', path: '../..' }).rule, 'project-search');
  assert.equal(ask(cwd, 'grep', { pattern: 'x', path: '..' }).rule, 'source-search');
  assert.equal(ask(cwd, 'glob', { pattern: '../*.ts' }).rule, 'project-search');
  assert.equal(ask(cwd, 'glob', { pattern: '../../docs/*' }).rule, 'exempt');
});

test('an exempt entry that is a link exempts nothing but what other entries name', (t) => {
  const root = scratch(t, {
    '.git/': '',
    'documentation/features/README.md': '# Features\n',
    'documentation/x.md': '',
    docs: link('documentation'),
    'src/a.ts': '',
    'AGENTS.md': '',
    'CLAUDE.md': link('AGENTS.md'),
    'HANDOFF.md': link('src/a.ts'),
    'README.md': link('documentation/x.md'),
  });
  for (const path of ['src/a.ts', 'HANDOFF.md', 'README.md', 'docs/x.md', 'documentation/x.md']) {
    assert.equal(ask(root, 'read', { file_path: path }).rule, 'source-path', path);
  }
  for (const path of ['AGENTS.md', 'CLAUDE.md']) {
    assert.equal(ask(root, 'read', { file_path: path }).rule, 'exempt', path);
  }
  const rules = rulesOf({ exemptPaths: ['docs/', 'documentation/'] });
  assert.equal(ask(root, 'read', { file_path: 'docs/x.md' }, rules).rule, 'exempt');
});

test('an exempt entry that leads to the whole project, or out of it, covers nothing', (t) => {
  const root = scratch(t, {
    ...under('project', PROJECT),
    'project/all': link('.'),
    'project/up': link('..'),
  });
  const rules = rulesOf({ exemptPaths: ['all', 'up'] });
  assert.equal(ask(join(root, 'project'), 'read', { file_path: 'src/a.ts' }, rules).rule, 'source-path');
});
