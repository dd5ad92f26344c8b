import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { diskFiles } from '../../src/map/map-files.ts';
import { openProject } from '../../src/stale/open-project.ts';
import { FILE_LIMIT } from '../../src/stale/project-facts.ts';
import { Scratch } from './repository.ts';

describe('the files of a project', () => {
  it('are the tracked ones and new ones that are not ignored, with any name', async (t) => {
    const project = await new Scratch(t)
      .write({ '.gitignore': 'out/\n*.log\n', 'src/a.ts': '', 'out/a.js': '' })
      .commit();
    project.write({ 'src/new ü.ts': '', 'a.log': '', 'src/line\nbreak.ts': '' });
    const { paths, incomplete } = openProject(project.root).files();
    assert.equal(incomplete, undefined);
    assert.deepEqual([...paths].sort(), ['.gitignore', 'src/a.ts', 'src/line\nbreak.ts', 'src/new ü.ts']);
  });

  it('leave out what was removed without a commit, and keep what a sparse checkout left out', async (t) => {
    const project = await new Scratch(t).write({ 'src/a.ts': '', 'src/b.ts': '', 'far/c.ts': '' }).commit();
    await project.git('sparse-checkout', 'set', 'src');
    project.remove('src/b.ts');
    assert.deepEqual([...openProject(project.root).files().paths].sort(), ['far/c.ts', 'src/a.ts']);
  });

  it('are those of a folder within a repository, relative to it', async (t) => {
    const project = await new Scratch(t).write({ 'pkg/src/a.ts': '', 'other/b.ts': '' }).commit();
    assert.deepEqual(openProject(join(project.root, 'pkg')).files().paths, ['src/a.ts']);
  });

  it('are found by a walk without a repository, apart from .git and node_modules, links not followed', (t) => {
    const project = new Scratch(t).write({ 'src/a.ts': '', 'node_modules/x/y.js': '', 'dist/z.js': '' });
    symlinkSync(project.root, join(project.root, 'loop'));
    const facts = openProject(project.root);
    assert.deepEqual([...facts.files().paths].sort(), ['dist/z.js', 'loop', 'src/a.ts']);
    assert.deepEqual(facts.history(), { gone: new Map(), limit: 'git knows no repository here' });
    assert.deepEqual(facts.ignored(['dist/gone.js', 'src/gone.ts']), new Set(['dist/gone.js']));
  });

  it('are found by a walk where a repository around it ignores all of it', async (t) => {
    const project = await new Scratch(t).write({ '.gitignore': 'inner/\n', 'inner/a.ts': '' }).commit();
    const facts = openProject(join(project.root, 'inner'));
    assert.deepEqual(facts.files().paths, ['a.ts']);
    assert.equal(facts.history().limit, 'git lists no file here');
  });

  it('are not complete where a folder cannot be listed', (t) => {
    const project = new Scratch(t).write({ 'src/a.ts': '', 'closed/b.ts': '' });
    const files = {
      ...diskFiles,
      list(folder: string) {
        if (folder.endsWith('closed')) throw Object.assign(new Error('no'), { code: 'EACCES' });
        return diskFiles.list(folder);
      },
    };
    assert.equal(openProject(project.root, files).files().incomplete, 'the folder closed cannot be listed');
  });
});

describe('the text of a file', () => {
  it('is not given when it is binary, too large, a folder, absent, or outside the project', async (t) => {
    const outside = new Scratch(t).write({ 'secret.ts': 'secret' });
    const project = await new Scratch(t)
      .write({
        'a.ts': 'text',
        'b.bin': Buffer.from([1, 0, 2]),
        'c.ts': 'x'.repeat(FILE_LIMIT + 1),
        'd/e.ts': '',
      })
      .commit();
    symlinkSync(join(outside.root, 'secret.ts'), join(project.root, 'out.ts'));
    symlinkSync(outside.root, join(project.root, 'away'));
    symlinkSync('a.ts', join(project.root, 'in.ts'));
    const { read } = openProject(project.root);
    assert.equal(read('a.ts'), 'text');
    assert.equal(read('in.ts'), 'text');
    for (const path of ['b.bin', 'c.ts', 'd', 'gone.ts', 'out.ts', 'away/secret.ts', '../x']) {
      assert.equal(read(path), undefined, path);
    }
  });
});

describe('what is ignored', () => {
  it('is told for files and folders that are not there', async (t) => {
    const project = await new Scratch(t)
      .write({ '.gitignore': 'out/\n*.log\n', 'sub/.gitignore': 'made\n' })
      .commit();
    const { ignored } = openProject(project.root);
    const asked = ['out/a.js', 'out', 'a.log', 'sub/made/x', 'src/a.ts', 'made'];
    assert.deepEqual([...ignored(asked)].filter(Boolean).sort(), ['a.log', 'out', 'out/a.js', 'sub/made/x']);
    assert.deepEqual(ignored([]), new Set());
  });

  it('is everything when git cannot answer', async (t) => {
    const project = await new Scratch(t).write({ 'a.ts': '' }).commit();
    mkdirSync(join(project.root, 'real'));
    symlinkSync('real', join(project.root, 'link'));
    assert.deepEqual(
      openProject(project.root).ignored(['link/x.ts', 'y.ts']),
      new Set(['link/x.ts', 'y.ts']),
    );
  });
});
