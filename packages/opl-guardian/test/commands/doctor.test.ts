import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { createPiSandbox, type PiSandbox } from '@session-guards/testkit';
import type { Check, HostReport } from '../../src/commands/doctor/doctor-check.ts';
import { buildGuard, link, NODE_MODULES, version, writeTree } from './installed-guard.ts';
import { oplHere } from './run.ts';
import { entries, scratch } from './scratch.ts';

/** A user with a home of his own, Pi on his PATH, and the guard as a package in a folder. */
interface User {
  home: string;
  agent: string;
  project: string;
  env: Record<string, string>;
}

const NO_MODEL = { url: 'http://127.0.0.1:9', requests: [] };
let sandbox: PiSandbox;
let guard: string;

before(async () => {
  sandbox = await createPiSandbox({ model: NO_MODEL });
  guard = await buildGuard(path.join(sandbox.root, 'packages', 'opl-guardian'));
});
after(() => sandbox.dispose());

function user(t: TestContext, { hasPi = true } = {}): User {
  const root = scratch(t);
  const home = path.join(root, 'home');
  const project = path.join(root, 'project');
  writeTree(root, { 'home/.keep': '', 'project/.keep': '' });
  const bin = path.join(root, 'bin');
  if (hasPi) link(path.join(NODE_MODULES, '.bin', 'pi'), path.join(bin, 'pi'));
  return { home, agent: path.join(home, '.pi', 'agent'), project, env: { HOME: home, PATH: bin } };
}

async function examine({ project, env }: User) {
  const { code, stdout, stderr } = await oplHere(['doctor', '--json'], { cwd: project, env });
  assert.equal(stderr, '');
  const report = JSON.parse(stdout);
  const hosts: HostReport[] = report.hosts;
  const [pi, dsh] = hosts;
  assert.ok(pi && dsh);
  assert.equal(code, report.fine ? 0 : 1);
  const todo = hosts.flatMap(({ checks }) => checks).filter(({ status }) => status === 'todo');
  return { code, report, pi, dsh, todo: todo.map(({ text }) => text), notes: notesOf(pi.checks) };
}

function notesOf(checks: readonly Check[]): string[] {
  return checks.filter(({ status }) => status === 'note').map(({ text }) => text);
}

const settings = (agent: string, content: object) => writeTree(agent, { 'settings.json': content });

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

describe('what there is to do', () => {
  it('says so when Pi is not told of the guard, with the command that tells it', async (t) => {
    const here = user(t);
    const { pi, todo, code } = await examine(here);
    assert.equal(code, 1);
    assert.deepEqual(todo, ['Pi is not told to load the guard']);
    assert.match(String(pi.checks.at(-1)?.advice), /^pi install .*opl-guardian$/);
  });

  const faults: [string, (user: User) => void, RegExp][] = [
    [
      'settings that are no JSON',
      ({ agent }) => writeTree(agent, { 'settings.json': '{"packages": [' }),
      /settings\.json is no JSON object/,
    ],
    [
      'a package that is gone',
      ({ agent }) => settings(agent, { packages: ['npm:opl-guardian'] }),
      /npm:opl-guardian does not load the guard: .* is not there/,
    ],
    [
      'a filter that lets nothing in',
      ({ agent }) => settings(agent, { packages: [{ source: guard, extensions: [] }] }),
      /its filter leaves the extension out/,
    ],
    [
      'a filter that takes it out',
      ({ agent }) => settings(agent, { packages: [{ source: guard, extensions: ['-dist/index.js'] }] }),
      /its filter leaves the extension out/,
    ],
    [
      'an extension that is taken out',
      ({ agent }) => {
        link(guard, path.join(agent, 'extensions/opl-guardian'));
        settings(agent, { extensions: ['!**/index.js'] });
      },
      /a pattern of "extensions" in the settings takes it out/,
    ],
    [
      'a package that is not built',
      ({ agent, home }) => {
        writeTree(home, {
          'guard/package.json': {
            name: 'opl-guardian',
            version: '0.1.0',
            pi: { extensions: ['./dist/index.js'] },
          },
        });
        settings(agent, { packages: ['~/guard'] });
      },
      /index\.js is not there: the package is not built/,
    ],
    [
      'a trusted project that takes it out for itself',
      ({ agent, project }) => {
        settings(agent, { packages: [guard] });
        writeTree(project, { '.pi/settings.json': { packages: [{ source: guard, extensions: [] }] } });
        writeTree(agent, { 'trust.json': { [project]: true } });
      },
      /its filter leaves the extension out/,
    ],
  ];
  for (const [name, prepare, text] of faults) {
    it(`finds ${name}`, async (t) => {
      const here = user(t);
      prepare(here);
      const { todo, code, pi } = await examine(here);
      assert.equal(code, 1);
      assert.equal(todo.length, 1, 'one cause, one thing to do');
      assert.match(todo.join('\n'), text);
      assert.ok(
        pi.checks.filter(({ status }) => status === 'todo').every(({ advice }) => advice),
        'no advice',
      );
      assert.deepEqual(
        pi.guards.filter(({ loads }) => loads),
        [],
      );
    });
  }

  it('finds a tarball that Pi was given by its bare path, and tells what mends that', async (t) => {
    const own = await createPiSandbox({ model: NO_MODEL });
    t.after(() => own.dispose());
    const tarball = path.join(own.root, 'my files', 'opl-guardian-0.1.0.tgz');
    writeTree(path.dirname(tarball), { 'opl-guardian-0.1.0.tgz': 'packed' });
    const env = { ...own.env, PATH: path.join(NODE_MODULES, '.bin') };
    const here = { home: own.home, agent: own.agentDir, project: own.project, env };
    const advice = async () => {
      const { pi, todo, code } = await examine(here);
      assert.equal(code, 1);
      assert.equal(todo.length, 1);
      assert.match(
        String(todo[0]),
        /opl-guardian-0\.1\.0\.tgz does not load the guard: .*fails with it at every start$/,
      );
      return pi.checks.find(({ status }) => status === 'todo')?.advice;
    };
    assert.equal((await own.pi(['install', tarball])).exitCode, 0);
    const started = await own.pi(['-p', 'hi']);
    assert.match(started.stderr, /Failed to load extension/, 'Pi starts with a tarball after all');
    const remove = `pi remove '${tarball}'`;
    assert.equal(await advice(), `${remove} && pi install 'npm:opl-guardian@file:${tarball}'`);
    assert.equal((await own.pi(['install', guard])).exitCode, 0);
    assert.equal(await advice(), remove);
    assert.equal((await own.pi(['remove', tarball])).exitCode, 0);
    assert.equal((await examine(here)).code, 0);
  });

  for (const [what, source, text] of [
    ['behind npm:', 'npm:/x/opl-guardian-0.1.0.tgz', /takes the path of a tarball for the name of a package/],
    ['that is gone', '/x/opl-guardian-0.1.0.tar.gz', /does not unpack a tarball, and \/x\/.* is not there/],
  ] as const) {
    it(`finds a tarball ${what}`, async (t) => {
      const here = user(t);
      settings(here.agent, { packages: [source] });
      const { pi, todo } = await examine(here);
      assert.equal(todo.length, 1);
      assert.match(String(todo[0]), text);
      const { advice } = pi.checks.find(({ status }) => status === 'todo') ?? {};
      assert.ok(advice?.includes(`pi remove ${source} && pi install `), advice);
    });
  }

  it('leaves tarballs of other packages alone where they do no harm, and names one that does', async (t) => {
    const here = user(t);
    writeTree(here.home, { 'there.tgz': 'packed' });
    settings(here.agent, { packages: [guard, '/x/gone.tgz', 'npm:/x/other-1.0.0.tgz'] });
    assert.deepEqual((await examine(here)).todo, []);
    settings(here.agent, { packages: [guard, '~/there.tgz'] });
    assert.match((await examine(here)).todo.join('\n'), /there\.tgz does not load the guard: .*fails/);
  });

  it('finds an installed guard that catches nothing, that fails or ends too early', async (t) => {
    for (const [code, why] of [
      [
        'export default (pi) => pi.on("message_end", () => undefined);',
        /does not guard: a call without an id stayed/,
      ],
      [
        'export default (pi) => pi.on("message_end", () => ({ message: { content: [] } }));',
        /a sound call did not stay/,
      ],
      ['throw new Error("broken");', /does not guard: it failed: broken/],
      ['export const other = 1;', /it has no default export/],
      ['process.exit(0);', /it could not be loaded/],
    ] as const) {
      const here = user(t);
      writeTree(here.home, {
        'guard/package.json': {
          name: 'opl-guardian',
          version: '9.9.9',
          type: 'module',
          pi: { extensions: ['./index.js'] },
        },
        'guard/index.js': code,
      });
      settings(here.agent, { packages: ['~/guard'] });
      const { todo, pi } = await examine(here);
      assert.match(todo.join('\n'), why);
      assert.deepEqual(
        pi.guards.map(({ caught, version: found }) => [caught, found]),
        [[false, '9.9.9']],
      );
    }
  });

  it('finds a Pi that is too old', async (t) => {
    const here = user(t, { hasPi: false });
    const folder = path.join(here.home, 'pi');
    writeTree(folder, {
      'package.json': { name: '@earendil-works/pi-coding-agent', version: '1.5.9' },
      'cli.js': '',
    });
    link(path.join(folder, 'cli.js'), path.join(here.env.PATH ?? '', 'pi'));
    const { todo } = await examine(here);
    assert.match(todo.join('\n'), /Pi 1\.5\.9 in .*; the guard needs 1\.6\.0 or newer/);
  });

  it('mentions a guard that is loaded twice', async (t) => {
    const here = user(t);
    settings(here.agent, { packages: [guard] });
    link(guard, path.join(here.agent, 'extensions/opl-guardian'));
    const { notes, code } = await examine(here);
    assert.deepEqual(notes, ['the guard is loaded 2 times; once is enough']);
    assert.equal(code, 0);
  });

  it('says when there is no host at all', async (t) => {
    const here = user(t, { hasPi: false });
    const { code, stdout } = await oplHere(['doctor'], { cwd: here.project, env: here.env });
    assert.equal(code, 1);
    assert.match(stdout, /Pi\n {2}not found\n/);
    assert.match(stdout, /Neither Pi nor DSH was found/);
  });
});

describe('what doctor does not do', () => {
  it('runs no code of a project that Pi does not trust', async (t) => {
    for (const trust of [undefined, false]) {
      const here = user(t);
      const marker = path.join(here.home, 'it ran');
      const code = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(marker)}, '');`;
      writeTree(here.project, {
        '.pi/settings.json': { packages: ['../guard'] },
        'guard/package.json': {
          name: 'opl-guardian',
          version: '1.0.0',
          type: 'module',
          pi: { extensions: ['./index.js'] },
        },
        'guard/index.js': code,
        'node_modules/@earendil-works/pi-coding-agent/package.json': {
          name: '@earendil-works/pi-coding-agent',
          version: '9.0.0',
        },
        'node_modules/@earendil-works/pi-ai/package.json': {
          name: '@earendil-works/pi-ai',
          type: 'module',
          main: 'index.js',
        },
        'node_modules/@earendil-works/pi-ai/index.js': `${code} export const appendAssistantMessageDiagnostic = () => {};`,
      });
      if (trust !== undefined) writeTree(here.agent, { 'trust.json': { [here.project]: trust } });
      const { pi, notes, todo } = await examine(here);
      assert.equal(existsSync(marker), false);
      assert.deepEqual(
        pi.guards.map(({ loads, caught }) => [loads, caught]),
        [[false, undefined]],
      );
      assert.match(
        notes.join('\n'),
        trust === false ? /Pi does not trust this project/ : /once Pi trusts this project/,
      );
      assert.deepEqual(todo, ['only this project tells Pi to load the guard']);
    }
  });

  it('starts no host', async (t) => {
    const here = user(t, { hasPi: false });
    const marker = path.join(here.home, 'it ran');
    for (const program of ['pi', 'dsh']) {
      writeTree(here.env.PATH ?? '', { [program]: `#!/bin/sh\ntouch '${marker}'\n` });
      chmodSync(path.join(here.env.PATH ?? '', program), 0o755);
    }
    const { pi, dsh, code } = await examine(here);
    assert.equal(existsSync(marker), false);
    assert.equal(code, 1);
    for (const { checks } of [pi, dsh])
      assert.match(notesOf(checks).join('\n'), /is on the PATH, and its package cannot be told/);
  });

  it('changes nothing', async (t) => {
    const here = user(t);
    settings(here.agent, { packages: [guard] });
    const root = path.dirname(here.home);
    const files = entries(root);
    await examine(here);
    assert.deepEqual(entries(root), files);
  });

  it('lets no name of a file give orders to the terminal', async (t) => {
    const here = user(t);
    settings(here.agent, { packages: ['npm:opl-guardian\u001b]0;x\u0007@1', './a\u001b[2J/opl-guardian'] });
    for (const args of [[], ['--json']]) {
      const { stdout } = await oplHere(['doctor', ...args], { cwd: here.project, env: here.env });
      assert.doesNotMatch(stdout.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u);
    }
  });
});

describe('DeepSeek Harness', () => {
  const dshHome = ({ home }: User) => path.join(home, '.dsh');
  const profile = (bundles: readonly string[]) => ({ dsh: { profile: { bundles } } });

  it('is in order when a profile lists the guard as a bundle, and it works', async (t) => {
    const here = user(t, { hasPi: false });
    writeTree(dshHome(here), {
      'profiles/web/package.json': profile(['@deepseek-ai/dsh-base', 'opl-guardian']),
    });
    link(guard, path.join(dshHome(here), 'profiles/web/node_modules/opl-guardian'));
    const { code, dsh, todo } = await examine(here);
    assert.deepEqual(todo, []);
    assert.deepEqual(
      dsh.guards.map(({ source, loads, caught, version: found }) => [source, loads, caught, found]),
      [['web', true, true, version]],
    );
    assert.equal(code, 0);
  });

  it('knows rows of the patch files, in the profile and for all profiles', async (t) => {
    for (const [file, row] of [
      ['profiles/web/cordis.patch.yml', '- insert:\n    - id: mine\n      name: opl-guardian/dsh\n'],
      ['cordis.patch.yml', "- insert: [{ id: opl-guardian, name: 'opl-guardian/dsh' }]\n"],
    ] as const) {
      const here = user(t, { hasPi: false });
      writeTree(dshHome(here), { 'profiles/web/package.json': profile([]), [file]: row });
      link(guard, path.join(dshHome(here), 'profiles/node_modules/opl-guardian'));
      const { todo, dsh } = await examine(here);
      assert.deepEqual(todo, [], file);
      assert.deepEqual(
        dsh.guards.map(({ listedIn }) => listedIn),
        [path.join(dshHome(here), file)],
      );
    }
  });

  const faults: [string, Record<string, string | object>, RegExp][] = [
    ['no profile', { '.keep': '' }, /no profile loads the guard: .* has none/],
    [
      'a profile without it',
      { 'profiles/web/package.json': profile(['other']) },
      /profile web does not load the guard/,
    ],
    [
      'a row that is only a remark',
      { 'profiles/web/package.json': profile([]), 'cordis.patch.yml': '# - name: opl-guardian/dsh\n' },
      /profile web does not load the guard/,
    ],
    [
      'a package that is not there',
      { 'profiles/web/package.json': profile(['opl-guardian']) },
      /the package is not installed there/,
    ],
    [
      'a row that disables it',
      {
        'profiles/web/package.json': profile(['opl-guardian']),
        'profiles/node_modules/opl-guardian/package.json': { name: 'opl-guardian', dsh: { bundle: {} } },
        'cordis.patch.yml': '- id: other\n- id: opl-guardian\n  disabled: true\n',
      },
      /a row of .*cordis\.patch\.yml disables it/,
    ],
    [
      'a version that is no bundle',
      {
        'profiles/web/package.json': profile(['opl-guardian']),
        'profiles/node_modules/opl-guardian/package.json': { name: 'opl-guardian', version: '0.0.1' },
      },
      /version 0\.0\.1 is no bundle/,
    ],
    [
      'a package that is not built',
      {
        'profiles/web/package.json': profile(['opl-guardian']),
        'profiles/node_modules/opl-guardian/package.json': {
          name: 'opl-guardian',
          dsh: { bundle: {} },
          exports: { './dsh': './dsh.js' },
        },
      },
      /dsh\.js is not there: the package is not built/,
    ],
    [
      'a plugin that does not guard',
      {
        'profiles/web/package.json': profile(['opl-guardian']),
        'profiles/node_modules/opl-guardian/package.json': {
          name: 'opl-guardian',
          type: 'module',
          dsh: { bundle: {} },
          exports: { './dsh': './dsh.js' },
        },
        'profiles/node_modules/opl-guardian/dsh.js': 'export function apply() {}',
      },
      /does not guard: a call without an id stayed/,
    ],
  ];
  for (const [name, files, text] of faults) {
    it(`finds ${name}, and says what to do`, async (t) => {
      const here = user(t, { hasPi: false });
      writeTree(dshHome(here), files);
      const { todo, dsh, code } = await examine(here);
      assert.equal(code, 1);
      assert.match(todo.join('\n'), text);
      assert.ok(dsh.checks.filter(({ status }) => status === 'todo').every(({ advice }) => advice));
    });
  }

  it('looks where the environment says', async (t) => {
    const here = user(t, { hasPi: false });
    here.env.DSH_HOME = path.join(here.home, 'harness');
    writeTree(here.env.DSH_HOME, { 'profiles/mine/package.json': profile([]) });
    assert.deepEqual((await examine(here)).todo, ['profile mine does not load the guard']);
  });
});

it('takes no operand', async (t) => {
  const { code, stderr } = await oplHere(['doctor', 'pi'], { cwd: scratch(t) });
  assert.equal(code, 2);
  assert.match(stderr, /unexpected: "pi"/);
});
