import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { toolExecutions } from '@session-guards/testkit';
import { api, denialsAmong, oneByOne, READ, setUp, TOPIC } from './project.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
let folder: string;
let tarball: string;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'feature-map-pack-'));
  const packed = npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], root);
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  tarball = join(folder, filename);
});
after(() => rmSync(folder, { recursive: true, force: true }));

test('the packed tarball is installed by pi install, listed, and guards', async (t) => {
  const { model, sandbox } = await setUp(t);
  const installed = await sandbox.pi(['install', `npm:agent-feature-map@file:${tarball}`]);
  assert.equal(installed.exitCode, 0, installed.stderr);
  assert.match((await sandbox.pi(['list'])).stdout, /node_modules\/agent-feature-map$/m);

  model.push(...oneByOne(READ, TOPIC, READ, ['feature_map_init', {}]), ...oneByOne(READ));
  const run = await sandbox.run({ api, prompt: 'Go.' });
  assert.deepEqual(denialsAmong(run.events), [true, false, false, false]);
  const [, topic, , init] = toolExecutions(run.events);
  assert.match(topic?.text ?? '', /Sells one ticket/);
  assert.deepEqual([init?.isError, run.stderr], [false, '']);
  const resumed = await sandbox.run({ api, prompt: 'Go on.', continue: true });
  assert.deepEqual(denialsAmong(resumed.events), [false]);
});

test('the package folder is installed by pi install, and guards', async (t) => {
  const { model, sandbox } = await setUp(t);
  const installed = await sandbox.pi(['install', root]);
  assert.equal(installed.exitCode, 0, installed.stderr);
  model.push(...oneByOne(READ, READ));
  const run = await sandbox.run({ api, prompt: 'Go.' });
  assert.deepEqual(denialsAmong(run.events), [true, false]);
});

test('the tarball installs no other package, and its extension loads where there is none', () => {
  const user = join(folder, 'user');
  mkdirSync(user);
  npm(['init', '-y'], user);
  npm(['install', '--offline', tarball], user);
  const packages = readdirSync(join(user, 'node_modules')).filter((name) => !name.startsWith('.'));
  assert.deepEqual(packages, ['agent-feature-map']);
  const load = "import('agent-feature-map/pi').then((module) => console.log(typeof module.default))";
  const out = execFileSync(process.execPath, ['--eval', load], { cwd: user, encoding: 'utf8' });
  assert.equal(out.trim(), 'function');
});

function npm(args: string[], cwd: string): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
