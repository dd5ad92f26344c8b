import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { hostProcesses, tellsOfProcesses } from '../../src/commands/repair/host-process.ts';
import { repairCommand } from '../../src/commands/repair.ts';
import { BLANK_ID, FAKE, fakeSession } from './fake-format.ts';
import { childEnv, commandHere } from './run.ts';
import { entries, oldFile, scratch } from './scratch.ts';

interface FakeProcess {
  readonly words: readonly string[];
  readonly cwd?: string;
  /** Flags of the descriptor by which it holds the session, in octal. */
  readonly flags?: string;
}

const SESSION = '/sessions/--project--/a.jsonl';
const PLACE = { file: SESSION, folders: ['/sessions/--project--', '/project'] };

/** A folder like /proc. */
function procOf(t: TestContext, processes: Readonly<Record<number, FakeProcess>>): string {
  const proc = scratch(t);
  mkdirSync(path.join(proc, 'self'));
  symlinkSync('/', path.join(proc, 'self/cwd'));
  for (const [pid, { words, cwd, flags }] of Object.entries(processes)) {
    const folder = path.join(proc, pid);
    mkdirSync(path.join(folder, 'fd'), { recursive: true });
    mkdirSync(path.join(folder, 'fdinfo'));
    writeFileSync(path.join(folder, 'cmdline'), words.map((word) => `${word}\0`).join(''));
    if (cwd !== undefined) symlinkSync(cwd, path.join(folder, 'cwd'));
    if (flags === undefined) continue;
    symlinkSync(SESSION, path.join(folder, 'fd/7'));
    writeFileSync(path.join(folder, 'fdinfo/7'), `pos:\t0\nflags:\t${flags}\nmnt_id:\t1\n`);
  }
  return proc;
}

const seen = (proc: string) =>
  hostProcesses(PLACE, proc)?.map(({ pid, name, why }) => `${pid} ${name} ${why}`);

describe('processes that may write to a session', () => {
  it('are hosts in the folder where it worked or where it lies', (t) => {
    const proc = procOf(t, {
      11: { words: ['pi', '', ''], cwd: '/project' },
      12: { words: ['node', '/opt/node_modules/.bin/dsh', '--profile', 'headless'], cwd: '/project/sub' },
      13: {
        words: ['/usr/bin/node', '--import', 'x.js', '/opt/@earendil-works/pi-coding-agent/dist/cli.js'],
        cwd: '/project',
      },
      14: { words: ['pi-rpc'], cwd: '/sessions/--project--' },
      15: { words: ['bun', '/opt/@deepseek-ai/dsh/lib/cli.js'], cwd: '/project' },
    });
    assert.deepEqual(seen(proc), [
      '11 pi works in /project',
      '12 dsh works in /project/sub',
      '13 pi works in /project',
      '14 pi-rpc works in /sessions/--project--',
      '15 dsh works in /project',
    ]);
  });

  it('are whatever holds its file for writing, and hosts that hold it at all', (t) => {
    const proc = procOf(t, {
      21: { words: ['vim', SESSION], cwd: '/', flags: '0102002' },
      22: { words: ['cat', '>>'], cwd: '/', flags: '02001' },
      23: { words: ['dsh'], cwd: '/', flags: '0100000' },
      24: { words: ['less', SESSION], cwd: '/', flags: '0100000' },
    });
    assert.deepEqual(seen(proc), [
      '21 vim holds the file open for writing',
      '22 cat holds the file open for writing',
      '23 dsh holds the file open for reading',
    ]);
  });

  it('are neither hosts elsewhere, nor other programs in the folder, nor this process', (t) => {
    const proc = procOf(t, {
      31: { words: ['pi'], cwd: '/workshop' },
      32: { words: ['dsh'], cwd: '/' },
      33: { words: ['node', 'server.js', '/opt/pi'], cwd: '/elsewhere' },
      34: { words: ['bash'], cwd: '/project' },
      35: { words: ['node', '/opt/node_modules/.bin/opl-guardian', 'repair', SESSION], cwd: '/project' },
      36: { words: ['node', 'api.js'], cwd: '/project' },
      37: { words: ['pi'] },
      38: { words: [], cwd: '/project' },
      [process.pid]: { words: ['pi'], cwd: '/project', flags: '02' },
    });
    assert.deepEqual(seen(proc), []);
  });

  it('are not known where the system does not tell of them', (t) => {
    assert.equal(hostProcesses(PLACE, path.join(scratch(t), 'nowhere')), undefined);
  });
});

const noProc = !tellsOfProcesses() && 'needs /proc';

describe('a repair while a host runs', { skip: noProc }, () => {
  const OLD = fakeSession(BLANK_ID);

  /** Runs a program until the test ends; it says when it is ready. */
  async function running(t: TestContext, script: string, cwd: string): Promise<ChildProcess> {
    const ready = `${script}; console.log('ready'); setInterval(() => {}, 1000)`;
    const child = spawn(process.execPath, ['-e', ready], {
      cwd,
      env: childEnv(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => ended(child));
    await once(child.stdout, 'data');
    return child;
  }

  async function ended(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'exit');
  }

  it('in the project of the session is refused, unless told', async (t) => {
    const cwd = scratch(t);
    const project = path.join(cwd, 'project');
    mkdirSync(project);
    oldFile(cwd, 'sessions/a.jsonl', fakeSession(BLANK_ID, { cwd: project }));
    const args = ['sessions/a.jsonl', '--write'];
    const repair = (...more: string[]) => commandHere(repairCommand([FAKE]), [...args, ...more], { cwd });
    const host = await running(t, "process.title = 'pi'", project);
    const { code, stderr } = await repair();
    assert.equal(code, 2);
    assert.match(
      stderr,
      new RegExp(
        `process ${host.pid} \\(pi\\) works in ${project}.*Nothing was changed\\.\n.*--even-if-running`,
      ),
    );
    assert.deepEqual(entries(path.join(cwd, 'sessions')), ['a.jsonl']);
    assert.equal((await repair('--even-if-running')).code, 0);
  });

  it('is allowed where the system does not tell of programs, with a word about that', async (t) => {
    const cwd = scratch(t);
    oldFile(cwd, 'a.jsonl', OLD);
    const { readlinkSync } = fs;
    t.after(() => {
      fs.readlinkSync = readlinkSync;
      syncBuiltinESMExports();
    });
    Reflect.set(fs, 'readlinkSync', () => {
      throw new Error('no /proc here');
    });
    syncBuiltinESMExports();
    const { code, stderr } = await commandHere(repairCommand([FAKE]), ['a.jsonl', '--write'], { cwd });
    assert.equal(code, 0);
    assert.match(stderr, /does not tell which programs run; make sure that no host has ".*a\.jsonl" open\n$/);
  });

  it('that holds the file open is refused, and goes on when it has closed it', async (t) => {
    const cwd = scratch(t);
    const file = oldFile(cwd, 'a.jsonl', OLD);
    const repair = () => commandHere(repairCommand([FAKE]), ['a.jsonl', '--write'], { cwd: cwd });
    const writer = await running(t, `require('fs').openSync(${JSON.stringify(file)}, 'a')`, '/');
    const { code, stderr } = await repair();
    assert.equal(code, 2);
    assert.match(stderr, new RegExp(`process ${writer.pid} \\(node\\) holds the file open for writing`));
    await ended(writer);
    assert.equal((await repair()).code, 0);
  });
});
