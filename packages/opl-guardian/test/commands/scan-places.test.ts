import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { SettingsManager } from '@earendil-works/pi-coding-agent';
import { BLANK_ID, fakeSession, HEALTHY } from './fake-format.ts';
import { scan, scanJson } from './run-scan.ts';
import { oldFile, scratch } from './scratch.ts';

describe('a scan without paths', () => {
  it('looks where Pi and DSH keep sessions', async (t) => {
    const home = scratch(t);
    for (const folder of [
      '.pi/agent/sessions/--project--',
      '.dsh/sessions/project/1',
      'pi/sessions',
      'dsh/sessions',
      'own',
    ]) {
      oldFile(home, `${folder}/session.jsonl`, fakeSession(HEALTHY));
    }
    const places = async (env: Record<string, string>) =>
      (await scanJson(home, [], env)).sessions.map(({ file }) => path.relative(home, path.dirname(file)));
    assert.deepEqual(await places({}), ['.pi/agent/sessions/--project--', '.dsh/sessions/project/1']);
    assert.deepEqual(await places({ PI_CODING_AGENT_DIR: 'pi', DSH_HOME: '~/dsh' }), [
      'pi/sessions',
      'dsh/sessions',
    ]);
    assert.deepEqual(await places({ PI_CODING_AGENT_SESSION_DIR: '~/own', DSH_HOME: 'nowhere' }), [
      'own',
      '.pi/agent/sessions/--project--',
    ]);
    writeFileSync(path.join(home, '.pi/agent/settings.json'), '{"sessionDir":"own"}');
    assert.deepEqual(await places({ DSH_HOME: 'nowhere' }), ['own', '.pi/agent/sessions/--project--']);
  });

  it('looks where the settings of the project in the working folder let the real Pi write', async (t) => {
    const home = scratch(t);
    const project = path.join(home, 'project');
    for (const [named, folder] of [
      ['mine', 'project/mine'],
      ['../beside', 'beside'],
      [path.join(home, 'absolute'), 'absolute'],
    ] as const) {
      const file = oldFile(home, `${folder}/session.jsonl`, fakeSession(HEALTHY));
      oldFile(home, 'project/.pi/settings.json', JSON.stringify({ sessionDir: named }));
      oldFile(home, '.pi/agent/settings.json', '{"sessionDir":"~/of-the-user"}');
      const ofUser = oldFile(home, 'of-the-user/session.jsonl', fakeSession(HEALTHY));
      const settings = SettingsManager.create(project, path.join(home, '.pi/agent'));
      assert.equal(path.resolve(project, settings.getSessionDir() ?? ''), path.dirname(file));
      const { sessions } = await scanJson(project, [], { HOME: home });
      assert.deepEqual(
        sessions.map((session) => session.file),
        [file, ofUser],
      );
    }
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
  it('names the path that is not there, and looks at the others', async (t) => {
    const cwd = scratch(t);
    oldFile(cwd, 'a.jsonl', fakeSession(BLANK_ID));
    symlinkSync('nowhere', path.join(cwd, 'link'));
    for (const [missing, why] of [
      ['nowhere', 'there is no such file or folder (ENOENT)'],
      ['link', 'it is a link that leads nowhere'],
      ['a.jsonl/x', 'a folder above it is a file (ENOTDIR)'],
    ] as const) {
      const { code, sessions, summary } = await scanJson(cwd, [missing, 'a.jsonl']);
      assert.equal(code, 2);
      assert.deepEqual(
        sessions.map(({ file, status, reason }) => [file, status, reason]),
        [
          [path.join(cwd, missing), 'unreadable', why],
          [path.join(cwd, 'a.jsonl'), 'blocked', undefined],
        ],
      );
      assert.deepEqual([summary.sessions.unreadable, summary.sessions.blocked], [1, 1]);
      const { stdout } = await scan(cwd, [missing, 'a.jsonl']);
      assert.ok(stdout.includes(`  ${missing}\n  ${why}\nblocked `), stdout);
    }
  });

  it('says so where a named folder holds no session', async (t) => {
    const cwd = scratch(t);
    oldFile(cwd, 's/notes.txt', 'hello');
    const { code, stdout } = await scan(cwd, ['s']);
    assert.equal(code, 2);
    assert.equal(
      stdout,
      `No sessions found. 1 other file is no session. Looked at:\n  ${path.join(cwd, 's')}\n`,
    );
  });
});
