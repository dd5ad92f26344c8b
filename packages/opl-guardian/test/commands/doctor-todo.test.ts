import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { createPiSandbox } from '@session-guards/testkit';
import { examine, NO_MODEL, sandboxWithGuard, settings, type User, user } from './doctor-user.ts';
import { link, NODE_MODULES, writeTree } from './installed-guard.ts';
import { oplHere } from './run.ts';

const { guard } = await sandboxWithGuard();

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
