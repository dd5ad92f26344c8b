import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { ask, PROJECT, scratch } from './scratch.ts';

// The host's search tools run this binary, so it is what their patterns mean.
const host = createRequire(createRequire(import.meta.url).resolve('@deepseek-ai/dsh-tool-fs-search'));
const { rgPath } = host('@vscode/ripgrep') as { rgPath: string };

/** What the host's glob finds, relative to the working folder. */
function find(cwd: string, pattern: string, path: string | undefined): string[] {
  const args = ['--no-config', '--files', '--no-ignore', '--hidden', '--glob', '!.git', '--glob', pattern];
  const run = spawnSync(rgPath, path === undefined ? args : [...args, '--', path], { cwd, encoding: 'utf8' });
  assert.equal(run.error, undefined);
  return run.stdout.split('\n').filter((line) => line !== '');
}

const PATTERNS = [
  '*',
  '*.ts',
  '**/*.ts',
  'src/**',
  '/src/**',
  'src/*.ts',
  'a.ts',
  'b.ts',
  'docs/**',
  '/docs/**',
];
const MORE = [
  'docs/features/*.md',
  'AGENTS.md',
  'AGENTS.md.bak',
  '{docs,src}/**',
  '!docs/**',
  'nope/**',
  '[sd]*/**',
];

test('a filter with which ripgrep searches source is a lookup, whatever the path is', (t) => {
  const root = scratch(t, { ...PROJECT, 'src/README.md': 'x\n', 'src/docs/z.ts': 'x\n' });
  let found = 0;
  for (const folder of ['', 'src', 'docs']) {
    const cwd = join(root, folder);
    for (const include of [...PATTERNS, ...MORE, 'README.md', '/README.md', 'docs', 'z.ts']) {
      for (const path of [undefined, root, join(root, 'src'), join(root, 'src/a.ts'), join(root, 'docs')]) {
        const source = find(cwd, include, path).map((match) => relative(root, resolve(cwd, match)));
        if (!source.some((match) => match.startsWith('src/'))) continue;
        found += 1;
        const args = path === undefined ? { pattern: 'x', include } : { pattern: 'x', path, include };
        assert.equal(ask(cwd, 'grep', args).deny, true, `${folder || '.'}: ${JSON.stringify(args)}`);
      }
    }
  }
  assert.ok(found > 60, `only ${found} filters let source pass`);
});

test('a glob with which ripgrep finds source is a lookup, from any working folder and below any path', (t) => {
  const root = scratch(t, PROJECT);
  let found = 0;
  for (const folder of ['', 'src']) {
    const cwd = join(root, folder);
    for (const pattern of [...PATTERNS, ...MORE]) {
      for (const path of [undefined, 'src', root]) {
        const source = find(cwd, pattern, path).filter((match) =>
          /(^|\/)(a|b)\.ts$|\.bak$|\.json$/.test(match),
        );
        if (source.length === 0) continue;
        found += 1;
        const args = path === undefined ? { pattern } : { pattern, path };
        assert.equal(
          ask(cwd, 'glob', args).deny,
          true,
          `${folder || '.'}: ${JSON.stringify(args)} finds ${source}`,
        );
      }
    }
  }
  assert.ok(found > 20, `only ${found} globs found source`);
});
