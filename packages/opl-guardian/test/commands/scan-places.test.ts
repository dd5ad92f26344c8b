import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fakeSession, HEALTHY } from './fake-format.ts';
import { scan, scanJson } from './run-scan.ts';
import { oldFile, scratch } from './scratch.ts';

describe('a scan without paths', () => {
  it('looks where Pi and DSH keep sessions', async (t) => {
    const home = scratch(t);
    for (const folder of [
      '.pi/agent/sessions/--work--',
      '.dsh/sessions/work/1',
      'pi/sessions',
      'dsh/sessions',
      'own',
    ]) {
      oldFile(home, `${folder}/session.jsonl`, fakeSession(HEALTHY));
    }
    const places = async (env: Record<string, string>) =>
      (await scanJson(home, [], env)).sessions.map(({ file }) => path.relative(home, path.dirname(file)));
    assert.deepEqual(await places({}), ['.pi/agent/sessions/--work--', '.dsh/sessions/work/1']);
    assert.deepEqual(await places({ PI_CODING_AGENT_DIR: 'pi', DSH_HOME: '~/dsh' }), [
      'pi/sessions',
      'dsh/sessions',
    ]);
    assert.deepEqual(await places({ PI_CODING_AGENT_SESSION_DIR: '~/own', DSH_HOME: 'nowhere' }), [
      'own',
      '.pi/agent/sessions/--work--',
    ]);
    writeFileSync(path.join(home, '.pi/agent/settings.json'), '{"sessionDir":"own"}');
    assert.deepEqual(await places({ DSH_HOME: 'nowhere' }), ['own', '.pi/agent/sessions/--work--']);
  });

  it('that finds nothing at all says where it looked, which is no failure', async (t) => {
    const home = scratch(t);
    const { code, stdout } = await scan(home, []);
    assert.equal(code, 0);
    assert.equal(
      stdout,
      `No sessions found. Looked at:\n  ${home}/.pi/agent/sessions\n  ${home}/.dsh/sessions\n`,
    );
  });
});

describe('a scan that could not run', () => {
  it('names the path that is not there, before it looks at others', async (t) => {
    const cwd = scratch(t);
    oldFile(cwd, 'a.jsonl', fakeSession(HEALTHY));
    symlinkSync('nowhere', path.join(cwd, 'link'));
    for (const [missing, why] of [
      ['nowhere', 'there is no such file or folder (ENOENT)'],
      ['link', 'it is a link that leads nowhere'],
      ['a.jsonl/x', 'a folder above it is a file (ENOTDIR)'],
    ] as const) {
      const { code, stdout, stderr } = await scan(cwd, ['a.jsonl', missing]);
      assert.deepEqual([code, stdout, stderr], [2, '', `"${missing}" cannot be looked at: ${why}\n`]);
    }
  });

  it('says so where a named folder holds no session', async (t) => {
    const cwd = scratch(t);
    oldFile(cwd, 's/notes.txt', 'hello');
    const { code, stdout } = await scan(cwd, ['s']);
    assert.equal(code, 2);
    assert.equal(
      stdout,
      `No sessions found (1 other file passed over). Looked at:\n  ${path.join(cwd, 's')}\n`,
    );
  });
});
