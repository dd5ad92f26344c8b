import assert from 'node:assert/strict';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { SETTINGS_FILE } from '../../src/settings-file.ts';
import {
  api,
  atOnce,
  CAT,
  denials,
  denialsAmong,
  extensions,
  oneByOne,
  open,
  READ,
  type SetUp,
  setUp,
  systemMessages,
} from './project.ts';

function setUpWith(t: TestContext, settings: unknown): Promise<SetUp> {
  const text = typeof settings === 'string' ? settings : JSON.stringify(settings);
  return setUp(t, { files: { [SETTINGS_FILE]: text } });
}

test('the settings that a project shares hold for its sessions', async (t) => {
  const set = await setUpWith(t, {
    sourceTools: { pi: ['bash'], dsh: ['grep'] },
    exemptPaths: ['src/seats.ts'],
  });
  const pi = await open(set);
  const search = ['bash', { command: 'rg bookSeat src' }] as const;
  assert.deepEqual(denials(await pi.say(...oneByOne(READ, CAT, search))), [false, false, true]);
});

test('mode prompt keeps the instruction and drops the guard, off drops both, and the tools stay', async (t) => {
  for (const mode of ['prompt', 'off']) {
    const pi = await open(await setUpWith(t, { mode }));
    const said = await pi.say(...oneByOne(READ, ['feature_map', {}]));
    assert.deepEqual(denials(said), [false, false], mode);
    assert.match(said.results[1]?.text ?? '', /tickets\.md/);
    const told = systemMessages(said.requests[0] ?? assert.fail()).join();
    assert.equal(/<feature_map>/.test(told), mode === 'prompt', mode);
  }
});

test('a session keeps the rules that it began with', async (t) => {
  const set = await setUpWith(t, { mode: 'prompt' });
  const pi = await open(set);
  await pi.say(...oneByOne());
  await writeFile(join(set.sandbox.project, SETTINGS_FILE), JSON.stringify({ mode: 'enforce' }));
  assert.deepEqual(denials(await pi.say(...oneByOne(READ))), [false]);
  const next = await open(set);
  assert.deepEqual(denials(await next.say(...oneByOne(READ))), [true]);
});

test('a bad settings file is one warning to the user, and is ignored', async (t) => {
  for (const bad of [
    '{"mode": "off",}',
    { mode: 'off', maxBytes: 1 },
    { modee: 'off' },
    { sectionOrder: 5 },
    '',
  ]) {
    const pi = await open(await setUpWith(t, bad), { ui: true });
    const said = await pi.say(...oneByOne(READ, ['feature_map', {}], ['feature_map_check', {}]));
    await pi.say(...oneByOne(CAT));
    assert.deepEqual(denials(said), [true, false, false], JSON.stringify(bad));
    const [{ message, type } = assert.fail(), ...more] = pi.notifications;
    assert.deepEqual([type, more], ['warning', []]);
    assert.match(message, /docs\/features\/feature-map\.json.*/);
  }
});

test('a settings file that is a link out of the project is not read', async (t) => {
  const set = await setUp(t);
  const elsewhere = join(set.sandbox.root, 'elsewhere.json');
  await writeFile(elsewhere, JSON.stringify({ mode: 'off' }));
  await symlink(elsewhere, join(set.sandbox.project, SETTINGS_FILE));
  const pi = await open(set, { ui: true });
  assert.deepEqual(denials(await pi.say(...oneByOne(READ))), [true]);
  assert.match(pi.notifications[0]?.message ?? '', /leads out of the project/);
});

test('without a user interface a bad settings file changes nothing and says nothing', async (t) => {
  const { model, sandbox } = await setUpWith(t, 'no JSON');
  model.push(...atOnce(READ, READ));
  const run = await sandbox.run({ api, prompt: 'Go.', extensions });
  assert.deepEqual([denialsAmong(run.events), run.stderr], [[true, false], '']);
});
