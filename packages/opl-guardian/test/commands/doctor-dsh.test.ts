import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { examine, sandboxWithGuard, type User, user } from './doctor-user.ts';
import { link, version, writeTree } from './installed-guard.ts';

const { guard } = await sandboxWithGuard();

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
