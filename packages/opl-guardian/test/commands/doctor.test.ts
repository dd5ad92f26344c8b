import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { examine, sandboxWithGuard, settings, type User, user } from './doctor-user.ts';
import { link, NODE_MODULES, version, writeTree } from './installed-guard.ts';
import { oplHere } from './run.ts';
import { entries, scratch } from './scratch.ts';

const { sandbox, guard } = await sandboxWithGuard();

describe('a guard that Pi installed', () => {
  it('is found, tried and in order', async () => {
    const installed = await sandbox.pi(['install', guard]);
    assert.equal(installed.exitCode, 0, installed.stderr);
    const env = { ...sandbox.env, PATH: path.join(NODE_MODULES, '.bin') };
    const { code, pi, dsh, todo } = await examine({
      home: sandbox.home,
      agent: sandbox.agentDir,
      project: sandbox.project,
      env,
    });
    assert.deepEqual(todo, []);
    assert.equal(code, 0);
    assert.deepEqual(
      pi.installs.map(({ foundBy }) => foundBy),
      ['PATH'],
    );
    assert.match(String(pi.installs[0]?.version), /^\d+\.\d+\.\d+/);
    assert.equal(pi.guards.length, 1);
    const [found] = pi.guards;
    assert.deepEqual(
      [found?.loads, found?.caught, found?.version, found?.folder],
      [true, true, version, guard],
    );
    assert.equal(found?.listedIn, path.join(sandbox.agentDir, 'settings.json'));
    assert.equal(dsh.isFound, false);
    assert.deepEqual(
      entries(sandbox.project).filter((name) => name.startsWith('err')),
      [],
      'the trial left evidence',
    );

    const { stdout } = await oplHere(['doctor'], { cwd: sandbox.project, env });
    assert.match(stdout, /\n {2}ok {4}Pi \d/);
    assert.match(stdout, /\n {2}ok {4}it takes a tool call without an id out of a message\n/);
    assert.match(stdout, /DeepSeek Harness\n {2}not found\n\nAll is in order\.\n$/);
  });
});

describe('ways to tell Pi of the guard', () => {
  const ways: [string, (user: User) => void][] = [
    [
      'an npm source',
      ({ agent }) => {
        settings(agent, { packages: ['npm:opl-guardian@^0.1.0'] });
        link(guard, path.join(agent, 'npm/node_modules/opl-guardian'));
      },
    ],
    [
      'a git source',
      ({ agent }) => {
        settings(agent, { packages: [{ source: 'git:github.com/someone/opl-guardian@v1' }] });
        link(guard, path.join(agent, 'git/github.com/someone/opl-guardian'));
      },
    ],
    [
      'a folder, relative to the settings',
      ({ agent }) => {
        settings(agent, { packages: ['../../guard'] });
        link(guard, path.join(agent, '../../guard'));
      },
    ],
    [
      'a file as an extension',
      ({ agent }) => settings(agent, { extensions: [path.join(guard, 'dist/index.js')] }),
    ],
    [
      'a folder as an extension, below ~',
      ({ agent, home }) => {
        settings(agent, { extensions: ['~/guard'] });
        link(guard, path.join(home, 'guard'));
      },
    ],
    [
      'a link in the folder of extensions',
      ({ agent }) => link(guard, path.join(agent, 'extensions/opl-guardian')),
    ],
    [
      'a copy of its bundle in the folder of extensions',
      ({ agent }) => {
        const bundle = path.join(guard, 'dist/index.js');
        writeTree(agent, { 'extensions/mine.js': readFileSync(bundle, 'utf8') });
      },
    ],
    [
      'a project that Pi trusts',
      ({ agent, project }) => {
        writeTree(project, { '.pi/settings.json': { packages: [guard] } });
        writeTree(agent, { 'trust.json': { [path.dirname(project)]: true } });
      },
    ],
  ];
  for (const [name, prepare] of ways) {
    it(`${name}`, async (t) => {
      const here = user(t);
      prepare(here);
      const { pi, todo, code } = await examine(here);
      assert.deepEqual(todo, []);
      assert.deepEqual(
        pi.guards.map(({ loads, caught }) => [loads, caught]),
        [[true, true]],
      );
      assert.equal(code, 0);
    });
  }

  it('the folder that the environment names', async (t) => {
    const here = user(t);
    const agent = path.join(here.home, 'elsewhere');
    settings(agent, { packages: [guard] });
    here.env.PI_CODING_AGENT_DIR = '~/elsewhere';
    assert.equal((await examine(here)).code, 0);
  });
});

it('takes no operand', async (t) => {
  const { code, stderr } = await oplHere(['doctor', 'pi'], { cwd: scratch(t) });
  assert.equal(code, 2);
  assert.match(stderr, /unexpected: "pi"/);
});
