import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ToolRunContext } from '@deepseek-ai/dsh-tools';
import * as featureMap from '../../src/host/dsh.ts';
import { sessionStates } from '../../src/host/dsh-sessions.ts';
import { toolDefinition } from '../../src/host/dsh-tool.ts';
import { DEFAULT_SETTINGS } from '../../src/settings.ts';
import type { MapTool } from '../../src/tools.ts';
import { denials, guardedHost, oneByOne, sandbox, writeRepository } from './project.ts';

const READ = ['read', { file_path: 'src/billing.ts' }] as const;

test('the module exports what the host reads and nothing else', () => {
  assert.deepEqual(Object.keys(featureMap).sort(), ['Config', 'apply', 'inject', 'name']);
  assert.equal(featureMap.name, 'feature-map');
});

for (const [config, complaint] of [
  [{ mode: 'enfroce' }, /mode/],
  [{ modee: 'off' }, /modee/],
  [{ maxBytes: 1023 }, /maxBytes/],
  [{ maxBytes: 1024.5 }, /maxBytes/],
  [{ maxBytes: '12000' }, /maxBytes/],
  [{ sectionsPerTopic: 0 }, /sectionsPerTopic/],
  [{ maxSectionBytes: -1 }, /maxSectionBytes/],
  [{ sourceTools: 'read' }, /sourceTools/],
  [{ sourceTools: [7] }, /sourceTools/],
  [{ exemptPaths: [''] }, /exemptPaths/],
  [{ sectionOrder: 'first' }, /sectionOrder/],
  [[], /object/],
] as const) {
  test(`a configuration of ${JSON.stringify(config)} stops the host's start and says why`, async (t) => {
    const host = await sandbox(t);

    await assert.rejects(host.load(featureMap, config), complaint);

    assert.equal(host.ctx.tools.get('feature_map'), undefined);
  });
}

for (const config of [undefined, null, {}, { mode: null, maxBytes: null, sourceTools: undefined }]) {
  test(`a configuration of ${JSON.stringify(config)} sets nothing`, async (t) => {
    const host = await sandbox(t);
    await writeRepository(host.dir);

    await host.load(featureMap, config);

    const agent = await host.createAgent();
    assert.deepEqual(denials(await agent.say('go', ...oneByOne(READ))), [true]);
  });
}

test('a bad update is refused and leaves the running plugin as it was', async (t) => {
  const host = await sandbox(t);
  await writeRepository(host.dir);
  const loaded = await host.load(featureMap, { mode: 'enforce' });

  await assert.rejects(loaded.update({ mode: 'loud' }), /mode/);

  const agent = await host.createAgent();
  assert.deepEqual(denials(await agent.say('go', ...oneByOne(READ))), [true]);
});

test('an update of the configuration takes effect', async (t) => {
  const host = await sandbox(t);
  await writeRepository(host.dir);
  const loaded = await host.load(featureMap);
  await loaded.update({ mode: 'off' });

  const agent = await host.createAgent();
  assert.deepEqual(denials(await agent.say('go', ...oneByOne(READ))), [false]);
});

test('what is not set stays unset, so that it can be told from a chosen default', () => {
  assert.deepEqual(featureMap.Config({}), {});
  assert.deepEqual(featureMap.Config({ maxBytes: DEFAULT_SETTINGS.maxBytes }), { maxBytes: 12000 });
});

test('the settings form shows every setting with its default and its range', () => {
  const { uid, refs } = featureMap.Config.toJSON();
  const fields = refs?.[uid]?.dict ?? {};

  assert.deepEqual(Object.keys(fields), Object.keys(DEFAULT_SETTINGS));
  for (const [key, value] of Object.entries(DEFAULT_SETTINGS)) {
    const node = refs?.[String(fields[key])];
    const shown = Array.isArray(value) ? value.join(', ') : String(value);
    assert.ok(String(node?.meta.description).includes(shown), `${key}: ${node?.meta.description}`);
  }
  assert.equal(refs?.[String(fields.maxBytes)]?.meta.min, 1024);
});

test('disposing the plugin removes its tools, its guard and its prompt section', async (t) => {
  const host = await sandbox(t);
  await writeRepository(host.dir);
  const before = await host.createAgent();
  const bare = (await before.say('hello', ...oneByOne())).requests[0];

  const loaded = await host.load(featureMap);
  assert.ok(host.ctx.tools.get('feature_map'));
  assert.ok(host.ctx.tools.get('feature_map_check'));
  await loaded.dispose();

  const agent = await host.createAgent();
  const said = await agent.say('go', ...oneByOne(READ));
  assert.deepEqual(denials(said), [false]);
  assert.equal(said.requests[0]?.system, bare?.system);
  assert.deepEqual(said.requests[0]?.tools, bare?.tools);
});

test('a host that lacks a service of the plugin runs on without it', async (t) => {
  const host = await sandbox(t, { fsTools: false });
  await writeRepository(host.dir);
  await host.load(featureMap);
  const agent = await host.createAgent();

  const said = await agent.say('go', ...oneByOne(['feature_map', {}]));

  assert.doesNotMatch(said.requests[0]?.system ?? '', /feature map/);
  assert.equal(said.toolResults[0]?.isError, false);
});

test('both tools may run beside others', async (t) => {
  const host = await guardedHost(t);
  for (const name of ['feature_map', 'feature_map_check']) {
    assert.equal(host.ctx.tools.get(name)?.isConcurrencySafe?.({}), true, name);
  }
});

test('a session is marked as having consulted the map before the tool begins, and only by the tool that counts', async (t) => {
  const host = await guardedHost(t);
  for (const consults of [true, false]) {
    const { agent } = await host.createAgent();
    const states = sessionStates();
    const marked: boolean[] = [];
    const tool: MapTool = {
      name: 'probe',
      description: '',
      parameters: {},
      value: {},
      consults,
      run() {
        marked.push(states(agent).consulted);
        return { isError: false, value: { text: '' } };
      },
    };

    const running = toolDefinition(tool, states).execute({}, { agent } as unknown as ToolRunContext);

    assert.deepEqual(marked, [consults]);
    await running;
  }
});
