import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { INSTRUCTION } from '../../src/instruction.ts';
import { guardedHost, MAP, oneByOne, writeRepository, writeTree } from './project.ts';

const READ = ['read', { file_path: 'src/billing.ts' }] as const;

test('the prompt carries one section of at most 500 characters, just before that of the read tool', async (t) => {
  const host = await guardedHost(t);
  const agent = await host.createAgent();

  const { requests } = await agent.say('hello', ...oneByOne());

  const system = requests[0]?.system ?? '';
  assert.ok(INSTRUCTION.length <= 500);
  assert.equal(system.split(INSTRUCTION).length, 2, system);
  assert.match(system.slice(system.indexOf(INSTRUCTION) + INSTRUCTION.length), /^\n\nUse the read tool/);
});

test('sectionOrder moves the section', async (t) => {
  const host = await guardedHost(t, { config: { sectionOrder: 500 } });
  const agent = await host.createAgent();

  const { requests } = await agent.say('hello', ...oneByOne());

  assert.ok(requests[0]?.system.endsWith(INSTRUCTION));
});

test('system prompt and tools stay the same, byte for byte, in every request of a session', async (t) => {
  const host = await guardedHost(t);
  const agent = await host.createAgent();

  await agent.say('one', ...oneByOne(READ, ['feature_map', {}], READ));
  await agent.say('two', ...oneByOne());

  const prefixes = new Set(host.requests.map(({ system, tools }) => JSON.stringify([system, tools])));
  assert.equal(host.requests.length, 5);
  assert.equal(prefixes.size, 1);
});

test('a map that is written during a session changes neither its prompt nor its calls', async (t) => {
  const host = await guardedHost(t);
  const cwd = join(host.dir, '..', 'young');
  await writeRepository(cwd, { map: false });
  const agent = await host.createAgent({ cwd });
  const before = await agent.say('one', ...oneByOne());

  await writeTree(cwd, MAP);
  const after = await agent.say('two', ...oneByOne(READ));

  assert.equal(after.requests[0]?.system, before.requests[0]?.system);
  assert.equal(after.toolResults[0]?.isError, false);

  const next = await host.createAgent({ cwd });
  const { requests } = await next.say('one', ...oneByOne());
  assert.match(requests[0]?.system ?? '', /feature map/, 'a later session sees the map');
});

test('a resumed session has the prompt that it had', async (t) => {
  const host = await guardedHost(t, { persistence: true });
  const agent = await host.createAgent({ sessionId: 'kept' });
  await agent.say('one', ...oneByOne(READ));
  await agent.dispose();

  await (await host.resume('kept')).say('two', ...oneByOne());

  assert.equal(new Set(host.requests.map(({ system }) => system)).size, 1);
});
