import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import * as featureMap from '../../src/host/dsh.ts';
import { denials, guardedHost, MAP, oneByOne, sandbox, writeRepository } from './project.ts';

const READ = ['read', { file_path: 'src/billing.ts' }] as const;
const MAP_TOPIC = ['feature_map', { topic: 'invoices' }] as const;

test('a session in a subfolder is guarded, and its paths are its own', async (t) => {
  const host = await guardedHost(t);
  const cwd = join(host.dir, 'src');
  const agent = await host.createAgent({ cwd });

  const said = await agent.say('go', ...oneByOne(['read', { file_path: 'orders.ts' }], MAP_TOPIC));
  assert.deepEqual(denials(said), [true, false]);
  assert.match(said.toolResults[1]?.text ?? '', /Writes one invoice/);

  const reader = await host.createAgent({ cwd });
  const docs = await reader.say('go', ...oneByOne(['read', { file_path: '../docs/features/README.md' }]));
  assert.deepEqual(denials(docs), [false]);
});

test('a session that was started through a link is guarded where its .. really leads', async (t) => {
  const host = await guardedHost(t);
  const cwd = join(host.dir, '..', 'entry');
  await symlink(join(host.dir, 'src'), cwd);
  const agent = await host.createAgent({ cwd });
  const call = ['grep', { pattern: 'writeInvoice', path: '../src/billing.ts' }] as const;

  const said = await agent.say('go', ...oneByOne(call, call));

  assert.deepEqual(denials(said), [true, false]);
  assert.match(said.toolResults[1]?.text ?? '', /writeInvoice/, 'the host finds it');
});

test('a map that the tool would not read is none, and one behind a link in the project is', async (t) => {
  const host = await guardedHost(t);
  const linked = async (name: string, link: string, target: string): Promise<string> => {
    const cwd = join(host.dir, '..', name);
    await writeRepository(cwd, { map: false });
    await mkdir(dirname(join(cwd, link)), { recursive: true });
    await symlink(target, join(cwd, link));
    return cwd;
  };
  const index = MAP['docs/features/README.md'];

  const outside = await linked('outside', 'docs/features', join(host.dir, 'docs/features'));
  const stranger = await host.createAgent({ cwd: outside });
  const unasked = await stranger.say('go', ...oneByOne(READ, ['feature_map', {}]));
  assert.deepEqual(denials(unasked), [false, false]);
  assert.doesNotMatch(unasked.requests[0]?.system ?? '', /feature map/);
  assert.match(unasked.toolResults[1]?.text ?? '', /keeps no feature map/);

  const inside = await linked('inside', 'docs/features/README.md', '../index.md');
  await writeFile(join(inside, 'docs/index.md'), index);
  const owner = await host.createAgent({ cwd: inside });
  const asked = await owner.say('go', ...oneByOne(READ, ['feature_map', {}]));
  assert.deepEqual(denials(asked), [true, false]);
  assert.equal(asked.toolResults[1]?.isError, false);
  assert.ok(asked.toolResults[1]?.text.includes(index), asked.toolResults[1]?.text);
});

test('a worktree, whose .git is a file, is a project of its own', async (t) => {
  const host = await guardedHost(t);
  const worktree = join(host.dir, 'trees', 'fix');
  await mkdir(join(worktree, 'src'), { recursive: true });
  await writeFile(join(worktree, '.git'), 'gitdir: ../../.git/worktrees/fix\n');
  await writeFile(join(worktree, 'src/billing.ts'), 'export {};\n');

  const without = await host.createAgent({ cwd: worktree });
  assert.deepEqual(
    denials(await without.say('go', ...oneByOne(READ))),
    [false],
    'no map is adopted from above',
  );

  await mkdir(join(worktree, 'docs/features'), { recursive: true });
  await writeFile(join(worktree, 'docs/features/README.md'), MAP['docs/features/README.md']);
  const within = await host.createAgent({ cwd: worktree });
  assert.deepEqual(denials(await within.say('go', ...oneByOne(READ, READ))), [true, false]);
});

test('a map in the home folder is not adopted by a repository below it', async (t) => {
  const host = await sandbox(t);
  const home = process.env.HOME;
  process.env.HOME = host.dir;
  t.after(() => {
    process.env.HOME = home;
  });
  await writeRepository(host.dir);
  await host.load(featureMap);
  const nested = join(host.dir, 'work', 'other');
  await writeRepository(nested, { map: false });
  const loose = join(host.dir, 'work', 'loose');
  await mkdir(join(loose, 'src'), { recursive: true });
  await writeFile(join(loose, 'src/billing.ts'), 'export {};\n');

  for (const cwd of [nested, loose]) {
    const agent = await host.createAgent({ cwd });
    const said = await agent.say('go', ...oneByOne(READ));
    assert.deepEqual(denials(said), [false], cwd);
    assert.doesNotMatch(said.requests[0]?.system ?? '', /feature map/);
  }

  const atHome = await host.createAgent({ cwd: host.dir });
  assert.deepEqual(
    denials(await atHome.say('go', ...oneByOne(READ))),
    [true],
    'a session in the home folder',
  );
});
