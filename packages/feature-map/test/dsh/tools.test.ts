import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { guardedHost, oneByOne, writeRepository, writeTree } from './project.ts';

test('feature_map without arguments gives the index, and with a page its shape', async (t) => {
  const host = await guardedHost(t);
  const agent = await host.createAgent();

  const index = await host.execute('feature_map', {}, agent);
  assert.equal(index.isError, false);
  assert.match(index.text, /changing invoices or taxes/);

  const page = await host.execute('feature_map', { page: 'billing.md' }, agent);
  assert.match(page.text, /Tests that pin it/);
  assert.doesNotMatch(page.text, /an invoice adds up/);
});

test('the schemas of both tools are closed', async (t) => {
  const host = await guardedHost(t);
  for (const name of ['feature_map', 'feature_map_check']) {
    const schema = host.ctx.tools.get(name)?.parameters;
    assert.equal(schema?.type, 'object', name);
    assert.equal(schema.additionalProperties, false, name);
  }
});

test('unknown and bad arguments get an error that says what is allowed', async (t) => {
  const host = await guardedHost(t);
  const agent = await host.createAgent();
  for (const [tool, args, complaint] of [
    ['feature_map', { tpoic: 'x' }, /tpoic.*topic/s],
    ['feature_map', { topic: 7 }, /topic/],
    ['feature_map', { offset: -1 }, /offset/],
    ['feature_map', 'not JSON', /object/],
    ['feature_map_check', { page: 'x' }, /no arguments.*page/s],
    ['feature_map_check', [], /no arguments/],
    ['feature_map_check', 'not JSON', /no arguments/],
  ] as const) {
    const { text, isError } = await host.execute(tool, args, agent);
    assert.equal(isError, true, JSON.stringify(args));
    assert.match(text, complaint);
  }
});

test('feature_map_check finds a healthy map clean and names drift', async (t) => {
  const host = await guardedHost(t);
  const agent = await host.createAgent();
  const clean = await host.execute('feature_map_check', {}, agent);
  assert.equal(clean.isError, false);
  assert.match(clean.text, /clean|agree/i);

  await rm(join(host.dir, 'docs/features/billing.md'));
  await writeFile(
    join(host.dir, 'docs/features/orders.md'),
    '# Orders\n\n## What it does\n\nTakes orders.\n',
  );
  const drift = await host.execute('feature_map_check', {}, agent);
  assert.equal(drift.isError, false);
  assert.match(drift.text, /billing\.md/);
  assert.match(drift.text, /orders\.md/);
});

test('feature_map_check hands its findings to programs as data', async (t) => {
  const host = await guardedHost(t);
  const agent = await host.createAgent();
  await rm(join(host.dir, 'docs/features/billing.md'));
  const values: unknown[] = [];
  host.ctx.on('tools/result', (_exec, result) => {
    values.push(result.value);
  });

  await host.execute('feature_map_check', {}, agent);

  const [value] = values as [
    { clean: boolean; findings: { rule: string; severity: string; page: string }[] },
  ];
  assert.equal(value.clean, false);
  assert.equal(value.findings[0]?.severity, 'drift');
});

test('a project without a map is told where one would be looked for and how to begin it', async (t) => {
  const host = await guardedHost(t);
  const cwd = join(host.dir, '..', 'mapless');
  await writeRepository(cwd, { map: false });
  const agent = await host.createAgent({ cwd });

  for (const tool of ['feature_map', 'feature_map_check']) {
    const { text, isError } = await host.execute(tool, {}, agent);
    assert.equal(isError, false);
    assert.match(text, /docs\/features\/README\.md/);
    assert.match(text, /Read when/);
  }
});

test('a map that the session itself begins is found by the next call', async (t) => {
  const host = await guardedHost(t);
  const cwd = join(host.dir, '..', 'young');
  await writeRepository(cwd, { map: false });
  const agent = await host.createAgent({ cwd });
  await host.execute('feature_map', {}, agent);

  await writeTree(cwd, {
    'docs/features/README.md': '| Feature | Doc |\n| --- | --- |\n| Ok | [ok.md](ok.md) |\n',
  });

  assert.match((await host.execute('feature_map', {}, agent)).text, /ok\.md/);
});

test('a call without a session, or of a session without a folder, is told so', async (t) => {
  const host = await guardedHost(t);
  const homeless = await host.createAgent({ cwd: null });
  for (const agent of [undefined, homeless]) {
    for (const tool of ['feature_map', 'feature_map_check']) {
      const { text, isError } = await host.execute(tool, {}, agent);
      assert.equal(isError, true);
      assert.match(text, /working folder/);
    }
  }
});

test('a page that changed is read anew', async (t) => {
  const host = await guardedHost(t);
  const agent = await host.createAgent();
  const call = { page: 'billing.md', section: 'What it does' };
  assert.match((await host.execute('feature_map', call, agent)).text, /one invoice per order/);

  await writeTree(host.dir, {
    'docs/features/billing.md': '# Billing\n\n## What it does\n\nWrites two invoices.\n',
  });

  assert.match((await host.execute('feature_map', call, agent)).text, /Writes two invoices/);
});

test('the map that a session gets is that of its own project', async (t) => {
  const host = await guardedHost(t);
  const other = join(host.dir, '..', 'other');
  await writeRepository(other);
  await writeTree(other, { 'docs/features/billing.md': '# Billing\n\n## What it does\n\nThe other one.\n' });
  const [here, there] = [await host.createAgent(), await host.createAgent({ cwd: other })];

  const call = ['feature_map', { page: 'billing.md', full: true }] as const;
  assert.match((await here.say('go', ...oneByOne(call))).toolResults[0]?.text ?? '', /one invoice per order/);
  assert.match((await there.say('go', ...oneByOne(call))).toolResults[0]?.text ?? '', /The other one/);
});
