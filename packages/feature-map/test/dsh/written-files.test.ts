import assert from 'node:assert/strict';
import { mkdir, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Context } from '@deepseek-ai/cordis';
import type { FsObservation, FsTarget, FsWriteIntent } from '@deepseek-ai/dsh-fs';
import { oneByOne, writeTree } from './project.ts';
import { SPARSE, writing, young } from './writing-session.ts';

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
