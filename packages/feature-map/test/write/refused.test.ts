import assert from 'node:assert/strict';
import { chmodSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { versionOf } from '../../src/write/map-writer.ts';
import { entries, scratchProject, writeInChild } from './project.ts';

const FILE = 'docs/features/a.md';
const OLD = 'old\n';
/** Permissions mean nothing to root, so a child of root becomes another user. */
const USER = process.getuid?.() === 0 ? '65534' : '';
const onWindows = process.platform === 'win32' && 'needs permissions of POSIX';

describe('a write that the system refuses', { skip: onWindows }, () => {
  for (const [what, folderMode, fileMode] of [
    ['folder', 0o555, 0o644],
    ['file', 0o777, 0o444],
  ] as const) {
    it(`is named, with no permission for the ${what}`, async (t) => {
      const root = scratchProject(t, { [FILE]: OLD });
      const folder = path.join(root, 'docs/features');
      chmodSync(path.join(root, FILE), fileMode);
      chmodSync(folder, folderMode);
      const { output } = await writeInChild([root, FILE, versionOf(OLD), '10', '', USER]);
      chmodSync(folder, 0o755);
      assert.equal(JSON.parse(output), 'cannot be written (EACCES: permission denied)');
      assert.equal(readFileSync(path.join(root, FILE), 'utf8'), OLD);
      assert.deepEqual(entries(root), ['docs', 'docs/features', FILE]);
    });
  }

  it('is named, with no room for the file, and what was begun is taken away', async (t) => {
    const root = scratchProject(t, { [FILE]: OLD });
    const { output } = await writeInChild([root, FILE, versionOf(OLD), '1000000'], 'ulimit -f 16');
    assert.equal(JSON.parse(output), 'cannot be written (EFBIG: larger than a file may be)');
    assert.equal(readFileSync(path.join(root, FILE), 'utf8'), OLD);
    assert.deepEqual(entries(root), ['docs', 'docs/features', FILE]);
  });
});
