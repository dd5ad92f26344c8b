import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { assistantMessages, toolExecutions } from '@session-guards/testkit';
import { droppedAllNote, droppedSomeNote, incidentWarning } from '../../src/notes.ts';
import { evidenceOf, extensionSource, mixed, onlyMalformed, say, setUp } from './set-up.ts';

const api = 'openai-completions';
const written = { written: true, file: 'err/guardian.jsonl' } as const;
const extensions = [extensionSource];

describe('Pi by its command line, with the extension', () => {
  it('print mode shows the note, exits with 0, and the session goes on with -c', async (t) => {
    const { sandbox, statuses } = await setUp(t, onlyMalformed, say('Here I am.'));
    const run = await sandbox.run({ mode: 'print', api, prompt: 'Go.', extensions });
    assert.deepEqual([run.exitCode, run.stdout.trim(), run.stderr], [0, droppedAllNote(1, written), '']);
    const resumed = await sandbox.run({ mode: 'print', api, prompt: 'Go on.', extensions, continue: true });
    assert.deepEqual([resumed.exitCode, resumed.stdout.trim()], [0, 'Here I am.']);
    assert.deepEqual(statuses(), [200, 200]);
    assert.equal(evidenceOf(sandbox).length, 1);
  });

  it('JSON mode runs the valid call and reports the message as it was stored', async (t) => {
    const { sandbox, statuses } = await setUp(t, mixed, say('Done.'));
    const run = await sandbox.run({ mode: 'json', api, prompt: 'Go.', extensions });
    assert.deepEqual(
      toolExecutions(run.events).map(({ toolCallId, ran }) => [toolCallId, ran]),
      [['call_2', true]],
    );
    const [first] = assistantMessages(run.events);
    assert.deepEqual(first?.content[0], { type: 'text', text: droppedSomeNote(1, 1, written) });
    assert.deepEqual(statuses(), [200, 200]);
    assert.equal(run.stderr, '');
  });

  it('RPC mode gets one warning per incident', async (t) => {
    const { sandbox, statuses } = await setUp(t, onlyMalformed, mixed, say('Done.'));
    const pi = await sandbox.rpc({ api, extensions });
    await pi.prompt('Go.');
    await pi.prompt('Go on.');
    assert.deepEqual(pi.notifications, [
      { type: 'warning', message: incidentWarning(1, 0, written) },
      { type: 'warning', message: incidentWarning(1, 1, written) },
    ]);
    assert.deepEqual(statuses(), [200, 200, 200]);
    assert.equal(
      pi.events.some((event) => event.type === 'extension_error'),
      false,
    );
  });

  it('a terminal shows the warning and the note', async (t) => {
    const { sandbox } = await setUp(t, onlyMalformed);
    const pi = await sandbox.terminal({ api, extensions });
    await pi.prompt('Go.');
    await pi.waitForText(`Warning: ${incidentWarning(1, 0, written)}`);
    await pi.waitForText(droppedAllNote(1, written));
  });

  it('a session that was blocked before the extension was installed works again with -c', async (t) => {
    const { model, sandbox, statuses } = await setUp(t, onlyMalformed);
    const blocked = await sandbox.run({ mode: 'print', api, prompt: 'Go.' });
    assert.equal(blocked.exitCode, 1);
    model.push(say('Here I am.'));
    const resumed = await sandbox.run({ mode: 'print', api, prompt: 'Go on.', extensions, continue: true });
    assert.deepEqual([resumed.exitCode, resumed.stdout.trim()], [0, 'Here I am.']);
    assert.deepEqual(statuses(), [200, 400, 200]);
  });
});

describe('the package folder', () => {
  it('is installed by pi install without a copy, listed, and guards', async (t) => {
    const { sandbox } = await setUp(t, onlyMalformed);
    const folder = fileURLToPath(new URL('../..', import.meta.url));
    const installed = await sandbox.pi(['install', folder]);
    assert.equal(installed.exitCode, 0, installed.stderr);
    assert.match((await sandbox.pi(['list'])).stdout, /opl-guardian/);
    const run = await sandbox.run({ mode: 'print', api, prompt: 'Go.' });
    assert.deepEqual([run.exitCode, run.stdout.trim()], [0, droppedAllNote(1, written)]);
  });
});

describe('the packed tarball', () => {
  it('is installed by pi install, listed by pi list, and guards', async (t) => {
    const { sandbox, statuses } = await setUp(t, onlyMalformed, say('Here I am.'));
    const folder = mkdtempSync(join(tmpdir(), 'guardian-pack-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const tarball = packPackage(folder);

    const installed = await sandbox.pi(['install', `npm:opl-guardian@file:${tarball}`]);
    assert.equal(installed.exitCode, 0, installed.stderr);
    const listed = await sandbox.pi(['list']);
    assert.match(listed.stdout, /node_modules\/opl-guardian$/m);

    const run = await sandbox.run({ mode: 'print', api, prompt: 'Go.' });
    assert.deepEqual([run.exitCode, run.stdout.trim()], [0, droppedAllNote(1, written)]);
    await sandbox.run({ mode: 'print', api, prompt: 'Go on.', continue: true });
    assert.deepEqual(statuses(), [200, 200]);
    assert.equal(evidenceOf(sandbox)[0]?.action, 'dropped_all');
  });

  it('is installed and listed by its bare path too, but Pi then looks for a package of that name and loads none', async (t) => {
    const { sandbox } = await setUp(t, onlyMalformed);
    const folder = mkdtempSync(join(tmpdir(), 'guardian-pack-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const installed = await sandbox.pi(['install', `npm:${packPackage(folder)}`]);
    assert.equal(installed.exitCode, 0, installed.stderr);
    assert.match((await sandbox.pi(['list'])).stdout, /opl-guardian-[\d.]+\.tgz/);
    const run = await sandbox.run({ mode: 'print', api, prompt: 'Go.' });
    assert.equal(run.exitCode, 1);
  });

  it('installs no other package', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'guardian-pack-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const user = join(folder, 'user');
    mkdirSync(user);
    npm(['init', '-y'], user);
    npm(['install', '--offline', packPackage(folder)], user);
    assert.deepEqual(
      readdirSync(join(user, 'node_modules')).filter((name) => !name.startsWith('.')),
      ['opl-guardian'],
    );
    assert.ok(existsSync(join(user, 'node_modules', 'opl-guardian', 'dist', 'index.js')));
  });
});

/** Packs the built package into `folder` and gives the tarball's path. */
function packPackage(folder: string): string {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const [{ filename }] = JSON.parse(npm(['pack', '--json', '--pack-destination', folder], root));
  return join(folder, filename);
}

function npm(args: string[], cwd: string): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
