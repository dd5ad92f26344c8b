import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { lockForRepair } from '../../src/commands/repair/repair-lock.ts';
import { WriteRefusal } from '../../src/commands/repair/write-refusal.ts';
import { runScript } from './run.ts';
import { entries, scratch } from './scratch.ts';

const CHILD = fileURLToPath(new URL('child/lock-child.ts', import.meta.url));

/** The id of a process that has ended. */
function endedProcess(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

const owner = (pid: number, host = hostname()) => JSON.stringify({ pid, host, key: 'x' });
const refused = (file: string, why: RegExp) =>
  assert.throws(
    () => lockForRepair(file),
    (error: unknown) => error instanceof WriteRefusal && why.test(error.message),
  );

describe('the lock of a session', () => {
  it('is a file beside it that is gone after the release', (t) => {
    const folder = scratch(t);
    const lock = lockForRepair(path.join(folder, 'a'));
    assert.deepEqual(entries(folder), ['a.opl-guardian-lock']);
    assert.equal(lock.isHeld(), true);
    lock.release();
    assert.deepEqual(entries(folder), []);
    lock.release();
  });

  it('is refused while a process holds it, which is named with what to do if that is wrong', (t) => {
    const file = path.join(scratch(t), 'a');
    const lock = lockForRepair(file);
    refused(
      file,
      new RegExp(`by process ${process.pid}\\. If it is not, remove ".*a\\.opl-guardian-lock" and try again`),
    );
    lock.release();
    lockForRepair(file).release();
  });

  it('is taken over from a process that has ended', (t) => {
    const folder = scratch(t);
    const file = path.join(folder, 'a');
    writeFileSync(`${file}.opl-guardian-lock`, owner(endedProcess()));
    const lock = lockForRepair(file);
    assert.equal(JSON.parse(readFileSync(`${file}.opl-guardian-lock`, 'utf8')).pid, process.pid);
    lock.release();
    assert.deepEqual(entries(folder), []);
  });

  for (const [what, content, why] of [
    ['of another machine', owner(1, 'elsewhere'), /by process 1 on "elsewhere"\. If it is not, remove/],
    ['that says nothing', '', /by another process\. If it is not, remove/],
    ['that makes no sense', '{"pid":-1}', /by another process/],
  ] as const) {
    it(`is left to a person where it is one ${what}`, (t) => {
      const folder = scratch(t);
      const file = path.join(folder, 'a');
      writeFileSync(`${file}.opl-guardian-lock`, content);
      refused(file, why);
      assert.deepEqual(entries(folder), ['a.opl-guardian-lock']);
    });
  }

  it('that was removed by hand is no longer held, and that of another one stays', (t) => {
    const folder = scratch(t);
    const file = path.join(folder, 'a');
    const lock = lockForRepair(file);
    writeFileSync(`${file}.opl-guardian-lock`, owner(process.pid));
    assert.equal(lock.isHeld(), false);
    lock.release();
    assert.deepEqual(entries(folder), ['a.opl-guardian-lock']);
  });

  it('has one holder at a time, also when many find the same one of an ended process', async (t) => {
    const folder = scratch(t);
    const file = path.join(folder, 'a');
    writeFileSync(`${file}.opl-guardian-lock`, owner(endedProcess()));
    const runs = Array.from({ length: 6 }, () => runScript([CHILD, file, '40'], { cwd: folder }));
    for (const { code, stderr } of await Promise.all(runs)) assert.equal(code, 0, stderr);
    assert.deepEqual(entries(folder), []);
    assert.equal(existsSync(`${file}.held`), false);
  });
});
