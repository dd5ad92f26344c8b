import assert from 'node:assert/strict';
import { rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { diskFiles } from '../../src/map/map-files.ts';
import { MAP_LIMITS } from '../../src/map/map-limits.ts';
import { openMap } from '../../src/map/reader.ts';
import { link, scratch } from '../guard/scratch.ts';
import { INDEX, kinds, laterClock, MAP, recordedFiles } from './map-recorder.ts';

describe('reading a map', () => {
  it('gives the index, its table and the pages of all folders, sorted', (t) => {
    const root = scratch(t, {
      ...MAP,
      'docs/features/notes.txt': 'no page',
      'docs/features/.hidden.md': '# no',
    });
    const map = openMap(root).load();
    assert.equal(map.root, root);
    assert.equal(map.index, INDEX);
    assert.equal(map.table?.rows.length, 2);
    assert.deepEqual(
      map.pages.map(({ path, title }) => [path, title]),
      [
        ['guard.md', 'Guard'],
        ['host/pi.md', 'Pi'],
      ],
    );
    assert.deepEqual(map.unreadable, []);
  });

  it('takes one listing of each folder and one stat of each page, and reads a page only when it changed', (t) => {
    const root = scratch(t, MAP);
    const { files, take } = recordedFiles(laterClock);
    const store = openMap(root, files);
    const first = store.load();
    assert.deepEqual(kinds(take()), [
      'list',
      'list',
      'read',
      'read',
      'read',
      'realPath',
      'realPath',
      'realPath',
      'stat',
      'stat',
      'stat',
    ]);
    assert.equal(store.load(), first);
    assert.deepEqual(kinds(take()), [
      'list',
      'list',
      'realPath',
      'realPath',
      'realPath',
      'stat',
      'stat',
      'stat',
    ]);

    writeFileSync(join(root, 'docs/features/guard.md'), '# Changed\n');
    const second = store.load();
    assert.deepEqual(
      take().filter((call) => call.startsWith('read ')),
      [`read ${join(root, 'docs/features/guard.md')}`],
    );
    assert.notEqual(second, first);
    assert.equal(second.pages[0]?.title, 'Changed');
    assert.equal(second.pages[1], first.pages[1]);
  });

  it('sees a page that came, one that went and a changed index', (t) => {
    const root = scratch(t, MAP);
    const store = openMap(root);
    const paths = () => store.load().pages.map(({ path }) => path);
    paths();
    writeFileSync(join(root, 'docs/features/new.md'), '# New\n');
    assert.deepEqual(paths(), ['guard.md', 'host/pi.md', 'new.md']);
    rmSync(join(root, 'docs/features/host'), { recursive: true });
    assert.deepEqual(paths(), ['guard.md', 'new.md']);
    writeFileSync(join(root, 'docs/features/README.md'), 'no table\n');
    assert.equal(store.load().table, undefined);
    rmSync(join(root, 'docs'), { recursive: true });
    assert.deepEqual(store.load().pages, []);
  });

  it('reads again what was written within one step of the file system’s clock', (t) => {
    const root = scratch(t, MAP);
    const page = join(root, 'docs/features/guard.md');
    const frozen = { mtimeNs: 5_000_000_001n, ctimeNs: 5_000_000_001n };
    let now = 5_000_000_002n;
    const { files, take } = recordedFiles({
      now: () => now,
      stat(path) {
        const state = diskFiles.stat(path);
        return state && { ...state, ...frozen };
      },
    });
    const store = openMap(root, files);
    const before = store.load();
    writeFileSync(page, '# Gxard\n\n## Map\n');
    assert.equal(store.load().pages[0]?.title, 'Gxard');

    now += 1_000_000_000n;
    const settled = store.load();
    assert.equal(store.load(), settled);
    assert.notEqual(settled, before);
    take();
    store.load();
    assert.equal(kinds(take()).includes('read'), false);
  });

  it('is the same object where a page was only touched', (t) => {
    const root = scratch(t, MAP);
    const store = openMap(root);
    const map = store.load();
    utimesSync(join(root, 'docs/features/guard.md'), 1, 1);
    assert.equal(store.load(), map);
  });

  it('finds the map through a link to the project and through one within it', (t) => {
    const root = scratch(t, {
      'project/notes/features/README.md': INDEX,
      'project/notes/features/guard.md': '# Guard\n',
      'project/docs': link('notes'),
      alias: link('project'),
    });
    const map = openMap(join(root, 'alias')).load();
    assert.equal(map.root, join(root, 'project'));
    assert.equal(map.pages.length, 1);
  });

  it('reads an index that is a link to a file of the project, whatever else there is to list', (t) => {
    const root = scratch(t, { ...MAP, 'docs/index.md': INDEX });
    rmSync(join(root, 'docs/features/README.md'));
    symlinkSync('../index.md', join(root, 'docs/features/README.md'));
    for (const entries of [100, 1]) {
      const map = openMap(root, diskFiles, { ...MAP_LIMITS, entries }).load();
      assert.equal(map.index, INDEX);
      assert.equal(map.table?.rows.length, 2);
      assert.ok(!map.unreadable.some(({ page }) => page === 'README.md'));
    }
  });
});
