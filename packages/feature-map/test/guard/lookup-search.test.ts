import assert from 'node:assert/strict';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { CALL_SHAPE } from '../../src/tool-call.ts';
import { ask, link, PROJECT, rulesOf, scratch, under } from './scratch.ts';

function reasonOf(cwd: string, tool: string, args: unknown): string {
  const decision = ask(cwd, tool, args);
  return decision.deny ? decision.reason : `allowed: ${decision.rule}`;
}

test('a search without a path is a hunt through the project, and the message names the pattern', (t) => {
  const root = scratch(t, PROJECT);
  for (const tool of ['grep', 'glob']) {
    assert.equal(ask(root, tool, { pattern: '*.ts' }).rule, 'project-search');
    assert.ok(reasonOf(root, tool, { pattern: '*.ts' }).startsWith(`${tool} (pattern "*.ts") `));
  }
});

test('a search whose path is the project root is the same hunt, however the root is written', (t) => {
  const root = scratch(t, PROJECT);
  for (const path of ['.', './', root, `${root}/`, 'src/..', `../${basename(root)}`]) {
    assert.equal(ask(root, 'grep', { pattern: 'foo', path }).rule, 'project-search', path);
    assert.ok(reasonOf(root, 'grep', { pattern: 'foo', path }).startsWith('grep (pattern "foo") '), path);
  }
  assert.equal(ask(join(root, 'src'), 'grep', { pattern: 'foo', path: '..' }).rule, 'project-search');
});

test('a search below the root is judged by its path, and the message names it', (t) => {
  const root = scratch(t, PROJECT);
  assert.equal(ask(root, 'grep', { pattern: 'foo', path: 'src' }).rule, 'source-search');
  assert.ok(reasonOf(root, 'grep', { pattern: 'foo', path: 'src' }).startsWith('grep "src" '));
  assert.equal(ask(root, 'grep', { pattern: 'foo', path: 'src/a.ts' }).rule, 'source-search');
  assert.equal(ask(root, 'grep', { pattern: 'foo', path: 'docs' }).rule, 'exempt');
  assert.equal(ask(root, 'grep', { pattern: 'foo', path: 'nope' }).rule, 'missing');
});

test('a search without a path covers the working folder', (t) => {
  const root = scratch(t, PROJECT);
  assert.equal(ask(join(root, 'src'), 'grep', { pattern: 'foo' }).rule, 'project-search');
  for (const folder of ['docs', 'docs/features']) {
    assert.equal(ask(join(root, folder), 'grep', { pattern: 'foo' }).rule, 'exempt', folder);
    assert.equal(ask(join(root, folder), 'glob', { pattern: '**/*.md' }).rule, 'exempt', folder);
    assert.equal(ask(join(root, folder), 'grep', { pattern: 'foo', path: '.' }).rule, 'exempt', folder);
  }
});

test('a search with a blank path, or without a pattern, is none', (t) => {
  const root = scratch(t, PROJECT);
  for (const args of [
    { pattern: 'foo', path: '' },
    { pattern: 'foo', path: ' \n' },
    { pattern: 'foo', path: 'src', file_path: ' ' },
    { pattern: '' },
    { pattern: '', path: 'src' },
    { path: 'src' },
    { path: 'src/a.ts', include: '*.ts' },
    {},
  ]) {
    for (const tool of ['grep', 'glob']) {
      assert.equal(ask(root, tool, args).rule, 'bad-arguments', `${tool} ${JSON.stringify(args)}`);
    }
  }
});

test('a text pattern is no path: a search for "docs/features" hunts through the project', (t) => {
  const root = scratch(t, PROJECT);
  assert.equal(ask(root, 'grep', { pattern: 'docs/features' }).rule, 'project-search');
  assert.equal(ask(root, 'grep', { pattern: 'AGENTS.md' }).rule, 'project-search');
});

test('a glob is judged by the fixed leading path of its pattern', (t) => {
  const root = scratch(t, { ...under('project', PROJECT), 'other/x.ts': '' });
  const cwd = join(root, 'project');
  const rules: Record<string, string> = {
    'docs/**/*.md': 'exempt',
    'docs/*': 'exempt',
    'docs/features/guard.md': 'exempt',
    './docs/**': 'exempt',
    'src/../docs/*.md': 'exempt',
    [`${cwd}/docs/**`]: 'exempt',
    'src/**/*.ts': 'project-search',
    'src/a.ts': 'project-search',
    [`${cwd}/src/*.ts`]: 'project-search',
    '*': 'project-search',
    '**/*.md': 'project-search',
    '{docs,src}/**': 'project-search',
    'doc*/**': 'project-search',
    'docs*/**': 'project-search',
    '../other/*': 'outside',
    '../nope/*': 'missing',
    'nope/**': 'missing',
  };
  for (const [pattern, rule] of Object.entries(rules)) {
    assert.equal(ask(cwd, 'glob', { pattern }).rule, rule, pattern);
  }
});

test('a glob that escapes its leading path is not bounded by it', (t) => {
  const root = scratch(t, PROJECT);
  assert.equal(ask(root, 'glob', { pattern: '!docs/**' }).rule, 'project-search');
  assert.equal(ask(root, 'glob', { pattern: 'docs/*/../../src/*.ts' }).rule, 'project-search');
});

test('a glob below a path is judged there', (t) => {
  const root = scratch(t, { ...PROJECT, 'src/docs/x.md': '' });
  assert.equal(ask(root, 'glob', { pattern: '*.ts', path: 'src' }).rule, 'source-search');
  assert.equal(ask(root, 'glob', { pattern: 'docs/*', path: 'src' }).rule, 'source-search');
  assert.equal(ask(root, 'glob', { pattern: '../docs/*', path: 'src' }).rule, 'exempt');
  assert.equal(ask(root, 'glob', { pattern: 'features/*', path: 'docs' }).rule, 'exempt');
  assert.equal(ask(root, 'glob', { pattern: 'src/*', path: 'docs' }).rule, 'exempt');
  assert.equal(ask(root, 'glob', { pattern: '../src/*', path: 'docs' }).rule, 'source-search');
  assert.equal(ask(root, 'glob', { pattern: `${root}/src/*`, path: 'docs' }).rule, 'source-search');
  assert.equal(ask(join(root, 'docs'), 'glob', { pattern: '/features/*' }).rule, 'exempt');
  assert.equal(ask(root, 'glob', { pattern: 'docs/**', path: '.' }).rule, 'exempt');
  assert.equal(ask(root, 'glob', { pattern: 'src/**', path: '.' }).rule, 'project-search');
});

test('a bare name is looked for at any depth, an exempt one too', (t) => {
  const root = scratch(t, PROJECT);
  assert.equal(ask(root, 'glob', { pattern: 'b.ts' }).rule, 'project-search');
  assert.equal(ask(root, 'glob', { pattern: 'package.json' }).rule, 'project-search');
  assert.equal(ask(root, 'glob', { pattern: 'README.md' }).rule, 'project-search');
  assert.equal(ask(root, 'glob', { pattern: '/README.md' }).rule, 'exempt');
  assert.equal(ask(root, 'glob', { pattern: 'CLAUDE.md' }).rule, 'project-search');
  assert.equal(ask(root, 'grep', { pattern: 'x', include: 'AGENTS.md' }).rule, 'project-search');
  assert.equal(ask(root, 'grep', { pattern: 'x', include: 'docs' }).rule, 'project-search');
  assert.equal(ask(root, 'glob', { pattern: 'AGENTS.md.bak' }).rule, 'project-search');
  assert.equal(ask(root, 'glob', { pattern: 'b.ts', path: 'docs' }).rule, 'exempt');
});

test('a path filter bounds a text search as a glob bounds itself', (t) => {
  const root = scratch(t, PROJECT);
  for (const filter of ['include', 'glob']) {
    assert.equal(ask(root, 'grep', { pattern: 'x', [filter]: 'docs/**/*.md' }).rule, 'exempt', filter);
    assert.equal(ask(root, 'grep', { pattern: 'x', [filter]: '*.md' }).rule, 'project-search', filter);
    assert.equal(ask(root, 'grep', { pattern: 'x', [filter]: 'src/*.ts' }).rule, 'project-search', filter);
  }
  assert.equal(ask(root, 'grep', { pattern: 'x', path: 'src', include: '*.ts' }).rule, 'source-search');
});

test('a filter says nothing of a path that is a file: the file is searched', (t) => {
  const root = scratch(t, { ...PROJECT, 'docs/way.ts': link('../src/a.ts') });
  for (const include of ['docs/**', '*.md', 'nope/*', '../*']) {
    const verdict = (path: string) => ask(root, 'grep', { pattern: 'x', path, include }).rule;
    assert.equal(verdict('src/a.ts'), 'source-search', include);
    assert.equal(verdict('docs/way.ts'), 'source-search', include);
    assert.equal(verdict('docs/adr/one.md'), 'exempt', include);
  }
  assert.equal(ask(root, 'grep', { pattern: 'x', path: 'docs/adr/one.md', include: 'src/*' }).rule, 'exempt');
});

test('a glob tool is known in any case', (t) => {
  const rules = rulesOf({ sourceTools: ['Glob'] });
  assert.equal(ask(scratch(t, PROJECT), 'Glob', { pattern: 'docs/**' }, rules).rule, 'exempt');
});

test('a host can name its own arguments and glob tools', (t) => {
  const root = scratch(t, PROJECT);
  const shape = { ...CALL_SHAPE, paths: ['dir_path'], globTools: ['find'] };
  const rules = rulesOf({ sourceTools: ['find', 'list_directory'] }, { shape });
  assert.equal(ask(root, 'find', { pattern: 'docs/**' }, rules).rule, 'exempt');
  assert.equal(ask(root, 'find', { pattern: '*', dir_path: 'docs' }, rules).rule, 'exempt');
  assert.equal(ask(root, 'list_directory', { dir_path: 'src' }, rules).rule, 'source-path');
  assert.equal(ask(root, 'list_directory', { path: 'src' }, rules).rule, 'no-path');
});
