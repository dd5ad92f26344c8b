import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as featureMap from '../../src/host/dsh.ts';
import { message, sandbox, writeRepository, writeTree } from './project.ts';
import { SPARSE, writing, young } from './writing-session.ts';

/** The sandbox lets every session write to the folders for temporary files that it knows; this is none of them. */
const ELSEWHERE = existsSync('/var/tmp')
  ? '/var/tmp'
  : fileURLToPath(new URL('../../../../node_modules', import.meta.url));
const DOCUMENTS = ['AGENTS.md', 'HANDOFF.md', 'docs/SPEC.md', 'docs/features/README.md'];

for (const options of [
  { sandboxMode: 'workspace-write' },
  { sandboxMode: 'danger-full-access' },
  {},
] as const) {
  const under = 'sandboxMode' in options ? options.sandboxMode : 'no sandbox';

  test(`init, adopt and regen write under ${under}`, async (t) => {
    const { call, text } = await young(t, options);

    const init = await call('feature_map_init', { write: true, only: ['docs/features/README.md'] });
    assert.match(init.text, /docs\/features\/README\.md: written/);
    const adopt = await call('feature_map_adopt', { apply: true });
    assert.equal(adopt.isError, false, adopt.text);
    for (const document of DOCUMENTS) assert.ok(await text(document), document);

    await call('feature_map', {});
    const regen = await call('feature_map_regen', {});
    assert.equal(regen.isError, false, regen.text);
  });

  test(`regen brings a map into shape under ${under}, and a second run changes nothing`, async (t) => {
    const { host, call, text } = await writing(t, options);

    const plan = await call('feature_map_regen', {});
    assert.match(plan.text, /3 files to be changed/);
    assert.equal(await text('docs/features/orders.md'), SPARSE);

    assert.match((await call('feature_map_regen', { apply: true })).text, /3 of 3 files written/);
    assert.match((await text('docs/features/orders.md')) ?? '', /^## Map$/m);
    assert.match((await text('docs/features/README.md')) ?? '', /\(orders\.md\)/);
    assert.match((await call('feature_map_regen', { apply: true })).text, /Nothing is to be changed/);
    assert.deepEqual((await readdir(join(host.dir, 'docs/features'))).sort(), [
      'README.md',
      'billing.md',
      'orders.md',
    ]);
  });
}

test('in a read-only session each file is refused and named with the reason, and nothing is written', async (t) => {
  const { call, text, host } = await writing(t, { sandboxMode: 'read-only' });
  const before = await text('docs/features/README.md');

  const regen = await call('feature_map_regen', { apply: true });
  assert.match(regen.text, /0 of 3 files written/);
  for (const file of ['README.md', 'orders.md']) {
    assert.match(
      regen.text,
      new RegExp(`- ${file} may not be written: the sandbox of this session is read-only`),
    );
  }
  const init = await call('feature_map_init', { write: true });
  const adopt = await call('feature_map_adopt', { apply: true });
  for (const { text: answer } of [init, adopt]) {
    assert.match(answer, /HANDOFF\.md.*may not be written: the sandbox of this session is read-only/);
  }
  assert.equal(await text('docs/features/README.md'), before);
  assert.equal(await text('docs/features/orders.md'), SPARSE);
  assert.deepEqual((await readdir(host.dir)).sort(), ['.git', 'AGENTS.md', 'docs', 'src']);
});

test('a plan and a preview are given in a read-only session as well', async (t) => {
  const { call } = await writing(t, { sandboxMode: 'read-only' });
  for (const name of ['feature_map_init', 'feature_map_adopt', 'feature_map_regen']) {
    assert.equal((await call(name, {})).isError, false, name);
  }
});

test('a session may write below its own folder only: a map above it is refused by name', async (t) => {
  const host = await sandbox(t, { sandboxMode: 'workspace-write' });
  await host.load(featureMap);
  const root = await realpath(await mkdtemp(join(ELSEWHERE, 'project-')));
  t.after(() => rm(root, { recursive: true, force: true }));
  await writeRepository(root);
  await writeTree(root, { 'docs/features/orders.md': SPARSE });
  const cwd = join(root, 'src');

  const regen = ['feature_map_regen', { apply: true }] as const;
  const { text } = await host.execute(...regen, await host.createAgent({ cwd }));

  assert.match(text, /0 of 3 files written/);
  assert.ok(
    text.includes(
      `orders.md may not be written: the sandbox of this session lets it write below ${cwd} only`,
    ),
  );
  assert.equal(await readFile(join(root, 'docs/features/orders.md'), 'utf8'), SPARSE);
  const above = await host.execute(...regen, await host.createAgent({ cwd: root }));
  assert.match(above.text, /3 of 3 files written/);
});

test('a tool that may write runs beside no other', async (t) => {
  const { host, agent, text } = await writing(t, { sandboxMode: 'workspace-write' });
  for (const name of ['feature_map_init', 'feature_map_adopt', 'feature_map_regen']) {
    assert.notEqual(host.ctx.tools.get(name)?.isConcurrencySafe?.({}), true, name);
  }
  const apply = ['feature_map_regen', { apply: true }] as const;
  const done = { parts: [{ type: 'text' as const, text: 'done' }] };

  const { toolResults } = await agent.say('go', message(apply, apply), done);

  assert.match(toolResults[0]?.text ?? '', /3 of 3 files written/);
  assert.match(toolResults[1]?.text ?? '', /Nothing is to be changed/);
  assert.match((await text('docs/features/orders.md')) ?? '', /^## Map$/m);
});

test('the schemas of the tools that may write are closed, and wrong arguments are told what is allowed', async (t) => {
  const { host, call } = await writing(t);
  for (const name of ['feature_map_init', 'feature_map_adopt', 'feature_map_regen']) {
    const schema = host.ctx.tools.get(name)?.parameters;
    assert.equal(schema?.additionalProperties, false, name);
    for (const args of [{ wriet: true }, 'not JSON', [], { apply: 'yes', write: 'yes' }]) {
      const { isError, text } = await call(name, args);
      assert.equal(isError, true, JSON.stringify(args));
      assert.match(text, /allowed|must be/i);
    }
  }
});

test('a call without a session, or of a session without a folder, writes nothing and is told so', async (t) => {
  const { host } = await writing(t);
  const homeless = await host.createAgent({ cwd: null });
  for (const agent of [undefined, homeless]) {
    for (const name of ['feature_map_init', 'feature_map_adopt', 'feature_map_regen']) {
      const { text, isError } = await host.execute(name, {}, agent);
      assert.equal(isError, true);
      assert.match(text, /working folder/);
    }
  }
});

test('each subagent writes by the policy of its own session', async (t) => {
  const { host, agent } = await writing(t, { sandboxMode: 'read-only' });
  const cwd = join(host.dir, '..', 'other');
  await writeRepository(cwd);
  const child = await host.createAgent({ parent: agent, cwd });

  const { text } = await host.execute('feature_map_adopt', { apply: true }, child);

  assert.match(text, /HANDOFF\.md.*may not be written/);
});

test('what the five tools add to each request stays below 3,000 characters', async (t) => {
  const { host, agent } = await writing(t);
  const { requests } = await agent.say('hello', { parts: [{ type: 'text', text: 'done' }] });
  const sizes = (requests[0]?.tools ?? [])
    .filter((name) => name.startsWith('feature_map'))
    .map((name) => {
      const { description, parameters } = host.ctx.tools.get(name) ?? {};
      return JSON.stringify({ name, description, parameters }).length;
    });

  assert.equal(sizes.length, 5);
  assert.ok(sizes.reduce((sum, size) => sum + size) < 3000, sizes.join(', '));
});
