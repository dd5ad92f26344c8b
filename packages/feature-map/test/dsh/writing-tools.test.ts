import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Context } from '@deepseek-ai/cordis';
import type { FsObservation, FsTarget, FsWriteIntent } from '@deepseek-ai/dsh-fs';
import type { DshAgent, DshSandbox, DshSandboxOptions, DshToolResult } from '@session-guards/testkit/dsh';
import * as featureMap from '../../src/host/dsh.ts';
import { guardedHost, message, oneByOne, sandbox, writeRepository, writeTree } from './project.ts';

/** The sandbox lets every session write to the folders for temporary files that it knows; this is none of them. */
const ELSEWHERE = existsSync('/var/tmp')
  ? '/var/tmp'
  : fileURLToPath(new URL('../../../../node_modules', import.meta.url));
const DOCUMENTS = ['AGENTS.md', 'HANDOFF.md', 'docs/SPEC.md', 'docs/features/README.md'];

/** A page that regen changes: it lacks headings. */
const SPARSE =
  '# Orders\n\nStatus: shipped · Read when: changing orders\n\n## What it does\n\nTakes orders.\n';

interface Writing {
  readonly host: DshSandbox;
  readonly agent: DshAgent;
  call(name: string, args: unknown): Promise<DshToolResult>;
  text(file: string): Promise<string | undefined>;
}

/** A session in a repository whose map regen has something to do for. */
async function writing(t: TestContext, options: DshSandboxOptions = {}): Promise<Writing> {
  const host = await guardedHost(t, options);
  await writeTree(host.dir, { 'docs/features/orders.md': SPARSE });
  return session(host, await host.createAgent());
}

/** A session in a repository without documents. */
async function young(t: TestContext, options: DshSandboxOptions = {}): Promise<Writing> {
  const host = await guardedHost(t, options);
  await rm(join(host.dir, 'docs'), { recursive: true });
  await rm(join(host.dir, 'AGENTS.md'));
  return session(host, await host.createAgent());
}

function session(host: DshSandbox, agent: DshAgent): Writing {
  return {
    host,
    agent,
    call: (name, args) => host.execute(name, args, agent),
    text: (file) => readFile(join(host.dir, file), 'utf8').catch(() => undefined),
  };
}

type Seen = readonly [kind: 'intent' | 'present' | 'absent', file: string];

/** Records write intents and observations, of files within the project by their path in it. */
function record(ctx: Context, dir: string): Seen[] {
  const seen: Seen[] = [];
  const within = ({ displayPath }: FsTarget) => displayPath.slice(dir.length + 1);
  ctx.on('fs/write-intent', (target, _actor, next) => {
    seen.push(['intent', within(target)]);
    return Promise.resolve(next());
  });
  ctx.on('fs/observed', (target, { kind }) => {
    seen.push([kind, within(target)]);
  });
  return seen;
}

/** The host's policy that a session must have seen a file before it replaces it, as its default profile has it. */
function requireObservation(ctx: Context): void {
  const observed = new Map<string, FsObservation>();
  ctx.on('fs/observed', ({ targetKey }, observation) => {
    observed.set(targetKey, observation);
  });
  ctx.on('fs/write-intent', async ({ targetKey }): Promise<FsWriteIntent> => {
    const last = observed.get(targetKey);
    return last?.kind === 'present'
      ? { kind: 'replaceIfVersion', version: last.version }
      : { kind: 'createIfAbsent' };
  });
}

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

test('the host sees intents and observations as of its own write', async (t) => {
  const { host, call, agent } = await young(t, { sandboxMode: 'workspace-write' });
  const seen = record(host.ctx, host.dir);

  await agent.say('go', ...oneByOne(['write', { file_path: 'own.md', content: 'x' }]));
  assert.deepEqual(seen.splice(0), [
    ['intent', 'own.md'],
    ['present', 'own.md'],
  ]);

  await call('feature_map_init', { write: true, only: ['AGENTS.md'] });
  assert.deepEqual(seen.splice(0), [
    ['absent', 'AGENTS.md'],
    ['intent', 'AGENTS.md'],
    ['present', 'AGENTS.md'],
  ]);
  await call('feature_map_init', { write: true, force: true, only: ['AGENTS.md'] });
  assert.deepEqual(seen.splice(0), []);
  await writeFile(join(host.dir, 'AGENTS.md'), 'mine\n');
  await call('feature_map_init', { write: true, force: true, only: ['AGENTS.md'] });
  assert.deepEqual(seen, [
    ['intent', 'AGENTS.md'],
    ['present', 'AGENTS.md'],
  ]);
});

test('what regen has written may be edited by the session without reading it first', async (t) => {
  const { host, call, text } = await writing(t);
  requireObservation(host.ctx);

  assert.match((await call('feature_map_regen', { apply: true })).text, /3 of 3 files written/);
  const write = await call('write', { file_path: 'docs/features/orders.md', content: '# Orders\n' });

  assert.equal(write.isError, false, write.text);
  assert.equal(await text('docs/features/orders.md'), '# Orders\n');
});

test('a document that the session has not read is not replaced where the host requires that, and it says so', async (t) => {
  const { host, call, text } = await writing(t);
  requireObservation(host.ctx);
  const force = { write: true, force: true, only: ['AGENTS.md'] };

  assert.match(
    (await call('feature_map_init', force)).text,
    /AGENTS\.md.*exists already.*read it, then retry/,
  );
  assert.equal(await text('AGENTS.md'), 'Read the map first.\n');

  await call('read', { file_path: 'AGENTS.md' });
  assert.match((await call('feature_map_init', force)).text, /AGENTS\.md: replaced/);
});

test('a policy that expects another state of a file than was found is heeded', async (t) => {
  const { host, call, text } = await writing(t);
  host.ctx.on('fs/write-intent', async () => ({ kind: 'createIfAbsent' }));

  const { text: answer } = await call('feature_map_regen', { apply: true, page: 'orders.md' });

  assert.match(answer, /orders\.md is not what the host expects there/);
  assert.equal(await text('docs/features/orders.md'), SPARSE);
});

for (const [what, change, reason] of [
  ['changed', (file: string) => writeFile(file, `${SPARSE}More.\n`), /orders\.md changed since it was read/],
  ['removed', (file: string) => rm(file), /orders\.md (?:is gone|changed) since it was read/],
] as const) {
  for (const moment of ['before it is looked at', 'after it was looked at'] as const) {
    test(`a page that is ${what} meanwhile, ${moment}, is left alone and named`, async (t) => {
      const { host, call, text } = await writing(t, { sandboxMode: 'workspace-write' });
      const file = join(host.dir, 'docs/features/orders.md');
      let hold: Promise<void> | undefined;
      // A file is looked at within its own write, in front of its intent.
      host.ctx.on('fs/write-intent', async (target, _actor, next) => {
        const isPage = target.displayPath === file;
        if (isPage === (moment === 'after it was looked at')) {
          hold ??= change(file);
          await hold;
        }
        return next();
      });

      const { text: answer } = await call('feature_map_regen', { apply: true });

      assert.match(answer, reason);
      assert.match(answer, /2 of 3 files written/);
      assert.equal(
        await text('docs/features/orders.md'),
        what === 'changed' ? `${SPARSE}More.\n` : undefined,
      );
    });
  }
}

test('a document that appears meanwhile is left alone and named', async (t) => {
  const { host, call, text } = await young(t);
  host.ctx.on('fs/write-intent', async (_target, _actor, next) => {
    await writeTree(host.dir, { 'HANDOFF.md': 'mine\n' });
    return next();
  });

  const { text: answer } = await call('feature_map_init', { write: true, only: ['HANDOFF.md'] });

  assert.match(answer, /HANDOFF\.md: not written: it exists already/);
  assert.equal(await text('HANDOFF.md'), 'mine\n');
});

for (const options of [{ sandboxMode: 'danger-full-access' }, {}] as const) {
  const under = 'sandboxMode' in options ? options.sandboxMode : 'no sandbox';

  test(`a link is followed inside the project only, under ${under}`, async (t) => {
    const { host, call, text } = await young(t, options);
    const outside = join(host.dir, '..', 'outside');
    await mkdir(outside);
    // The links appear behind the plan, which would have seen them.
    host.ctx.on('fs/write-intent', async ({ displayPath }, _actor, next) => {
      if (displayPath.endsWith('AGENTS.md')) {
        await symlink(outside, join(host.dir, 'docs'));
        await symlink(join(host.dir, 'nowhere'), join(host.dir, 'HANDOFF.md'));
      }
      return next();
    });

    const { text: answer } = await call('feature_map_init', { write: true, force: true });

    assert.match(answer, /AGENTS\.md: written/);
    assert.match(answer, /HANDOFF\.md: not written: it is a link that leads to nothing/);
    assert.match(answer, /docs\/SPEC\.md: not written: it leads out of the project by a link/);
    assert.deepEqual(await readdir(outside), []);
    assert.equal(await text('nowhere'), undefined);
  });
}

test('a page that is a link is written where the link leads, and stays one', async (t) => {
  const { host, call, text } = await writing(t, { sandboxMode: 'workspace-write' });
  const page = join(host.dir, 'docs/features/orders.md');
  await rm(page);
  await writeTree(host.dir, { 'docs/features/shop/orders.md': SPARSE });
  await symlink('shop/orders.md', page);

  await call('feature_map_regen', { apply: true });

  assert.match((await text('docs/features/shop/orders.md')) ?? '', /^## Map$/m);
  assert.equal(await realpath(page), join(host.dir, 'docs/features/shop/orders.md'));
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
