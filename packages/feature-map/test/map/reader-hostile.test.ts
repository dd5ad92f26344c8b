import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { diskFiles } from '../../src/map/map-files.ts';
import { MAP_LIMITS } from '../../src/map/map-limits.ts';
import { openMap } from '../../src/map/reader.ts';
import { featureMapReply } from '../../src/map/reply.ts';
import { link, scratch } from '../guard/scratch.ts';
import { fsError, INDEX, kinds, laterClock, MAP, recordedFiles } from './map-recorder.ts';

/** Makes a named pipe, which blocks whoever opens it until a writer comes. */
function makePipe(path: string): void {
  assert.equal(spawnSync('mkfifo', [path]).status, 0);
}

describe('a hostile map', () => {
  const reasons = (root: string, ...rest: [Parameters<typeof openMap>[1]?, Parameters<typeof openMap>[2]?]) =>
    openMap(root, ...rest)
      .load()
      .unreadable.map(({ page, reason }) => `${page} ${reason}`);

  it('is never read outside its folder, wherever its links lead', (t) => {
    const root = scratch(t, {
      ...MAP,
      'secret.md': '# Secret\n',
      'outside/a.md': '# Secret\n',
      'docs/features/out.md': link('../../secret.md'),
      'docs/features/absolute.md': link('/etc/passwd'),
      'docs/features/folder': link('../../outside'),
      'docs/features/twice.md': link('out.md'),
      'docs/features/alias.md': link('guard.md'),
    });
    const { files, take } = recordedFiles();
    const map = openMap(root, files).load();
    assert.deepEqual(
      map.unreadable,
      ['absolute.md', 'folder', 'out.md', 'twice.md'].map((page) => ({
        page,
        reason: 'is a link that leads out of the map',
      })),
    );
    assert.deepEqual(
      map.pages.map(({ path, title }) => [path, title]),
      [
        ['alias.md', 'Guard'],
        ['guard.md', 'Guard'],
        ['host/pi.md', 'Pi'],
      ],
    );
    const touched = take().filter((call) => !call.startsWith('realPath '));
    assert.ok(touched.length > 0);
    for (const call of touched) assert.ok(call.includes(`${join(root, 'docs/features')}`), call);
  });

  it('that is itself a link out of the project is not read', (t) => {
    const root = scratch(t, { 'other/features/README.md': INDEX, 'project/docs': link('../other') });
    const { files, take } = recordedFiles();
    const map = openMap(join(root, 'project'), files).load();
    assert.deepEqual(map.unreadable, [{ page: '', reason: 'is a link that leads out of the project' }]);
    assert.deepEqual(kinds(take()), ['realPath', 'realPath']);
    for (const args of [{}, { topic: 'guard' }]) {
      const limits = { maxBytes: 12_000, sectionsPerTopic: 3, maxSectionBytes: 2048 };
      const { text } = featureMapReply(map, args, limits);
      assert.match(text, /(?:docs\/features|folder of the map) is a link that leads out of the project/);
    }
  });

  it('with links that loop or lead nowhere names them', (t) => {
    const root = scratch(t, {
      ...MAP,
      'docs/features/a.md': link('b.md'),
      'docs/features/b.md': link('a.md'),
      'docs/features/gone.md': link('nothing.md'),
      'docs/features/loop': link('.'),
      'docs/features/host/up': link('..'),
      'docs/features/self': link('self'),
      'docs/features/picture.png': link('nothing.png'),
    });
    assert.deepEqual(reasons(root), [
      'a.md is a link that leads back to itself',
      'b.md is a link that leads back to itself',
      'gone.md is a link that leads to nothing',
      'host/up is a link to a folder, and those are not followed',
      'loop is a link to a folder, and those are not followed',
      'self is a link that leads back to itself',
    ]);
    assert.equal(openMap(root).load().pages.length, 2);
  });

  it('with a page of 100 MB names it and never reads it', (t) => {
    const root = scratch(t, { ...MAP, 'docs/features/huge.md': '' });
    truncateSync(join(root, 'docs/features/huge.md'), 100 * 1024 * 1024);
    const { files, take } = recordedFiles();
    assert.deepEqual(reasons(root, files), [
      'huge.md has 104857600 bytes, more than the 2097152 that are read',
    ]);
    assert.equal(take().includes(`read ${join(root, 'docs/features/huge.md')}`), false);
  });

  it('with binary pages names them', (t) => {
    const root = scratch(t, MAP);
    writeFileSync(join(root, 'docs/features/nul.md'), '# a\0b\n');
    writeFileSync(join(root, 'docs/features/latin.md'), Buffer.from([0x23, 0x20, 0xe9, 0x0a]));
    writeFileSync(join(root, 'docs/features/utf16.md'), Buffer.from('\ufeff# a', 'utf16le'));
    assert.deepEqual(reasons(root), [
      'latin.md is not UTF-8 text',
      'nul.md is binary: it holds NUL bytes',
      'utf16.md is binary: it holds NUL bytes',
    ]);
  });

  it('with pipes and folders in place of pages opens none of them', (t) => {
    const root = scratch(t, {
      ...MAP,
      'docs/features/folder.md/inner.md': '# Inner\n',
      'docs/features/piped.md': link('pipe'),
    });
    makePipe(join(root, 'docs/features/pipe'));
    makePipe(join(root, 'docs/features/pipe.md'));
    assert.deepEqual(reasons(root), ['pipe.md is not a regular file', 'piped.md is not a regular file']);
    assert.deepEqual(
      openMap(root)
        .load()
        .pages.map(({ path }) => path),
      ['folder.md/inner.md', 'guard.md', 'host/pi.md'],
    );
  });

  it('whose page turns into a pipe after it was looked at blocks nobody', (t) => {
    const root = scratch(t, MAP);
    const pipe = join(root, 'pipe');
    makePipe(pipe);
    const files = {
      ...diskFiles,
      read: (path: string, limit: number) => diskFiles.read(path.endsWith('guard.md') ? pipe : path, limit),
    };
    assert.deepEqual(reasons(root, files), ['guard.md cannot be read (EINVAL)']);
  });

  it('whose page turns into a link after it was looked at leads nowhere', (t) => {
    const root = scratch(t, { ...MAP, 'secret.md': '# Secret\n', leak: link('secret.md') });
    const leak = join(root, 'leak');
    const files = {
      ...diskFiles,
      read: (path: string, limit: number) => diskFiles.read(path.endsWith('guard.md') ? leak : path, limit),
    };
    assert.deepEqual(reasons(root, files), ['guard.md cannot be read (ELOOP)']);
  });

  it('whose page grows past the limit while it is read names it', (t) => {
    const root = scratch(t, { ...MAP, 'docs/features/grown.md': 'a'.repeat(3000) });
    const limits = { ...MAP_LIMITS, pageBytes: 2000 };
    const files = {
      ...diskFiles,
      stat: (path: string) => {
        const state = diskFiles.stat(path);
        return state && { ...state, size: 10n };
      },
    };
    assert.deepEqual(reasons(root, files, limits), ['grown.md holds more than 2000 bytes']);
    assert.equal(diskFiles.read(join(root, 'docs/features/grown.md'), 2000).length, 2001);
  });

  it('whose pages vanish between listing, stat and reading goes without them', (t) => {
    const root = scratch(t, MAP);
    const vanishing = {
      ...diskFiles,
      read(path: string, limit: number) {
        if (path.endsWith('guard.md')) rmSync(path);
        return diskFiles.read(path, limit);
      },
      stat(path: string) {
        if (path.endsWith('pi.md')) rmSync(path);
        return diskFiles.stat(path);
      },
    };
    const map = openMap(root, vanishing).load();
    assert.deepEqual([map.pages, map.unreadable], [[], []]);
  });

  it('that the disk fails on names what fails, and is whole again afterwards', (t) => {
    const root = scratch(t, MAP);
    for (const operation of ['list', 'stat', 'read'] as const) {
      let broken = true;
      const fails = (path: string) => broken && /host/.test(path);
      const files = {
        ...diskFiles,
        [operation](path: string, limit: number) {
          if (fails(path)) throw fsError('EIO');
          return diskFiles[operation](path, limit);
        },
      };
      const store = openMap(root, files);
      const [named] = store.load().unreadable;
      assert.match(`${named?.page} ${named?.reason}`, /^host(\/pi\.md)? cannot be (listed|read) \(EIO\)$/);
      broken = false;
      assert.equal(store.load().pages.length, 2);
      assert.deepEqual(store.load().unreadable, []);
    }
  });

  it('that is not there at all is empty, with a reason', (t) => {
    const root = scratch(t, { 'a/docs/features/guard.md': '# Guard\n', 'b/': '' });
    const noIndex = openMap(join(root, 'a')).load();
    assert.deepEqual(noIndex.unreadable, [{ page: 'README.md', reason: 'does not exist' }]);
    assert.equal(noIndex.pages.length, 1);
    for (const folder of ['b', 'c']) {
      assert.deepEqual(reasons(join(root, folder)), [' cannot be found (ENOENT)']);
    }
  });

  it('whose index leads out of the project is not read', (t) => {
    const root = scratch(t, {
      'index.md': INDEX,
      'project/docs/features/README.md': link('../../../index.md'),
    });
    const { files, take } = recordedFiles();
    const map = openMap(join(root, 'project'), files).load();
    assert.deepEqual([map.index, map.table], ['', undefined]);
    const reason = 'is a link that leads out of the project';
    assert.deepEqual(map.unreadable, [{ page: 'README.md', reason }]);
    assert.deepEqual(kinds(take()), ['list', 'realPath', 'realPath', 'realPath', 'realPath']);
  });

  it('with more than it may hold names what is left out', (t) => {
    const root = scratch(t, { ...MAP, 'docs/features/z.md': '# Z\n' });
    assert.deepEqual(reasons(root, diskFiles, { ...MAP_LIMITS, pages: 3 }), [
      'z.md is beyond the first 3 pages of the map',
    ]);
    assert.deepEqual(reasons(root, diskFiles, { ...MAP_LIMITS, mapBytes: 22 }), [
      'z.md is beyond the first 22 bytes of the map',
    ]);
    assert.deepEqual(reasons(root, diskFiles, { ...MAP_LIMITS, entries: 2 }), [
      'host is beyond the first 2 files of the map',
    ]);
    assert.deepEqual(reasons(root, diskFiles, { ...MAP_LIMITS, indexBytes: 20 }), [
      `README.md has ${INDEX.length} bytes, more than the 20 that are read`,
    ]);
  });

  it('of 10,000 pages is read, and costs one stat a page after that', (t) => {
    const root = scratch(t, { 'docs/features/README.md': INDEX });
    for (let folder = 0; folder < 10; folder++) {
      mkdirSync(join(root, `docs/features/${folder}`));
      for (let page = 0; page < 1000; page++) {
        writeFileSync(
          join(root, `docs/features/${folder}/${page}.md`),
          `# Page ${folder}.${page}\n\n## Map\n`,
        );
      }
    }
    const { files, take } = recordedFiles(laterClock);
    const store = openMap(root, files);
    assert.equal(store.load().pages.length, 10_000);
    take();
    store.load();
    const calls = kinds(take());
    assert.equal(calls.filter((kind) => kind === 'stat').length, 10_001);
    assert.equal(calls.filter((kind) => kind === 'list').length, 11);
    assert.equal(calls.includes('read'), false);
  });

  it('with an index of 1,000,000 rows says so', (t) => {
    const root = scratch(t, {
      'docs/features/README.md': INDEX + '| [Guard](guard.md) | a |\n'.repeat(1_000_000),
    });
    const map = openMap(root).load();
    assert.equal(map.table, undefined);
    assert.match(
      map.unreadable[0]?.reason ?? '',
      /^has 26000\d+ bytes, more than the 4194304 that are read$/,
    );
  });
});
