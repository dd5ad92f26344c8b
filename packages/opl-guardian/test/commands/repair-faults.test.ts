import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { repairCommand } from '../../src/commands/repair.ts';
import { user } from '../build.ts';
import type { Order } from './child/command-child.ts';
import { interceptSteps, type Step } from './child/fs-steps.ts';
import { BLANK_ID, FAKE, fakeSession } from './fake-format.ts';
import { childEnv, commandHere, runScript } from './run.ts';
import { entries, oldFile, scratch } from './scratch.ts';

const CHILD = fileURLToPath(new URL('child/command-child.ts', import.meta.url));
const NAME = 'session.jsonl';
const OLD = fakeSession(BLANK_ID);
const NOBODY = 65534;
const onWindows = process.platform === 'win32' && 'needs permissions of POSIX';
const repair = repairCommand([FAKE]);

/** Repairs in this process, with a function in front of every step on files. */
async function repairWith(
  intercept: (step: Step, count: number) => unknown,
  cwd: string,
  args = ['--write'],
) {
  let count = 0;
  const stop = interceptSteps((step) => intercept(step, ++count));
  try {
    return { ...(await commandHere(repair, [NAME, ...args], { cwd })), count };
  } finally {
    stop();
  }
}

function full(): never {
  throw Object.assign(new Error('full'), { code: 'ENOSPC' });
}

function childOrder(order: Omit<Order, 'args'>, args: readonly string[] = []): string {
  return JSON.stringify({ ...order, args: [NAME, '--write', ...args] });
}

describe('a step of a repair that fails', () => {
  it('is named, and leaves the old file whole and nothing else, or the repaired one with its backup', async (t) => {
    const clean = scratch(t);
    const file = oldFile(clean, NAME, OLD);
    const { count: steps, code } = await repairWith(({ go }) => go(), clean);
    assert.equal(code, 0);
    const fresh = readFileSync(file, 'utf8');
    const failed = new Set<string>();
    for (let at = 1; at <= steps; at++) {
      const folder = scratch(t);
      oldFile(folder, NAME, OLD);
      let name = '';
      const outcome = await repairWith((step, count) => {
        if (count !== at) return step.go();
        name = step.name;
        return full();
      }, folder);
      const now = readFileSync(path.join(folder, NAME), 'utf8');
      const left = entries(folder).filter(
        (each) => each !== NAME && !(name === 'unlinkSync' && /-new-|-lock/.test(each)),
      );
      if (outcome.code === 0) {
        assert.equal(now, fresh, `${at} ${name}`);
        assert.match(left.join(), /^session\.jsonl\.opl-guardian-backup-\w+$/, `${at} ${name}`);
        continue;
      }
      failed.add(name);
      assert.equal(outcome.code, 2);
      assert.match(
        outcome.stderr,
        /session\.jsonl" (cannot be read: no space .*\)|could not be written: no space .*\)\. It is as it was\.)\n$/,
      );
      assert.equal(now, OLD, `${at} ${name}`);
      assert.deepEqual(left, [], `${at} ${name}`);
    }
    assert.deepEqual(
      ['accessSync', 'fchmodSync', 'fsyncSync', 'linkSync', 'openSync', 'renameSync', 'writeSync'].filter(
        (name) => !failed.has(name),
      ),
      [],
    );
  });

  it('leaves the old file whole when the disk is full from that step on', async (t) => {
    const needsRoom = new Set(['openSync', 'writeSync', 'linkSync', 'copyFileSync']);
    for (let at = 1; at <= 30; at++) {
      const folder = scratch(t);
      const file = oldFile(folder, NAME, OLD);
      const outcome = await repairWith(
        ({ name, go }, count) => (count >= at && needsRoom.has(name) ? full() : go()),
        folder,
      );
      if (outcome.code === 0) return assert.ok(at > 10);
      assert.equal(outcome.code, 2);
      assert.equal(readFileSync(file, 'utf8'), OLD);
      assert.deepEqual(entries(folder), [NAME], `from step ${at} on`);
    }
    return assert.fail('a repair has no more than 30 steps');
  });

  it('writes on where the disk takes a part of the bytes at a time', async (t) => {
    const folder = scratch(t);
    const file = oldFile(folder, NAME, OLD);
    await repairWith(({ go }) => go(), folder);
    const whole = readFileSync(file, 'utf8');
    oldFile(folder, NAME, OLD);
    const { code } = await repairWith((step) => {
      const [, bytes, , length] = step.args;
      if (step.name !== 'writeSync' || !(bytes instanceof Uint8Array)) return step.go();
      return step.with([step.args[0], bytes, step.args[2], Math.min(7, Number(length))]);
    }, folder);
    assert.equal(code, 0);
    assert.equal(readFileSync(file, 'utf8'), whole);
  });

  it('keeps a copy for a backup where there are no hard links', async (t) => {
    const folder = scratch(t);
    const file = oldFile(folder, NAME, OLD);
    const before = statSync(file);
    const { code } = await repairWith(({ name, go }) => {
      if (name === 'linkSync') throw Object.assign(new Error('no links'), { code: 'EPERM' });
      return go();
    }, folder);
    assert.equal(code, 0);
    const [backup = '', ...others] = entries(folder).filter((name) => name !== NAME);
    assert.deepEqual(others, []);
    assert.equal(readFileSync(path.join(folder, backup), 'utf8'), OLD);
    const after = statSync(path.join(folder, backup));
    assert.deepEqual([after.mode, after.mtimeMs], [before.mode, before.mtimeMs]);
    assert.notEqual(readFileSync(file, 'utf8'), OLD);
  });
});

describe('a session that changes while it is repaired', () => {
  const MORE = `${JSON.stringify(user('more'))}\n`;
  const changes = {
    grows: (file: string) => appendFileSync(file, MORE),
    'is written anew in its place': (file: string) => writeFileSync(file, OLD.replace('done', 'DONE')),
    'is exchanged for another': (file: string) => {
      writeFileSync(`${file}.other`, OLD);
      renameSync(`${file}.other`, file);
    },
  };
  for (const [what, change] of Object.entries(changes)) {
    it(`and ${what} before the renaming stays what the other program made of it`, async (t) => {
      const clean = scratch(t);
      oldFile(clean, NAME, OLD);
      const steps: string[] = [];
      await repairWith(({ name, go }) => {
        steps.push(name);
        return go();
      }, clean);
      const renaming = steps.lastIndexOf('renameSync');
      for (let at = 1; at <= renaming; at++) {
        const folder = scratch(t);
        const file = oldFile(folder, NAME, OLD);
        let changed = '';
        const { code, stderr } = await repairWith(({ go }, count) => {
          if (count === at) {
            change(file);
            changed = readFileSync(file, 'utf8');
          }
          return go();
        }, folder);
        assert.equal(code, 2, `step ${at}`);
        assert.match(stderr, /was changed by another program since it was read/);
        assert.equal(readFileSync(file, 'utf8'), changed, `step ${at}`);
        assert.deepEqual(entries(folder), [NAME], `step ${at}`);
      }
    });
  }

  it('and grows in the very moment of the renaming gets its file back, with what came in', async (t) => {
    const folder = scratch(t);
    const file = oldFile(folder, NAME, OLD);
    const { code, stderr } = await repairWith(({ name, args, go }) => {
      if (name === 'renameSync' && args[1] === file && String(args[0]).includes('-new-'))
        appendFileSync(file, MORE);
      return go();
    }, folder);
    assert.equal(code, 2);
    assert.match(stderr, /was changed by another program/);
    assert.equal(readFileSync(file, 'utf8'), OLD + MORE);
    assert.deepEqual(entries(folder), [NAME]);
  });

  it('is refused for --out, too', async (t) => {
    const folder = scratch(t);
    const file = oldFile(folder, NAME, OLD);
    const { code, stderr } = await repairWith(
      ({ name, go }) => {
        if (name === 'writeSync') appendFileSync(file, MORE);
        return go();
      },
      folder,
      ['--out', 'new.jsonl'],
    );
    assert.equal(code, 2);
    assert.match(stderr, /was changed by another program/);
    assert.deepEqual(entries(folder), [NAME]);
  });
});

describe('a repair without permission', { skip: onWindows }, () => {
  const uid = process.getuid?.() === 0 ? { uid: NOBODY } : {};
  for (const [what, folderMode, fileMode] of [
    ['folder', 0o555, 0o666],
    ['file', 0o777, 0o444],
  ] as const) {
    it(`for the ${what} says so and changes nothing`, async (t) => {
      const folder = scratch(t);
      const file = oldFile(folder, NAME, OLD);
      chmodSync(file, fileMode);
      chmodSync(folder, folderMode);
      const { code, stderr } = await runScript([CHILD, childOrder(uid)], { cwd: folder });
      chmodSync(folder, 0o755);
      assert.equal(code, 2);
      assert.match(stderr, /could not be written: permission denied \(EACCES\)\. It is as it was\./);
      assert.equal(readFileSync(file, 'utf8'), OLD);
      assert.deepEqual(entries(folder), [NAME]);
    });
  }

  it('to give the new file to the owner of the old one says so and changes nothing', {
    skip: process.getuid?.() !== 0 && 'needs to be root',
  }, async (t) => {
    const folder = scratch(t);
    const file = oldFile(folder, NAME, OLD);
    chmodSync(file, 0o666);
    chmodSync(folder, 0o777);
    const { code, stderr } = await runScript([CHILD, childOrder(uid)], { cwd: folder });
    assert.equal(code, 2);
    assert.match(stderr, /belongs to user 0, group 0.*Nothing was changed.*--out/);
    assert.equal(readFileSync(file, 'utf8'), OLD);
    assert.deepEqual(entries(folder), [NAME]);
  });

  it('to read the session says so', async (t) => {
    const folder = scratch(t);
    chmodSync(oldFile(folder, NAME, OLD), 0o000);
    const { code, stderr } = await runScript([CHILD, childOrder(uid)], { cwd: folder });
    assert.equal(code, 2);
    assert.match(stderr, /session\.jsonl" cannot be read: permission denied \(EACCES\)/);
  });
});

describe('a repair that comes to its limits', { skip: onWindows }, () => {
  const long = (count: number) => user('x'.repeat(count));
  const LONG = fakeSession([...Array.from({ length: 4 }, () => long(1_500_000)), ...BLANK_ID]);

  it('of a file says so, and takes away what was begun', async (t) => {
    const folder = scratch(t);
    const file = oldFile(folder, NAME, LONG);
    const script = 'ulimit -f 64; exec "$@"';
    const child = spawn('sh', ['-c', script, 'sh', process.execPath, CHILD, childOrder({})], {
      cwd: folder,
      env: childEnv(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      stderr += part;
    });
    const [code] = await once(child, 'close');
    assert.equal(code, 2);
    assert.match(stderr, /could not be written: larger than a file may be \(EFBIG\)\. It is as it was\./);
    assert.equal(readFileSync(file, 'utf8'), LONG);
    assert.deepEqual(entries(folder), [NAME]);
  });

  it('of time, by a signal, leaves the old file and nothing else', async (t) => {
    const folder = scratch(t);
    const file = oldFile(folder, NAME, LONG);
    const { signal } = await runScript([CHILD, childOrder({ interruptAtWrite: 3 })], { cwd: folder });
    assert.equal(signal, 'SIGTERM');
    assert.equal(readFileSync(file, 'utf8'), LONG);
    assert.deepEqual(entries(folder), [NAME]);
  });
});
