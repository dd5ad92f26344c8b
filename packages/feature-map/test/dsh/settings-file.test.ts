import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { DshSandbox } from '@session-guards/testkit/dsh';
import * as featureMap from '../../src/host/dsh.ts';
import { SETTINGS_FILE } from '../../src/settings-file.ts';
import { denials, guardedHost, oneByOne, sandbox, writeRepository } from './project.ts';

const READ = ['read', { file_path: 'src/billing.ts' }] as const;
const GREP = ['grep', { pattern: 'writeInvoice' }] as const;

/** A host with the plugin, whose project shares these settings. */
async function hostWith(t: TestContext, settings: unknown, config?: unknown): Promise<DshSandbox> {
  const host = await sandbox(t);
  await writeRepository(host.dir);
  await share(host.dir, settings);
  await host.load(featureMap, config);
  return host;
}

async function share(root: string, settings: unknown): Promise<void> {
  const text = typeof settings === 'string' ? settings : JSON.stringify(settings);
  await writeFile(join(root, SETTINGS_FILE), text);
}

function warningsOf(host: DshSandbox): string[] {
  const warnings: string[] = [];
  host.ctx.logger.exporter({
    levels: { default: 3 },
    export: ({ type, args }) => {
      if (type === 'warn') warnings.push(String(args.at(-1)));
    },
  });
  return warnings;
}

test('the settings that a project shares hold for its sessions', async (t) => {
  const host = await hostWith(t, { sourceTools: { dsh: ['grep'] }, exemptPaths: ['docs/', 'src/orders.ts'] });

  const agent = await host.createAgent();
  assert.deepEqual(denials(await agent.say('go', ...oneByOne(READ, GREP))), [false, true]);
  const other = await host.createAgent();
  const search = ['grep', { pattern: 'x', path: 'src/orders.ts' }] as const;
  assert.deepEqual(denials(await other.say('go', ...oneByOne(search))), [false]);
});

test('a project chooses its mode where the row of the profile leaves it open', async (t) => {
  for (const mode of ['prompt', 'off'] as const) {
    const host = await hostWith(t, { mode });
    const agent = await host.createAgent();
    const said = await agent.say('go', ...oneByOne(READ));
    assert.deepEqual(denials(said), [false], mode);
    assert.equal(/feature map/.test(said.requests[0]?.system ?? ''), mode === 'prompt', mode);
  }
});

test("the row of the profile overrides the project's file", async (t) => {
  const host = await hostWith(
    t,
    { mode: 'off', sourceTools: ['grep'] },
    { mode: 'enforce', sourceTools: ['read'] },
  );
  const agent = await host.createAgent();
  const said = await agent.say('go', ...oneByOne(GREP, READ));
  assert.deepEqual(denials(said), [false, true]);
  assert.match(said.requests[0]?.system ?? '', /feature map/);

  const quiet = await hostWith(t, { mode: 'enforce' }, { mode: 'off' });
  const unasked = await quiet.createAgent();
  assert.deepEqual(denials(await unasked.say('go', ...oneByOne(READ))), [false]);
});

test('each project of a host has its own settings', async (t) => {
  const host = await guardedHost(t);
  const quiet = join(host.dir, '..', 'quiet');
  await writeRepository(quiet);
  await share(quiet, { mode: 'off' });

  for (const [cwd, denied] of [
    [quiet, false],
    [host.dir, true],
    [join(quiet, 'src'), false],
  ] as const) {
    const agent = await host.createAgent({ cwd });
    const read = [
      'read',
      { file_path: join(cwd === host.dir ? host.dir : quiet, 'src/billing.ts') },
    ] as const;
    assert.deepEqual(denials(await agent.say('go', ...oneByOne(read))), [denied], cwd);
  }
});

test("a reply keeps to the project's maxBytes, and to a changed one at the next call", async (t) => {
  const host = await hostWith(t, { maxBytes: 1024 });
  const agent = await host.createAgent();
  const page = `# Billing\n\n## What it does\n\n${'Writes one invoice per order. '.repeat(200)}\n`;
  await writeFile(join(host.dir, 'docs/features/billing.md'), page);
  const call = { page: 'billing.md', full: true };
  assert.ok((await host.execute('feature_map', call, agent)).text.length <= 1024);

  await share(host.dir, { maxBytes: 4096 });
  assert.ok((await host.execute('feature_map', call, agent)).text.length > 1024);
});

test('a session keeps the rules that it began with', async (t) => {
  const host = await hostWith(t, { mode: 'prompt' });
  const agent = await host.createAgent();
  const before = await agent.say('one', ...oneByOne());

  await share(host.dir, { mode: 'enforce' });
  const after = await agent.say('two', ...oneByOne(READ));

  assert.deepEqual(denials(after), [false]);
  assert.equal(after.requests[0]?.system, before.requests[0]?.system);
  const next = await host.createAgent();
  assert.deepEqual(denials(await next.say('one', ...oneByOne(READ))), [true]);
});

test('a bad settings file is a warning in the log of the host, once, and changes nothing', async (t) => {
  for (const bad of ['{"mode": "off",}', { mode: 'off', maxBytes: 1 }, { modee: 'off' }]) {
    const host = await sandbox(t);
    const warnings = warningsOf(host);
    await writeRepository(host.dir);
    await share(host.dir, bad);
    await host.load(featureMap);

    for (let session = 0; session < 2; session += 1) {
      const agent = await host.createAgent();
      const said = await agent.say('go', ...oneByOne(READ, ['feature_map', {}]));
      assert.deepEqual(denials(said), [true, false], JSON.stringify(bad));
    }

    const named = warnings.filter((text) => text.includes(SETTINGS_FILE));
    assert.equal(named.length, 1, JSON.stringify(warnings));
  }
});

test('once a session is settled, its calls look at no settings', async (t) => {
  const host = await hostWith(t, {});
  const warnings = warningsOf(host);
  const asked = await host.createAgent();
  await asked.say('go', ...oneByOne(READ));
  const consulted = await host.createAgent();
  await consulted.say('go', ...oneByOne(['feature_map', {}]));

  await share(host.dir, 'no JSON');
  for (const agent of [asked, consulted]) await agent.say('on', ...oneByOne(READ, GREP));
  assert.deepEqual(warnings, []);

  const next = await host.createAgent();
  await next.say('go', ...oneByOne(READ));
  assert.equal(warnings.length, 1);
});
