import assert from 'node:assert/strict';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { type Expected, versionOf } from '../../src/write/map-writer.ts';
import { nodeWriter } from '../../src/write/node-writer.ts';
import type { WriteStep } from '../../src/write/replace-file.ts';
import { entries, scratchProject } from './project.ts';

const FILE = 'docs/features/a.md';
const OLD = 'old\n';
const NEW = '\ufeffnew ü\r\n';
const read = (root: string, file = FILE) => readFileSync(path.join(root, file), 'utf8');

describe('writing to the disk', () => {
  it('replaces a file that is what was read, byte for byte, with its mode', async (t) => {
    const root = scratchProject(t, { [FILE]: OLD });
    for (const mode of [0o640, 0o755, 0o600]) {
      writeFileSync(path.join(root, FILE), OLD);
      chmodSync(path.join(root, FILE), mode);
      assert.equal(await nodeWriter(root).write(FILE, versionOf(OLD), NEW), undefined);
      assert.equal(read(root), NEW);
      assert.equal(statSync(path.join(root, FILE)).mode & 0o7777, mode);
    }
    assert.deepEqual(entries(root), ['docs', 'docs/features', FILE]);
  });

  it('makes a file, and the folders above it, only where there is none', async (t) => {
    const root = scratchProject(t);
    assert.equal(await nodeWriter(root).write(FILE, 'absent', NEW), undefined);
    assert.equal(await nodeWriter(root).write(FILE, 'absent', 'other'), 'exists already');
    assert.equal(read(root), NEW);
    assert.equal(statSync(path.join(root, FILE)).mode & 0o777, 0o666 & ~process.umask());
    assert.deepEqual(entries(root), ['docs', 'docs/features', FILE]);
  });

  it('writes over any content where that is asked for', async (t) => {
    const root = scratchProject(t, { [FILE]: OLD });
    assert.equal(await nodeWriter(root).write(FILE, 'any', NEW), undefined);
    assert.equal(await nodeWriter(root).write('b.md', 'any', NEW), undefined);
    assert.deepEqual([read(root), read(root, 'b.md')], [NEW, NEW]);
  });

  it('leaves a file as it is that holds the text already', async (t) => {
    const root = scratchProject(t, { [FILE]: NEW });
    const before = statSync(path.join(root, FILE), { bigint: true });
    assert.equal(await nodeWriter(root).write(FILE, versionOf('what was read'), NEW), undefined);
    const after = statSync(path.join(root, FILE), { bigint: true });
    assert.deepEqual([after.ino, after.ctimeNs], [before.ino, before.ctimeNs]);
  });

  const owner = process.getuid?.() === 0 ? 65_534 : undefined;
  it('keeps the owner where the process may', { skip: owner === undefined && 'needs root' }, async (t) => {
    const { chownSync } = await import('node:fs');
    const root = scratchProject(t, { [FILE]: OLD });
    chownSync(path.join(root, FILE), owner ?? 0, owner ?? 0);
    chmodSync(path.join(root, FILE), 0o4750);
    assert.equal(await nodeWriter(root).write(FILE, versionOf(OLD), NEW), undefined);
    const { uid, gid, mode } = statSync(path.join(root, FILE));
    assert.deepEqual([uid, gid, mode & 0o7777], [owner, owner, 0o4750]);
  });
});

describe('a file that changed meanwhile', () => {
  for (const [what, change, expected, step, reason] of [
    [
      'changed before',
      (file: string) => writeFileSync(file, 'theirs'),
      versionOf(OLD),
      'begun',
      'changed since it was read',
    ],
    [
      'changed while its successor is written',
      (file: string) => writeFileSync(file, 'theirs'),
      versionOf(OLD),
      'closed',
      'changed since it was read',
    ],
    ['is gone', (file: string) => rmSync(file), versionOf(OLD), 'begun', 'is gone since it was read'],
    [
      'is gone while its successor is written',
      (file: string) => rmSync(file),
      versionOf(OLD),
      'written',
      'is gone since it was read',
    ],
  ] as const) {
    it(`is left alone when it ${what}`, async (t) => {
      const root = scratchProject(t, { [FILE]: OLD });
      const writer = nodeWriter(root, (now) => now === step && change(path.join(root, FILE)));
      assert.equal(await writer.write(FILE, expected, NEW), reason);
      const left = reason.startsWith('changed') ? [FILE] : [];
      assert.deepEqual(entries(root), ['docs', 'docs/features', ...left]);
      if (left.length > 0) assert.equal(read(root), 'theirs');
    });
  }

  it('is left alone when it came to be in the last moment', async (t) => {
    const root = scratchProject(t);
    const writer = nodeWriter(
      root,
      (now) => now === 'compared' && writeFileSync(path.join(root, FILE), 'theirs'),
    );
    assert.equal(await writer.write(FILE, 'absent', NEW), 'exists already');
    assert.equal(read(root), 'theirs');
    assert.deepEqual(entries(root), ['docs', 'docs/features', FILE]);
  });
});

describe('a link', () => {
  const write = (root: string, file: string, expected: Expected = versionOf(OLD)) =>
    nodeWriter(root).write(file, expected, NEW);

  it('is followed inside the project, and stays a link', async (t) => {
    const root = scratchProject(t, { 'docs/real/a.md': OLD });
    symlinkSync('real', path.join(root, 'docs/features'));
    symlinkSync('a.md', path.join(root, 'docs/real/alias.md'));
    assert.equal(await write(root, 'docs/features/alias.md'), undefined);
    assert.equal(read(root, 'docs/real/a.md'), NEW);
    assert.ok(lstatSync(path.join(root, 'docs/real/alias.md')).isSymbolicLink());
    assert.ok(lstatSync(path.join(root, 'docs/features')).isSymbolicLink());
  });

  it('is followed where the root itself is one', async (t) => {
    const root = scratchProject(t, { 'real/a.md': OLD });
    symlinkSync('real', path.join(root, 'project'));
    assert.equal(await write(path.join(root, 'project'), 'a.md'), undefined);
    assert.equal(read(root, 'real/a.md'), NEW);
  });

  it('is refused where it leads out of the project, as a file and as a folder', async (t) => {
    const root = scratchProject(t, { 'outside.md': OLD, 'beside/a.md': OLD, 'project/docs/x.md': OLD });
    const project = path.join(root, 'project');
    symlinkSync('../../outside.md', path.join(project, 'docs/a.md'));
    symlinkSync('../../beside', path.join(project, 'docs/features'));
    for (const [file, expected] of [
      ['docs/a.md', versionOf(OLD)],
      ['docs/features/a.md', versionOf(OLD)],
      ['docs/features/new.md', 'absent'],
      ['docs/features/deep/new.md', 'absent'],
    ] as const) {
      assert.equal(await write(project, file, expected), 'leads out of the project by a link', file);
    }
    assert.equal(read(root, 'outside.md') + read(root, 'beside/a.md'), OLD + OLD);
    assert.deepEqual(entries(path.join(root, 'beside')), ['a.md']);
  });

  it('is refused where it leads to nothing, or to itself', async (t) => {
    const root = scratchProject(t, { 'docs/x.md': OLD });
    symlinkSync('nothing.md', path.join(root, 'a.md'));
    symlinkSync('b.md', path.join(root, 'b.md'));
    symlinkSync('nothing', path.join(root, 'folder'));
    assert.equal(await write(root, 'a.md', 'absent'), 'is a link that leads to nothing');
    assert.equal(await write(root, 'folder/a.md', 'absent'), 'lies below a link that leads to nothing');
    assert.match((await write(root, 'b.md', 'absent')) ?? '', /ELOOP: a link leads back to itself/);
    assert.deepEqual(entries(root), ['a.md', 'b.md', 'docs', 'docs/x.md', 'folder']);
  });
});

describe('a path', () => {
  for (const file of ['', '.', '..', '../x.md', 'docs/../../x.md', '/etc/x.md', 'a\0.md']) {
    it(`is refused that is ${JSON.stringify(file)}`, async (t) => {
      const root = scratchProject(t, { 'a.md': OLD });
      assert.equal(await nodeWriter(root).write(file, 'any', NEW), 'is no path of a file in the project');
      assert.deepEqual(entries(root), ['a.md']);
    });
  }

  it('is refused where something else than a file is, or where it lies below a file', async (t) => {
    const root = scratchProject(t, { 'a.md': OLD });
    mkdirSync(path.join(root, 'folder.md'));
    const writer = nodeWriter(root);
    assert.equal(await writer.write('folder.md', 'any', NEW), 'is not a regular file');
    assert.match((await writer.write('a.md/b.md', 'absent', NEW)) ?? '', /ENOTDIR/);
    assert.deepEqual(entries(root), ['a.md', 'folder.md']);
  });
});

describe('a failure', () => {
  const steps: WriteStep[] = ['opened', 'half-written', 'written', 'flushed', 'closed', 'compared'];
  for (const step of steps) {
    it(`at the step "${step}" is named, and leaves the old file and nothing else`, async (t) => {
      const root = scratchProject(t, { [FILE]: OLD });
      const writer = nodeWriter(root, (now) => {
        if (now === step) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      });
      const reason = await writer.write(FILE, versionOf(OLD), NEW);
      assert.equal(reason, 'cannot be written (ENOSPC: no space is left on the disk)');
      assert.equal(read(root), OLD);
      assert.deepEqual(entries(root), ['docs', 'docs/features', FILE]);
    });
  }
});
