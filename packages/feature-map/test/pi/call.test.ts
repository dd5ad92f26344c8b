import assert from 'node:assert/strict';
import { findPackageJSON } from 'node:module';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { piCall } from '../../src/host/pi-call.ts';

interface PathUtils {
  resolveToCwd(path: string, cwd: string): string;
}

/** How Pi's own tools read a path; no public entry of its package exports that. */
const pathUtils = join(
  findPackageJSON('@earendil-works/pi-coding-agent', import.meta.url) ?? '',
  '../dist/core/tools/path-utils.js',
);

test("a path is read as Pi's own tools read it", async () => {
  const { resolveToCwd } = (await import(pathToFileURL(pathUtils).href)) as PathUtils;
  const cwd = resolve('/project');
  for (const path of [
    'src/a.ts',
    './src/../b.ts',
    '@src/a.ts',
    '@@src/a.ts',
    './@scope/a.ts',
    '@/etc/hosts',
    '@~/a.ts',
    '',
    '@',
    '~',
    '~/a.ts',
    '~user/a.ts',
    'a~/b.ts',
    'two\u00a0words\u3000and\u202fmore.ts',
    pathToFileURL(resolve('/tmp/a b.ts')).href,
    `@${pathToFileURL(resolve('/tmp/a.ts')).href}`,
    'file:/a.ts',
    ' src/a.ts',
    '..',
  ]) {
    const { arguments: args } = piCall('read', { path }, homedir());
    assert.equal(resolve(cwd, (args as { path: string }).path), resolveToCwd(path, cwd), path);
  }
});

test('a file URL of another machine is refused, as Pi refuses it', () => {
  assert.throws(() => piCall('read', { path: 'file://elsewhere/a.ts' }, '/home/someone'));
});

test('ls without a path lists the working folder, and other calls keep their arguments', () => {
  assert.deepEqual(piCall('ls', { limit: 5 }, undefined).arguments, { path: '.', limit: 5 });
  const command = { command: 'cat @x ~/y', timeout: 5 };
  assert.deepEqual(piCall('bash', command, '/home/someone').arguments, command);
  assert.deepEqual(piCall('grep', { pattern: '@x', glob: '@y' }, undefined).arguments, {
    pattern: '@x',
    glob: '@y',
  });
});

test('the arguments that Pi passes on stay as they are', () => {
  const input = Object.freeze({ path: '@src/a.ts' });
  piCall('read', input, undefined);
  assert.equal(input.path, '@src/a.ts');
});
