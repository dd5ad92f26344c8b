import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Order } from './child/command-child.ts';
import { BLANK_ID, fakeSession } from './fake-format.ts';
import { runScript } from './run.ts';
import { entries, oldFile, scratch } from './scratch.ts';

const CHILD = fileURLToPath(new URL('child/command-child.ts', import.meta.url));
const OLD = fakeSession(BLANK_ID);
const NAME = 'session.jsonl';
const BACKUP = /^session\.jsonl\.opl-guardian-backup-\d{8}T\d{6}Z$/;
/** What may be left beside the session; no name that a host lists. */
const LEFT = /^session\.jsonl\.opl-guardian-(new-[\da-f]{12}|lock(-\d+-[\da-f]{8})?)$/;

function repair(folder: string, order: Omit<Order, 'args'> = {}) {
  return runScript([CHILD, JSON.stringify({ ...order, args: [NAME, '--write'] })], { cwd: folder });
}

async function repaired(t: TestContext) {
  const folder = scratch(t);
  const file = oldFile(folder, NAME, OLD);
  const { code, stderr } = await repair(folder, { trace: true });
  assert.equal(code, 0, stderr);
  const steps: string[] = JSON.parse(stderr.slice(stderr.lastIndexOf('\n') + 1));
  return { folder, text: readFileSync(file, 'utf8'), steps };
}

describe('a repair that is killed', () => {
  it('leaves the old or the new file whole at every step, with a backup where it may be the new one', async (t) => {
    const { text: fresh, steps } = await repaired(t);
    assert.notEqual(fresh, OLD);
    const renamed = steps.lastIndexOf('renameSync') + 1;
    assert.ok(renamed > 10 && steps.includes('writeSync') && steps.includes('fsyncSync'));
    const numbers = steps.map((_, at) => at + 1);
    await inPairs(numbers, async (killAt) => {
      const folder = scratch(t);
      const file = oldFile(folder, NAME, OLD);
      const { signal } = await repair(folder, { killAt });
      const what = `step ${killAt} (${steps[killAt - 1]})`;
      assert.equal(signal, 'SIGKILL', what);
      const others = entries(folder).filter((name) => name !== NAME);
      const backups = others.filter((name) => BACKUP.test(name));
      for (const name of others) assert.ok(BACKUP.test(name) || LEFT.test(name), `${what}: ${name}`);
      assert.equal(readFileSync(file, 'utf8'), killAt > renamed ? fresh : OLD, what);
      for (const name of backups) assert.equal(readFileSync(path.join(folder, name), 'utf8'), OLD, what);
      if (killAt >= renamed) assert.equal(backups.length, 1, what);
    });
  });

  it('hinders no later repair, which clears up what is left', async (t) => {
    const { text: fresh, steps } = await repaired(t);
    const folder = scratch(t);
    const file = oldFile(folder, NAME, OLD);
    await repair(folder, { killAt: steps.indexOf('renameSync') + 1 });
    const left = entries(folder).filter((name) => LEFT.test(name));
    assert.equal(left.length, 2, left.join());
    const { code, stderr } = await repair(folder);
    assert.equal(code, 0, stderr);
    assert.equal(readFileSync(file, 'utf8'), fresh);
    assert.deepEqual(
      entries(folder).filter((name) => LEFT.test(name)),
      [],
    );
  });
});

/** Two at a time: the work is mostly that of starting processes. */
async function inPairs(items: number[], work: (item: number) => Promise<void>): Promise<void> {
  const rest = items.values();
  const worker = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all([worker(), worker()]);
}
