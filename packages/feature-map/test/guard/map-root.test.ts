import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openMap } from '../../src/map/reader.ts';
import { findMapRoot } from '../../src/map-root.ts';
import { type GuardFs, surroundings } from '../../src/paths.ts';
import { link, PROJECT, scratch, under } from './scratch.ts';

const MAP = { 'docs/features/README.md': '# Features\n' };

function find(cwd: string, home: string | undefined = '/no/such/home'): string | undefined {
  return findMapRoot(cwd, surroundings({ home }));
}

test('the reference project is found from a nested directory and not from outside it', (t) => {
  const root = scratch(t, { ...under('project', PROJECT), 'beside/': '' });
  assert.equal(find(join(root, 'project')), join(root, 'project'));
  assert.equal(find(join(root, 'project/src/deep')), join(root, 'project'));
  assert.equal(find(join(root, 'project/docs/features')), join(root, 'project'));
  assert.equal(find(join(root, 'beside')), undefined);
  assert.equal(find(root), undefined);
});

test('a map above the project root is never adopted, where .git is a folder', (t) => {
  const root = scratch(t, { ...MAP, 'clone/.git/HEAD': '', 'clone/src/deep/': '' });
  assert.equal(find(join(root, 'clone')), undefined);
  assert.equal(find(join(root, 'clone/src/deep')), undefined);
  assert.equal(find(root), root);
});

test('a map above the project root is never adopted, where .git is the file of a worktree or submodule', (t) => {
  const root = scratch(t, { ...MAP, 'tree/.git': 'gitdir: ../.git/worktrees/tree\n', 'tree/src/': '' });
  assert.equal(find(join(root, 'tree/src')), undefined);
});

test('a worktree finds its own map', (t) => {
  const root = scratch(t, under('tree', { ...MAP, '.git': 'gitdir: elsewhere\n', 'src/': '' }));
  assert.equal(find(join(root, 'tree/src')), join(root, 'tree'));
});

test('a project without git is searched up to the file system root', (t) => {
  const root = scratch(t, { ...MAP, 'a/b/c/': '' });
  assert.equal(find(join(root, 'a/b/c')), root);
  assert.equal(find('/'), undefined);
});

test('the nearest map wins: a package of a monorepo has its own', (t) => {
  const root = scratch(t, {
    ...PROJECT,
    ...under('packages/one', MAP),
    'packages/one/src/': '',
    'packages/two/': '',
  });
  assert.equal(find(join(root, 'packages/one/src')), join(root, 'packages/one'));
  assert.equal(find(join(root, 'packages/two')), root);
});

test('only a regular file is a map', (t) => {
  const root = scratch(t, {
    'folder/docs/features/README.md/': '',
    'empty/docs/features/': '',
    'dangling/docs/features/README.md': link('gone.md'),
    'loop/docs/features/README.md': link('README.md'),
    'blocked/docs': 'a file\n',
  });
  for (const name of ['folder', 'empty', 'dangling', 'loop', 'blocked']) {
    assert.equal(find(join(root, name)), undefined, name);
  }
});

test('a map counts exactly where the reader can read its index', (t) => {
  const index = '# Features\n';
  const root = scratch(t, {
    'other/features/README.md': index,
    'other/features/back.md': link('../../back/docs/index.md'),
    'other/index.md': index,
    'plain/docs/features/README.md': index,
    'docs-out/docs': link('../other'),
    'docs-in/notes/features/README.md': index,
    'docs-in/docs': link('notes'),
    'folder-out/docs/features': link('../../other/features'),
    'folder-in/docs/features': link('../notes'),
    'folder-in/notes/README.md': index,
    'folder-whole/docs/features': link('../'.repeat(2)),
    'folder-whole/README.md': index,
    'index-out/docs/features/README.md': link('../../../other/index.md'),
    'index-in/docs/features/README.md': link('../index.md'),
    'index-in/docs/index.md': index,
    'index-twice/docs/features/README.md': link('../first.md'),
    'index-twice/docs/first.md': link('../../other/index.md'),
    'index-gone/docs/features/README.md': link('gone.md'),
    'index-folder/docs/features/README.md/': '',
    'back/docs/features': link('../../other/back'),
    'back/docs/index.md': index,
    'other/back/README.md': link('../../back/docs/index.md'),
  });
  const found: string[] = [];
  for (const name of readdirSync(root)) {
    const project = join(root, name);
    const { index: text, unreadable } = openMap(project).load();
    assert.equal(
      find(project),
      text === index ? project : undefined,
      `${name}: ${JSON.stringify(unreadable)}`,
    );
    if (text === index) found.push(name);
  }
  assert.deepEqual(found, ['docs-in', 'folder-in', 'index-in', 'plain']);
});

test('the walk stops below the home folder: its map is not that of a project inside it', (t) => {
  const home = scratch(t, { ...MAP, 'code/project/src/': '' });
  assert.equal(find(join(home, 'code/project/src'), home), undefined);
  assert.equal(find(join(home, 'code'), home), undefined);
});

test('a map in the home folder counts for a session that was started there', (t) => {
  const home = scratch(t, MAP);
  assert.equal(find(home, home), home);
});

test('a session in the home folder adopts no map from above it, with or without git', (t) => {
  const root = scratch(t, { ...MAP, 'home/': '', '.git/': '' });
  assert.equal(find(join(root, 'home'), join(root, 'home')), undefined);
});

test('a home folder inside of a project hides nothing from the rest of that project', (t) => {
  const root = scratch(t, { ...PROJECT, 'home/code/': '' });
  const home = join(root, 'home');
  assert.equal(find(join(root, 'src'), home), root);
  assert.equal(find(join(home, 'code'), home), undefined);
});

test('a working folder above or beside the home folder is walked to the root', (t) => {
  const root = scratch(t, { ...MAP, 'users/me/': '', 'srv/app/': '' });
  const home = join(root, 'users/me');
  assert.equal(find(join(root, 'users'), home), root);
  assert.equal(find(join(root, 'srv/app'), home), root);
});

test('a project below the home folder is found as anywhere else', (t) => {
  const home = scratch(t, under('code/project', PROJECT));
  assert.equal(find(join(home, 'code/project/src'), home), join(home, 'code/project'));
});

test('links in the working folder and in the home folder are resolved first', (t) => {
  const root = scratch(t, {
    ...under('project', PROJECT),
    shortcut: link('project/src'),
    ...under('real-home', MAP),
    'real-home/code/': '',
    home: link('real-home'),
  });
  assert.equal(find(join(root, 'shortcut')), join(root, 'project'));
  assert.equal(find(join(root, 'home/code'), join(root, 'home')), undefined);
  assert.equal(find(join(root, 'real-home/code'), join(root, 'home')), undefined);
});

test('an unknown home folder is no border', (t) => {
  const root = scratch(t, { ...MAP, 'a/': '' });
  assert.equal(findMapRoot(join(root, 'a'), { ...surroundings(), home: undefined }), root);
});

test('a .git that cannot be looked at ends the walk', (t) => {
  const root = scratch(t, { ...MAP, 'clone/.git': link('.git'), 'clone/src/': '' });
  assert.equal(find(join(root, 'clone/src')), undefined);
});

test('a file system that fails at every question gives no map and no throw', () => {
  const fail = () => {
    throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
  };
  const broken: GuardFs = { statSync: fail, realpathSync: fail };
  const onlyStat: GuardFs = { statSync: fail, realpathSync: (path) => path };
  assert.equal(findMapRoot('/a/b', surroundings({ fs: broken })), undefined);
  assert.equal(findMapRoot('/a/b', surroundings({ fs: onlyStat })), undefined);
});

test("the home folder is the system's, when a host sets none", (t) => {
  const home = scratch(t, { ...MAP, 'code/': '' });
  const before = process.env.HOME;
  t.after(() => {
    if (before === undefined) delete process.env.HOME;
    else process.env.HOME = before;
  });
  process.env.HOME = home;
  process.env.USERPROFILE ??= home;
  assert.equal(findMapRoot(join(home, 'code'), surroundings()), undefined);
});
