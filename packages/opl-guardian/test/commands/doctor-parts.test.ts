import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findHost } from '../../src/commands/doctor/host-install.ts';
import { isLetIn } from '../../src/commands/doctor/pi-filter.ts';
import { isAtLeast } from '../../src/commands/doctor/version-order.ts';
import { link, writeTree } from './installed-guard.ts';
import { scratch } from './scratch.ts';

const HOST = { name: '@some/host', program: 'host' };
const manifest = (version: string) => ({ name: '@some/host', version });

describe('finding a host', () => {
  const place = (root: string, env: Record<string, string> = {}) => ({
    cwd: path.join(root, 'project', 'deep'),
    home: path.join(root, 'home'),
    execPath: path.join(root, 'node', 'bin', 'node'),
    env,
  });

  it('follows a program on the PATH into its package, first come first', (t) => {
    const root = scratch(t);
    for (const name of ['one', 'two']) {
      writeTree(root, {
        [`${name}/lib/node_modules/@some/host/package.json`]: manifest(name),
        [`${name}/lib/node_modules/@some/host/dist/cli.js`]: '',
      });
      link('../lib/node_modules/@some/host/dist/cli.js', path.join(root, name, 'bin', 'host'));
    }
    const PATH = ['none', 'two/bin', 'one/bin'].map((folder) => path.join(root, folder)).join(':');
    const { installs, strangers } = findHost(HOST, place(root, { PATH }));
    assert.deepEqual(
      installs.map(({ version, foundBy }) => [version, foundBy]),
      [
        ['two', 'PATH'],
        ['one', 'PATH'],
      ],
    );
    assert.equal(installs[0]?.folder, path.join(root, 'two/lib/node_modules/@some/host'));
    assert.deepEqual(strangers, []);
  });

  it('finds the package of a program that is a script, and passes over relative folders of the PATH', (t) => {
    const root = scratch(t);
    writeTree(root, {
      'p/bin/host': '#!/bin/sh\n',
      'p/lib/node_modules/@some/host/package.json': manifest('1.0.0'),
      'project/deep/host': '',
    });
    const { installs, strangers } = findHost(HOST, place(root, { PATH: `.:${path.join(root, 'p/bin')}` }));
    assert.deepEqual(
      installs.map(({ version }) => version),
      ['1.0.0'],
    );
    assert.deepEqual(strangers, []);
  });

  it('names a program that belongs to something else', (t) => {
    const root = scratch(t);
    writeTree(root, { 'other/package.json': { name: 'other' }, 'other/host': '' });
    chmodSync(path.join(root, 'other/host'), 0o755);
    const { installs, strangers } = findHost(HOST, place(root, { PATH: path.join(root, 'other') }));
    assert.deepEqual([installs, strangers], [[], [path.join(root, 'other/host')]]);
  });

  it('knows the programs of Windows', (t) => {
    const root = scratch(t);
    writeTree(root, {
      'npm/host.cmd': '',
      'npm/host': '',
      'npm/node_modules/@some/host/package.json': manifest('2.0.0'),
    });
    const where = { ...place(root, { Path: path.join(root, 'npm') }), platform: 'win32' as const };
    assert.deepEqual(
      findHost(HOST, where).installs.map(({ version, foundBy }) => [version, foundBy]),
      [['2.0.0', 'PATH']],
    );
  });

  const globals: [string, string, Record<string, string>][] = [
    ['beside the Node that runs', 'node/lib/node_modules', {}],
    ['below the prefix of the environment', 'prefix/lib/node_modules', { npm_config_prefix: 'prefix' }],
    ['below the prefix of .npmrc', 'home/.own/lib/node_modules', {}],
    ['of pnpm', 'pnpm/global/5/node_modules', { PNPM_HOME: 'pnpm' }],
    ['of bun', 'home/.bun/install/global/node_modules', {}],
  ];
  for (const [name, folder, env] of globals) {
    it(`looks at the global packages ${name}`, (t) => {
      const root = scratch(t);
      writeTree(root, {
        [`${folder}/@some/host/package.json`]: manifest('3.0.0'),
        'home/.npmrc': 'registry=x\nprefix = ~/.own\n',
      });
      const absolute = Object.entries(env).map(([key, value]) => [key, path.join(root, value)]);
      const { installs } = findHost(HOST, place(root, Object.fromEntries(absolute)));
      assert.deepEqual(
        installs.map(({ foundBy }) => foundBy),
        ['the global packages'],
      );
    });
  }

  it('looks at node_modules from here up, and names each package once', (t) => {
    const root = scratch(t);
    writeTree(root, { 'store/package.json': manifest('4.0.0') });
    link(path.join(root, 'store'), path.join(root, 'project/node_modules/@some/host'));
    link(path.join(root, 'store'), path.join(root, 'project/deep/node_modules/@some/host'));
    const { installs } = findHost(HOST, place(root));
    assert.deepEqual(installs, [
      { version: '4.0.0', folder: path.join(root, 'store'), foundBy: 'node_modules here' },
    ]);
  });

  it('takes a manifest that is broken or of another package for none', (t) => {
    const root = scratch(t);
    writeTree(root, {
      'project/deep/node_modules/@some/host/package.json': '{',
      'project/node_modules/@some/host/package.json': { name: 'x' },
    });
    assert.deepEqual(findHost(HOST, place(root)).installs, []);
  });
});

describe('patterns of Pi', () => {
  const isIn = (...patterns: string[]) => isLetIn('dist/index.js', patterns, '/pkg');

  it('let everything in where none chooses', () => {
    assert.equal(isIn(), true);
    assert.equal(isIn('!dist/other.js'), true);
  });

  it('choose by path, by name, and by wild cards', () => {
    for (const pattern of [
      'dist/index.js',
      'index.js',
      '*.js',
      'dist/*.js',
      '**/*.js',
      'dist/inde?.js',
      '/pkg/dist/index.js',
    ]) {
      assert.equal(isIn(pattern), true, pattern);
    }
    for (const pattern of ['src/*.js', 'dist', '*.ts', 'dist/index.j'])
      assert.equal(isIn(pattern), false, pattern);
  });

  it('take their wild cards for any letters, for those of one folder, for one letter, or for folders', () => {
    const isLike = (file: string, pattern: string) => isLetIn(file, [pattern], '/');
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '/', '.', '*', '**', '**/', '?'), { maxLength: 6 }),
        fc.array(fc.constantFrom('a', 'b', '/', '.'), { maxLength: 6 }),
        (parts, letters) => {
          const file = `a/${letters.join('')}`;
          const sources = { '.': '\\.', '*': '[^/]*', '**': '.*', '**/': '(?:.*/)?', '?': '[^/]' };
          const pattern = `a/${parts.join('')}`;
          const source = pattern.replace(
            /\*\*\/|\*\*|[*?.]/g,
            (part) => sources[part as keyof typeof sources],
          );
          const forms = [file, path.basename(file), path.join('/', file)];
          const isExpected = forms.some((form) => new RegExp(`^${source}$`).test(form));
          assert.equal(isLike(file, pattern), isExpected, `${file} ${pattern}`);
        },
      ),
    );
  });

  it('are read whatever a hostile project makes of them', () => {
    const stars = '**'.repeat(50);
    assert.equal(isIn(`${stars}x`), false);
    assert.equal(isIn(`${'**/'.repeat(50)}${'*?'.repeat(4)}${stars}js`), true);
  });

  it('take out, put in again, and take out for good', () => {
    assert.equal(isIn('*.js', '!index.js'), false);
    assert.equal(isIn('!index.js', '+dist/index.js'), true);
    assert.equal(isIn('!index.js', '+./dist/index.js', '-dist/index.js'), false);
    assert.equal(isIn('-index.js'), true, 'an exact pattern is the whole path');
  });
});

describe('the order of versions', () => {
  it('is that of numbers, then of pre-releases', () => {
    const inOrder = [
      '0.1.0-rc',
      '0.1.0-rc.2',
      '0.1.0-rc.8',
      '0.1.0-rc.10',
      '0.1.0-rc.x',
      '0.1.0',
      '0.2.0-alpha',
      '0.10.0',
      '1.6.0',
      '1.10.0',
    ];
    for (const [at, one] of inOrder.entries()) {
      for (const [than, other] of inOrder.entries())
        assert.equal(isAtLeast(one, other), at >= than, `${one} ${other}`);
    }
  });

  it('says nothing of what is no version', () => {
    assert.equal(isAtLeast('unknown', '1.0.0'), undefined);
    assert.equal(isAtLeast('1.0', '1.0.0'), undefined);
    assert.equal(isAtLeast('v1.0.0+build', '1.0.0'), true);
  });
});
