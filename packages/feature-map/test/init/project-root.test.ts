import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { projectRoot } from '../../src/init/project-root.ts';
import { surroundings } from '../../src/paths.ts';
import { scratch } from '../guard/scratch.ts';

const NOWHERE = surroundings({ home: '/no/such/home' });

describe('the project that documents are written for', () => {
  it('is the one whose map is found, else the nearest with a .git, be it a folder or a file', (t) => {
    const root = scratch(t, {
      'outer/.git/': '',
      'outer/inner/docs/features/README.md': '',
      'outer/inner/src/': '',
      'outer/tree/.git': 'gitdir: x\n',
      'outer/tree/src/': '',
      'outer/src/': '',
    });
    for (const [cwd, project] of [
      ['outer/inner/src', 'outer/inner'],
      ['outer/tree/src', 'outer/tree'],
      ['outer/src', 'outer'],
      ['outer', 'outer'],
    ] as const) {
      assert.equal(projectRoot(join(root, cwd), NOWHERE), join(root, project));
    }
  });

  it('is the folder itself where nothing above marks one, with its links resolved', (t) => {
    const root = scratch(t, { 'a/b/': '' });
    symlinkSync(join(root, 'a/b'), join(root, 'link'));
    assert.equal(projectRoot(join(root, 'link'), NOWHERE), join(root, 'a/b'));
  });

  it('is never the home folder, unless the session stands in it', (t) => {
    const home = scratch(t, { '.git/': '', 'work/': '' });
    const machine = surroundings({ home });
    assert.equal(projectRoot(join(home, 'work'), machine), join(home, 'work'));
    assert.equal(projectRoot(home, machine), home);
  });

  it('is not there for a folder that is not', (t) => {
    const root = scratch(t, { file: '' });
    assert.equal(projectRoot(join(root, 'none'), NOWHERE), undefined);
    assert.equal(projectRoot(join(root, 'file'), NOWHERE), undefined);
  });
});
