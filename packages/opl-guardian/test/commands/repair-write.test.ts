import assert from 'node:assert/strict';
import { execSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  lstatSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { scanCommand } from '../../src/commands/scan.ts';
import { assistant, call, result, user } from '../build.ts';
import type { Order } from './child/command-child.ts';
import { BLANK_ID, FAKE, fakeSession, HEALTHY } from './fake-format.ts';
import { NAME, OLD, repair } from './repair-session.ts';
import { commandHere, runScript } from './run.ts';
import { entries, makeOld, oldFile, scratch } from './scratch.ts';

const CHILD = fileURLToPath(new URL('child/command-child.ts', import.meta.url));
const backupsIn = (folder: string) =>
  entries(folder).filter((name) => name.includes('.opl-guardian-backup-'));

describe('--write', () => {
  it('repairs the session, keeps the old one beside it, and says how to undo', async (t) => {
    const cwd = scratch(t);
    const file = oldFile(cwd, NAME, OLD);
    const { code, stdout } = await repair(cwd, NAME, '--write');
    assert.equal(code, 0);
    const [backup = ''] = backupsIn(cwd);
    assert.match(backup, /^session\.jsonl\.opl-guardian-backup-\d{8}T\d{6}Z$/);
    assert.deepEqual(entries(cwd), [NAME, backup]);
    assert.equal(readFileSync(path.join(cwd, backup), 'utf8'), OLD);
    const aside = backup.replace('-backup-', '-undone-');
    const undo = `ln ${file} ${path.join(cwd, aside)} && mv -f ${path.join(cwd, backup)} ${file}`;
    const written = `Written: ${file}\nBackup:  ${path.join(cwd, backup)}\nUndo:    ${undo}\n`;
    assert.ok(stdout.includes(written), stdout);
    assert.match(
      stdout,
      /as it was before the repair\. What it gained since then\n +is in (.*) afterwards\.\n$/,
    );
    assert.ok(stdout.endsWith(` is in ${aside} afterwards.\n`));
  });

  it('is undone by a command that keeps what the session gained since, also when it runs twice', {
    skip: process.platform === 'win32' && 'needs the commands of POSIX',
  }, async (t) => {
    const cwd = scratch(t);
    const file = oldFile(cwd, "it's here/-a b.jsonl", OLD);
    const { stdout } = await repair(cwd, "it's here/-a b.jsonl", '--write', '--json');
    const { undo } = JSON.parse(stdout).written;
    appendFileSync(file, `${JSON.stringify(user('and on'))}\n`);
    const grown = readFileSync(file, 'utf8');
    execSync(undo);
    assert.equal(readFileSync(file, 'utf8'), OLD);
    const [aside = ''] = entries(path.dirname(file)).filter((name) => name !== path.basename(file));
    assert.match(aside, /^-a b\.jsonl\.opl-guardian-undone-\d{8}T\d{6}Z$/);
    const kept = path.join(path.dirname(file), aside);
    assert.equal(readFileSync(kept, 'utf8'), grown);
    assert.throws(() => execSync(undo, { stdio: 'ignore' }));
    assert.deepEqual([readFileSync(file, 'utf8'), readFileSync(kept, 'utf8')], [OLD, grown]);
    const { stdout: listed } = await commandHere(scanCommand([FAKE]), ['.', '--json'], { cwd });
    assert.equal(listed.trimEnd().split('\n').length, 2, 'what was put aside is scanned as a session');
  });

  it('leaves a healthy file, and what it has repaired, as they are', async (t) => {
    const cwd = scratch(t);
    const healthy = oldFile(cwd, 'healthy.jsonl', fakeSession(HEALTHY));
    const { code, stdout } = await repair(cwd, 'healthy.jsonl', '--write');
    assert.equal(code, 0);
    assert.match(stdout, /: healthy\nNothing to repair\.\n$/);
    assert.equal(readFileSync(healthy, 'utf8'), fakeSession(HEALTHY));
    const file = oldFile(cwd, NAME, OLD);
    await repair(cwd, NAME, '--write');
    const once = readFileSync(file, 'utf8');
    assert.equal((await repair(cwd, NAME, '--write')).code, 0);
    assert.equal(readFileSync(file, 'utf8'), once);
    assert.equal(backupsIn(cwd).length, 1);
  });

  it('never writes over an older backup', async (t) => {
    const cwd = scratch(t);
    for (const round of [1, 2, 3]) {
      oldFile(cwd, NAME, fakeSession([user(`round ${round}`), ...BLANK_ID]));
      assert.equal((await repair(cwd, NAME, '--write')).code, 0);
    }
    const rounds = backupsIn(cwd).map(
      (name) => /round \d/.exec(readFileSync(path.join(cwd, name), 'utf8'))?.[0],
    );
    assert.deepEqual(rounds.sort(), ['round 1', 'round 2', 'round 3']);
  });

  it('leaves nothing that a scan, or a host, takes for a session', async (t) => {
    const cwd = scratch(t);
    oldFile(cwd, NAME, OLD);
    await repair(cwd, NAME, '--write');
    for (const name of backupsIn(cwd)) assert.doesNotMatch(name, /\.(jsonl|zstd|json)$/);
    const { stdout } = await commandHere(scanCommand([FAKE]), ['.', '--json'], { cwd });
    assert.equal(stdout.trimEnd().split('\n').length, 2);
  });

  it('keeps the mode and the owner', { skip: process.platform === 'win32' && 'needs POSIX' }, async (t) => {
    const cwd = scratch(t);
    const file = oldFile(cwd, NAME, OLD);
    chmodSync(file, 0o640);
    if (process.getuid?.() === 0) chownSync(file, 65534, 65534);
    const before = statSync(file);
    assert.equal((await repair(cwd, NAME, '--write')).code, 0);
    const after = statSync(file);
    assert.deepEqual([after.mode, after.uid, after.gid], [before.mode, before.uid, before.gid]);
    assert.notEqual(after.ino, before.ino);
  });

  it('goes through a link to the session, says so, and leaves the link', async (t) => {
    const cwd = scratch(t);
    const file = oldFile(cwd, 'kept/session.jsonl', OLD);
    symlinkSync('kept/session.jsonl', path.join(cwd, 'link.jsonl'));
    const { code, stderr } = await repair(cwd, 'link.jsonl', '--write');
    assert.equal(code, 0);
    assert.equal(stderr, 'opl-guardian: link.jsonl is a link; the session is kept/session.jsonl\n');
    assert.ok(lstatSync(path.join(cwd, 'link.jsonl')).isSymbolicLink());
    assert.notEqual(readFileSync(file, 'utf8'), OLD);
    assert.equal(backupsIn(path.join(cwd, 'kept')).length, 1);
  });

  it('repairs for every API with --target any, and a second run changes nothing', async (t) => {
    const cwd = scratch(t);
    const dotted = [
      user('go'),
      assistant([call('c 1', 'a.b')], { api: 'google-generative-ai' }),
      result('c 1', 'a.b'),
    ];
    oldFile(
      cwd,
      NAME,
      fakeSession([...dotted, ...BLANK_ID.map((each) => ({ ...each, api: 'google-generative-ai' }))]),
    );
    const { code, stdout } = await repair(cwd, NAME, '--target', 'any', '--write');
    assert.equal(code, 0, stdout);
    assert.match(stdout, /illegal-name \[openai-completions, openai-responses, anthropic\]/);
    assert.match(stdout, /blank-id \[every API\]/);
    for (const target of ['any', 'openai-completions', 'openai-responses', 'anthropic', 'google']) {
      assert.equal((await repair(cwd, NAME, '--target', target)).code, 0, target);
    }
  });

  for (const [what, age] of [
    ['has just been written to', 10],
    ['was written to in the future', -3600],
  ] as const) {
    it(`refuses a session that ${what}, unless told`, async (t) => {
      const cwd = scratch(t);
      const file = oldFile(cwd, NAME, OLD);
      const time = new Date(Date.now() - age * 1000);
      utimesSync(file, time, time);
      const { code, stderr } = await repair(cwd, NAME, '--write');
      assert.equal(code, 2);
      assert.match(
        stderr,
        /was written to .*Nothing was changed\.\n.*wait five minutes or add --even-if-recent\./,
      );
      assert.deepEqual(entries(cwd), [NAME]);
      assert.equal((await repair(cwd, NAME, '--write', '--even-if-recent')).code, 0);
    });
  }

  it('by several processes at once is done by one, and the others say why not', async (t) => {
    const cwd = scratch(t);
    const long = Array.from({ length: 300 }, (_, at) => user(`${at} ${'x'.repeat(2000)}`));
    const file = oldFile(cwd, NAME, fakeSession([...long, ...BLANK_ID]));
    const order: Order = { args: [NAME, '--write'] };
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => runScript([CHILD, JSON.stringify(order)], { cwd })),
    );
    const done = outcomes.filter(({ code, stdout }) => code === 0 && stdout.includes('Written:'));
    assert.equal(done.length, 1, JSON.stringify(outcomes));
    for (const { code, stdout, stderr } of outcomes) {
      const isHealthy = code === 0 && /Written:|Nothing to repair/.test(stdout);
      const isRefused =
        code === 2 && /being repaired by|changed by another program|was written to/.test(stderr);
      assert.ok(isHealthy || isRefused, stderr);
    }
    assert.equal(backupsIn(cwd).length, 1);
    assert.deepEqual(entries(cwd).length, 2);
    makeOld(file);
    assert.equal((await repair(cwd, NAME)).code, 0);
  });
});
