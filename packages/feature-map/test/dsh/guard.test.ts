import assert from 'node:assert/strict';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import * as featureMap from '../../src/host/dsh.ts';
import { DENIED, denials, guardedHost, message, oneByOne, sandbox, writeRepository } from './project.ts';

const READ = ['read', { file_path: 'src/billing.ts' }] as const;
const GREP = ['grep', { pattern: 'writeInvoice' }] as const;
const MAP_TOPIC = ['feature_map', { topic: 'invoices' }] as const;
const done = { parts: [{ type: 'text' as const, text: 'done' }] };

test('the guard denies the first source lookup once, and always yields', async (t) => {
  const host = await guardedHost(t);
  const agent = await host.createAgent();

  const said = await agent.say('where are invoices written?', ...oneByOne(READ, READ, GREP));

  assert.deepEqual(denials(said), [true, false, false]);
  const [denial, retry] = said.toolResults;
  assert.match(denial?.text ?? '', /read "src\/billing\.ts"/);
  assert.match(denial?.text ?? '', /feature_map/);
  assert.match(denial?.text ?? '', /topic/);
  assert.match(denial?.text ?? '', /once/);
  assert.match(retry?.text ?? '', /export function writeInvoice/);
});

test('the whole loop: a denied read, the map with a topic, and then the read proceeds', async (t) => {
  const host = await guardedHost(t);
  const agent = await host.createAgent();

  const said = await agent.say('where are invoices written?', ...oneByOne(READ, MAP_TOPIC, READ));

  assert.deepEqual(denials(said), [true, false, false]);
  const [, map, read] = said.toolResults;
  assert.equal(map?.isError, false);
  assert.match(map?.text ?? '', /Writes one invoice per order/);
  assert.match(read?.text ?? '', /export function writeInvoice/);
});

test('the guard stands down once the map is read, and in a project without one', async (t) => {
  const host = await guardedHost(t);
  const mapped = await host.createAgent();
  assert.deepEqual(denials(await mapped.say('go', ...oneByOne(MAP_TOPIC, READ, GREP))), [
    false,
    false,
    false,
  ]);

  const mapless = join(host.dir, '..', 'mapless');
  await writeRepository(mapless, { map: false });
  const agent = await host.createAgent({ cwd: mapless });
  const said = await agent.say('go', ...oneByOne(READ, GREP));
  assert.deepEqual(denials(said), [false, false]);
  assert.doesNotMatch(said.requests[0]?.system ?? '', /feature map/);
});

test('mode prompt keeps the instruction and drops the guard', async (t) => {
  const host = await guardedHost(t, { config: { mode: 'prompt' } });
  const agent = await host.createAgent();

  const said = await agent.say('go', ...oneByOne(READ, MAP_TOPIC));

  assert.deepEqual(denials(said), [false, false]);
  assert.match(said.requests[0]?.system ?? '', /feature_map/);
  assert.equal(said.toolResults[1]?.isError, false);
});

test('mode off drops the instruction and the guard and keeps the tools', async (t) => {
  const host = await guardedHost(t, { config: { mode: 'off' } });
  const agent = await host.createAgent();

  const said = await agent.say('go', ...oneByOne(READ, MAP_TOPIC));

  assert.deepEqual(denials(said), [false, false]);
  assert.doesNotMatch(said.requests[0]?.system ?? '', /feature_map/);
  assert.equal(said.toolResults[1]?.isError, false);
});

test('a guard never fires for a call it cannot attribute to a session', async (t) => {
  const host = await guardedHost(t);

  const nobody = await host.execute('read', { file_path: join(host.dir, 'src/billing.ts') });
  assert.equal(nobody.isError, false);

  const homeless = await host.createAgent({ cwd: null });
  const said = await homeless.say(
    'go',
    ...oneByOne(['read', { file_path: join(host.dir, 'src/billing.ts') }]),
  );
  assert.deepEqual(denials(said), [false]);
});

test('of a parallel batch the first lookup is denied and the others run', async (t) => {
  const host = await guardedHost(t);
  const agent = await host.createAgent();

  const said = await agent.say('go', message(READ, GREP, READ), done);

  assert.deepEqual(denials(said), [true, false, false]);
  assert.match(said.toolResults[1]?.text ?? '', /billing\.ts/);
});

test('a map tool in the same message as a lookup, in front of it, clears the way', async (t) => {
  const host = await guardedHost(t);
  const agent = await host.createAgent();

  const said = await agent.say('go', message(MAP_TOPIC, READ), done);

  assert.deepEqual(denials(said), [false, false]);
});

test('the map counts as consulted whatever the tool answered', async (t) => {
  const host = await guardedHost(t);
  for (const args of [{ topic: 7 }, { tpoic: 'x' }, { page: 'nowhere.md' }, 'not JSON']) {
    const agent = await host.createAgent();
    const said = await agent.say('go', ...oneByOne(['feature_map', args], READ));
    assert.deepEqual(denials(said), [false, false], JSON.stringify(args));
    assert.equal(said.toolResults[0]?.isError, true, JSON.stringify(args));
  }
});

test('checking the map is no way of reading it', async (t) => {
  const host = await guardedHost(t);
  const agent = await host.createAgent();

  assert.deepEqual(denials(await agent.say('go', ...oneByOne(['feature_map_check', {}], READ))), [
    false,
    true,
  ]);
});

test('a search of the whole project is a lookup, and the denial names its pattern', async (t) => {
  const host = await guardedHost(t);
  for (const [tool, args] of [
    ['grep', { pattern: 'writeInvoice' }],
    ['grep', { pattern: 'writeInvoice', path: '.' }],
    ['grep', { pattern: 'writeInvoice', path: host.dir }],
    ['glob', { pattern: '**/*.ts' }],
  ] as const) {
    const agent = await host.createAgent();
    const said = await agent.say('go', ...oneByOne([tool, args]));
    assert.deepEqual(denials(said), [true], JSON.stringify(args));
    assert.ok(said.toolResults[0]?.text.includes(`"${args.pattern}"`), said.toolResults[0]?.text);
  }
});

test('documents, instruction files, files outside and files that are not there are no source', async (t) => {
  const host = await guardedHost(t);
  const outside = join(host.dir, '..', 'outside.ts');
  await writeFile(outside, 'export {};\n');
  await writeFile(join(host.dir, 'AGENTS.md.bak'), 'old\n');
  await symlink('../src/billing.ts', join(host.dir, 'docs/link.ts'));
  const agent = await host.createAgent();

  const exempt = oneByOne(
    ['read', { file_path: 'docs/features/README.md' }],
    ['read', { file_path: 'AGENTS.md' }],
    ['grep', { pattern: 'invoice', path: 'docs' }],
    ['glob', { pattern: 'docs/**/*.md' }],
    ['read', { file_path: outside }],
    ['read', { file_path: 'src/missing.ts' }],
    ['read', { file_path: 7 }],
  );
  assert.deepEqual(denials(await agent.say('go', ...exempt)), new Array(7).fill(false));

  for (const path of ['AGENTS.md.bak', 'docs/link.ts']) {
    const fresh = await host.createAgent();
    assert.deepEqual(
      denials(await fresh.say('go', ...oneByOne(['read', { file_path: path }]))),
      [true],
      path,
    );
  }
});

test('a call that the host refuses anyway does not use up the denial', async (t) => {
  const host = await guardedHost(t);
  for (const call of [
    ['read', { file_path: 'src' }],
    ['grep', { path: 'src' }],
    ['grep', { pattern: '' }],
    ['grep', { pattern: 'writeInvoice', path: '  ' }],
    ['glob', { path: 'src' }],
    ['glob', { pattern: '*.ts', path: '' }],
  ] as const) {
    const agent = await host.createAgent();

    const said = await agent.say('go', ...oneByOne(call, READ));

    assert.deepEqual(denials(said), [false, true], JSON.stringify(call));
    assert.equal(said.toolResults[0]?.isError, true, JSON.stringify(call));
  }
});

test('settings decide which tools look up source and which paths are exempt', async (t) => {
  const host = await guardedHost(t, { config: { sourceTools: ['grep'], exemptPaths: ['src/orders.ts'] } });
  const agent = await host.createAgent();

  const said = await agent.say(
    'go',
    ...oneByOne(
      READ,
      ['grep', { pattern: 'x', path: 'src/orders.ts' }],
      ['grep', { pattern: 'x', path: 'docs' }],
    ),
  );

  assert.deepEqual(denials(said), [false, false, true]);
});

test('a subagent is a session of its own and is asked once', async (t) => {
  const host = await guardedHost(t);
  const parent = await host.createAgent();
  await parent.say('go', ...oneByOne(MAP_TOPIC, READ));

  const child = await host.createAgent({ parent });

  assert.deepEqual(denials(await child.say('go', ...oneByOne(READ, READ))), [true, false]);
  assert.deepEqual(denials(await parent.say('again', ...oneByOne(READ))), [false]);
});

test('a resumed session is asked once more', async (t) => {
  const host = await guardedHost(t, { persistence: true });
  const agent = await host.createAgent({ sessionId: 'kept' });
  await agent.say('go', ...oneByOne(MAP_TOPIC, READ));
  await agent.dispose();

  const resumed = await host.resume('kept');

  assert.deepEqual(denials(await resumed.say('go', ...oneByOne(READ, READ))), [true, false]);
});

test('renamed or hidden file tools leave the guard inert and the prompt empty of it', async (t) => {
  const host = await guardedHost(t);
  const agent = await host.createAgent({
    renameTools: { read: 'open_file' },
    hideTools: ['grep', 'glob'],
  });

  const said = await agent.say('go', ...oneByOne(['open_file', { file_path: 'src/billing.ts' }], READ));

  assert.deepEqual(denials(said), [false, false]);
  assert.match(said.toolResults[1]?.text ?? '', /unknown tool "read"/);
  assert.doesNotMatch(said.requests[0]?.system ?? '', /feature map/);

  const partly = await host.createAgent({ hideTools: ['read', 'glob'] });
  const told = await partly.say('go', ...oneByOne(GREP));
  assert.match(told.requests[0]?.system ?? '', /feature map/);
});

test('an agent that does not have the map tool is neither told to call it nor denied', async (t) => {
  const host = await guardedHost(t);
  for (const tools of [{ hideTools: ['feature_map'] }, { renameTools: { feature_map: 'project_map' } }]) {
    const agent = await host.createAgent(tools);

    const said = await agent.say('go', ...oneByOne(READ, GREP));

    assert.deepEqual(denials(said), [false, false], JSON.stringify(tools));
    assert.doesNotMatch(said.requests[0]?.system ?? '', /feature map/, JSON.stringify(tools));
  }
});

test('a reload of the plugin asks once more', async (t) => {
  const host = await sandbox(t);
  await writeRepository(host.dir);
  const loaded = await host.load(featureMap);
  const agent = await host.createAgent();
  assert.deepEqual(denials(await agent.say('go', ...oneByOne(MAP_TOPIC, READ))), [false, false]);

  await loaded.reload();

  assert.deepEqual(denials(await agent.say('go', ...oneByOne(READ, READ))), [true, false]);
});

test('the guard works on the sandboxed file system too', async (t) => {
  const host = await guardedHost(t, { sandboxMode: 'read-only' });
  const agent = await host.createAgent();

  const said = await agent.say('go', ...oneByOne(READ, MAP_TOPIC, READ));

  assert.deepEqual(denials(said), [true, false, false]);
  assert.match(said.toolResults[0]?.text ?? '', DENIED);
});

test('over the wire, the denied call and the retry are a history that a strict endpoint accepts', async (t) => {
  const host = await guardedHost(t, { model: 'http' });
  const agent = await host.createAgent();

  const said = await agent.say('go', ...oneByOne(READ, MAP_TOPIC, READ));

  assert.deepEqual(denials(said), [true, false, false]);
  assert.deepEqual(
    host.server?.requests.map(({ status }) => status),
    [200, 200, 200, 200],
  );
});
