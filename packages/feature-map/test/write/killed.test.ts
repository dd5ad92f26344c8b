import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { versionOf } from '../../src/write/map-writer.ts';
import { WRITE_STEPS } from '../../src/write/replace-file.ts';
import { entries, scratchProject, writeInChild } from './project.ts';

const FILE = 'docs/features/a.md';
const OLD = 'old\n'.repeat(100_000);
const BYTES = 1_000_000;

/** What stands under the file's name after the process was killed at a step. */
function contentAfter(step: string, root: string): 'old' | 'new' | 'nothing' | 'broken' {
  const file = path.join(root, FILE);
  if (!existsSync(file)) return 'nothing';
  const text = readFileSync(file, 'utf8');
  if (text === OLD) return 'old';
  return text === 'n'.repeat(BYTES) ? 'new' : assert.fail(`${step}: ${text.length} bytes`);
}

describe('a process that is killed while it writes', { concurrency: 2 }, () => {
  for (const [index, step] of WRITE_STEPS.entries()) {
    const renamed = index >= WRITE_STEPS.indexOf('renamed');

    it(`leaves the ${renamed ? 'new' : 'old'} file, whole, at the step "${step}"`, async (t) => {
      const root = scratchProject(t, { [FILE]: OLD });
      const { signal } = await writeInChild([root, FILE, versionOf(OLD), String(BYTES), step]);
      assert.equal(signal, 'SIGKILL');
      assert.equal(contentAfter(step, root), renamed ? 'new' : 'old');
    });

    it(`leaves ${renamed ? 'the whole new file' : 'none'} where there was none, at the step "${step}"`, async (t) => {
      const root = scratchProject(t);
      const { signal } = await writeInChild([root, FILE, 'absent', String(BYTES), step]);
      assert.equal(signal, 'SIGKILL');
      assert.equal(contentAfter(step, root), renamed ? 'new' : 'nothing');
    });
  }

  it('leaves nothing that a map takes for a page, and nothing that hinders the next write', async (t) => {
    const root = scratchProject(t, { [FILE]: OLD });
    await writeInChild([root, FILE, versionOf(OLD), String(BYTES), 'half-written']);
    const left = entries(root).filter((name) => name.startsWith('docs/features/') && name !== FILE);
    assert.match(left.join(), /^docs\/features\/\.feature-map-[\da-f]{12}\.tmp$/);
    const { output } = await writeInChild([root, FILE, versionOf(OLD), String(BYTES)]);
    assert.equal(output, 'null');
  });
});
