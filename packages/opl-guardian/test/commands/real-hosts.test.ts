import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { SessionManager } from '@earendil-works/pi-coding-agent';
import { tellsOfProcesses } from '../../src/commands/repair/host-process.ts';
import { assistant, call, result, text, user } from '../build.ts';
import { dshHost, goesOn } from '../formats/dsh-set-up.ts';
import { madeBy } from '../formats/pi-request.ts';
import { say, setUp } from '../pi/set-up.ts';
import { opl } from './run.ts';
import { makeOld } from './scratch.ts';

const POISONED = [
  user('go'),
  assistant([text('I look.'), call('', 'read')], madeBy('openai-completions')),
  result('', 'read'),
];

describe('a session of the real Pi', () => {
  it('is found where Pi keeps it, left alone while Pi runs, repaired when it does not, and listed once', {
    skip: !tellsOfProcesses() && 'needs /proc',
  }, async (t) => {
    const { sandbox, statuses } = await setUp(t, say('Fine.'));
    const file = await sandbox.writeSession(POISONED);
    makeOld(file);
    const options = { cwd: sandbox.root, env: { HOME: sandbox.home, PI_CODING_AGENT_DIR: sandbox.agentDir } };
    const found = await opl(['scan'], options);
    assert.equal(found.code, 1, found.stderr);
    assert.match(
      found.stdout,
      new RegExp(`^blocked +pi +openai-completions +.*${path.basename(file)}$`, 'm'),
    );

    const pi = await sandbox.rpc({ api: 'openai-completions' });
    const refused = await opl(['repair', file, '--write'], options);
    assert.equal(refused.code, 2);
    assert.match(
      refused.stderr,
      new RegExp(`process \\d+ \\(pi\\) works in ${sandbox.project}, so it may write to`),
    );
    await pi.close();

    const repaired = await opl(['repair', file, '--write'], options);
    assert.equal(repaired.code, 0, repaired.stderr);
    const { code } = await opl(['scan'], options);
    assert.equal(code, 0);
    assert.equal(readdirSync(sandbox.sessions).length, 2);
    const listed = await SessionManager.list(sandbox.project, sandbox.sessions);
    assert.deepEqual(
      listed.map((session) => session.path),
      [file],
    );
    const { sessionFile, stderr } = await sandbox.run({
      api: 'openai-completions',
      prompt: 'On.',
      continue: true,
    });
    assert.deepEqual([sessionFile, statuses()], [file, [200]], stderr);
  });
});

describe('a session of the real DSH', () => {
  it('is found where DSH keeps it, refused while it is new, repaired when told, and opened again beside its backup', async (t) => {
    const loose = await dshHost(t, { strict: false, invariants: false });
    const agent = await loose.createAgent();
    await agent.say(
      'Go.',
      { parts: [{ type: 'call', id: '', name: 'glob', arguments: { pattern: '*' } }] },
      say('Done.'),
    );
    await agent.dispose();
    const root = String(loose.sessionsRoot);
    const options = { cwd: loose.dir, env: { HOME: loose.dir, DSH_HOME: path.dirname(root) } };
    const found = await opl(['scan', '--json'], options);
    assert.equal(found.code, 1, found.stderr);
    const { file, format, status } = JSON.parse(found.stdout.split('\n')[0] ?? '');
    assert.deepEqual([format, status], ['dsh', 'blocked']);

    const refused = await opl(['repair', file, '--write'], options);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /was written to \d+ seconds ago, so a host may have it open/);
    const repaired = await opl(['repair', file, '--write', '--even-if-recent'], options);
    assert.equal(repaired.code, 0, repaired.stderr);
    assert.equal((await opl(['scan'], options)).code, 0);
    assert.equal(readdirSync(path.dirname(file)).filter((name) => name.includes('-backup-')).length, 1);
    await goesOn(await dshHost(t, { persistence: root, invariants: true }), agent.id);
  });
});
