import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { askGit } from '../../src/stale/git.ts';
import { readChanges } from '../../src/stale/git-changes.ts';
import { parseNameStatus } from '../../src/stale/git-history.ts';
import { openProject } from '../../src/stale/open-project.ts';
import { Scratch } from './repository.ts';

const LONG = `${'a line of some length\n'.repeat(20)}`;
const LIMITS = { timeout: 10_000, output: 1024 * 1024 };

describe('the history of a project', () => {
  it('names what was deleted and what was renamed, the latest fate of a name first', async (t) => {
    const project = await new Scratch(t).write({ 'a.ts': LONG, 'b.ts': 'b', 'c.ts': 'c' }).commit();
    await project.remove('a.ts', 'b.ts').write({ 'src/a.ts': LONG }).commit();
    await project.write({ 'b.ts': 'again' }).commit();
    const { gone, limit } = openProject(project.root).history();
    assert.equal(limit, undefined);
    assert.deepEqual(Object.fromEntries(gone), { 'a.ts': 'src/a.ts', 'b.ts': undefined });
  });

  it('is that of the folder when it lies within a repository', async (t) => {
    const project = await new Scratch(t)
      .write({ 'pkg/a.ts': LONG, 'pkg/z.ts': '', 'other/b.ts': 'b' })
      .commit();
    await project.remove('pkg/a.ts', 'other/b.ts').commit();
    assert.deepEqual([...openProject(join(project.root, 'pkg')).history().gone], [['a.ts', undefined]]);
  });

  it('has a limit in a shallow clone, and before the first commit', async (t) => {
    const origin = await new Scratch(t).write({ 'a.ts': LONG }).commit();
    await origin.remove('a.ts').write({ 'b.ts': 'b' }).commit();
    const clone = new Scratch(t);
    await clone.git('clone', '--quiet', '--depth=1', `file://${origin.root}`, '.');
    assert.deepEqual(openProject(clone.root).history(), { gone: new Map(), limit: 'the clone is shallow' });
    const young = new Scratch(t).write({ 'a.ts': '' });
    await young.git('init', '--quiet');
    assert.equal(openProject(young.root).history().limit, 'git could not read it');
  });

  it('is read from output that is cut off anywhere without inventing a name', () => {
    const whole = 'D\0a/x.ts\0R100\0b.ts\0c.ts\0\nD\0d.ts\0';
    const names = new Set(['a/x.ts', 'b.ts', 'd.ts']);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length }), (length) => {
        const gone = parseNameStatus(whole.slice(0, length));
        return [...gone].every(([from, to]) => names.has(from) && (to === undefined) === (from !== 'b.ts'));
      }),
    );
    assert.deepEqual(
      [...parseNameStatus(whole)],
      [
        ['a/x.ts', undefined],
        ['b.ts', 'c.ts'],
        ['d.ts', undefined],
      ],
    );
  });
});

describe('asking git', () => {
  it('runs nothing that the configuration of a hostile repository names', async (t) => {
    const project = await new Scratch(t)
      .write({ 'a.ts': LONG, '.gitattributes': '*.ts diff=x filter=x\n' })
      .commit();
    await project.remove('a.ts').write({ 'b.ts': 'b' }).commit();
    const trap = project.trap('trap.sh');
    const settings = ['core.fsmonitor', 'core.pager', 'core.sshCommand', 'diff.external', 'diff.x.command'];
    settings.push('diff.x.textconv', 'filter.x.clean', 'filter.x.process', 'gpg.program', 'core.editor');
    for (const setting of settings) await project.git('config', setting, trap);
    await project.git('config', 'log.showSignature', 'true');
    // Of the same size, so that only a look into it tells that it changed.
    project.write({ 'b.ts': 'c' });
    const facts = openProject(project.root);
    assert.ok(facts.files().paths.includes('b.ts'));
    assert.ok(facts.history().gone.has('a.ts'));
    facts.ignored(['a.ts']);
    assert.deepEqual(readChanges(project.root, 'HEAD~1'), [['b.ts'], ['a.ts', 'b.ts']]);
    await project.git('config', 'filter.x=y.clean', trap);
    project.write({ '.gitattributes': '*.ts filter=x=y\n' });
    assert.deepEqual(readChanges(project.root, 'HEAD~1'), [['a.ts', 'b.ts']]);
    assert.equal(existsSync(join(project.root, 'touched')), false);
  });

  it('is not led elsewhere by the environment of a hook', async (t) => {
    const other = await new Scratch(t).write({ 'other.ts': '' }).commit();
    const project = await new Scratch(t).write({ 'own.ts': '' }).commit();
    process.env.GIT_DIR = join(other.root, '.git');
    process.env.GIT_WORK_TREE = other.root;
    t.after(() => {
      delete process.env.GIT_DIR;
      delete process.env.GIT_WORK_TREE;
    });
    assert.deepEqual(openProject(project.root).files().paths, ['own.ts']);
  });

  it('says what happened when git is missing, takes too long, or says too much', (t) => {
    const project = new Scratch(t).write({ 'a.ts': '' });
    const path = process.env.PATH;
    t.after(() => {
      process.env.PATH = path;
    });
    assert.equal(
      askGit(project.root, ['version'], { ...LIMITS, output: 3 }).trouble,
      'git had more than 3 bytes to say',
    );
    const wait = askGit(project.root, ['-c', 'alias.wait=!sleep 20', 'wait'], { ...LIMITS, timeout: 50 });
    assert.equal(wait.trouble, 'git took more than 0.05 s');
    process.env.PATH = project.root;
    assert.equal(askGit(project.root, ['version'], LIMITS).trouble, 'git is not installed');
    const facts = openProject(project.root);
    assert.deepEqual(facts.files().paths, ['a.ts']);
    assert.equal(facts.history().limit, 'git is not installed');
  });
});

describe('the changes since a revision', () => {
  it('are its later commits, the latest first, with what is not committed yet in front', async (t) => {
    const project = await new Scratch(t).write({ 'a.ts': '1', 'b.ts': '1', 'c ü.ts': '1' }).commit();
    await project.write({ 'a.ts': '2', 'b.ts': '2' }).commit();
    await project.write({ 'b.ts': '3' }).commit();
    project.write({ 'c ü.ts': '2' });
    assert.deepEqual(readChanges(project.root, 'HEAD~2'), [['c ü.ts'], ['b.ts'], ['a.ts', 'b.ts']]);
    assert.deepEqual(readChanges(project.root, 'HEAD'), [['c ü.ts']]);
  });

  it('are refused with a reason for what is no revision, an option included', async (t) => {
    const project = await new Scratch(t).write({ 'a.ts': '1' }).commit();
    for (const revision of [
      'nowhere',
      '--all',
      '-n1',
      '',
      'HEAD:a.ts',
      `--output=${join(project.root, 'touched')}`,
    ]) {
      assert.match(
        String(readChanges(project.root, revision)),
        /names no commit of this repository\.$/,
        revision,
      );
    }
    assert.equal(existsSync(join(project.root, 'touched')), false);
  });
});
