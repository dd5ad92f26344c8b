import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { installPackedPlugin, type PackedPlugin } from '@session-guards/testkit/dsh';
import { denials, oneByOne, sandbox, writeRepository } from './project.ts';

let packed: PackedPlugin;
before(async () => {
  packed = await installPackedPlugin('agent-feature-map');
});
after(() => packed.dispose());

test('the packed plugin, named by its own bundle row and resolved from a profile, guards a session', async (t) => {
  assert.deepEqual(packed.row, { id: 'feature-map', name: 'agent-feature-map/dsh' });
  assert.deepEqual(Object.keys(packed.plugin).sort(), ['Config', 'apply', 'inject', 'name']);

  const host = await sandbox(t);
  await writeRepository(host.dir);
  await assert.rejects(host.load(packed.plugin, { modee: 'off' }), /modee/);
  await host.load(packed.plugin);
  const agent = await host.createAgent();
  const read = ['read', { file_path: 'src/billing.ts' }] as const;
  const said = await agent.say('go', ...oneByOne(read, ['feature_map', { topic: 'invoices' }], read));
  assert.deepEqual(denials(said), [true, false, false]);
  assert.match(said.toolResults[1]?.text ?? '', /Writes one invoice per order/);
});

test('at runtime the plugin imports its own files, Node and the schema library of the host, and nothing else', () => {
  assert.deepEqual(packed.imports, ['@deepseek-ai/schemastery']);
});
