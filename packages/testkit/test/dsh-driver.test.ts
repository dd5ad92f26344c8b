import assert from 'node:assert/strict';
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createDshSandbox, type DshSandbox, type DshSandboxOptions } from '../src/dsh/index.ts';
import type { Turn } from '../src/types.ts';

async function sandbox(t: TestContext, options?: DshSandboxOptions): Promise<DshSandbox> {
  const host = await createDshSandbox(options);
  t.after(() => host.dispose());
  return host;
}

const done: Turn = { parts: [{ type: 'text', text: 'done' }] };

function calls(...list: [id: string, name: string, args: unknown][]): Turn {
  return { parts: list.map(([id, name, args]) => ({ type: 'call', id, name, arguments: args })) };
}

for (const model of ['in-process', 'http'] as const) {
  test(`a scripted turn runs the host's own tools and the next request carries the result (${model})`, async (t) => {
    const host = await sandbox(t, { model });
    await writeFile(join(host.dir, 'note.txt'), 'remember the milk\n');
    const agent = await host.createAgent();
    const read: Turn = {
      parts: [
        { type: 'thinking', thinking: 'where is the note?' },
        { type: 'text', text: 'reading' },
        { type: 'call', id: 'call-1', name: 'read', arguments: { file_path: 'note.txt' } },
      ],
    };

    const said = await agent.say('what is in note.txt?', read, done);

    const [result] = said.toolResults;
    assert.equal(result?.name, 'read');
    assert.equal(result.isError, false);
    assert.match(result.text, /remember the milk/);
    assert.equal(said.text, 'done');
    assert.deepEqual(said.ended, { kind: 'completed' });
    assert.equal(said.requests.length, 2);
    assert.ok(said.requests[0]?.tools.includes('grep'));
    assert.match(said.requests[0]?.system ?? '', /Use the read tool/);
    assert.match(JSON.stringify(said.requests[1]?.messages), /remember the milk/);
  });
}

test('grep and glob run, and their results keep the order of the calls', async (t) => {
  const host = await sandbox(t);
  await writeFile(join(host.dir, 'a.ts'), 'export const needle = 1;\n');
  const agent = await host.createAgent();
  const search = calls(['1', 'grep', { pattern: 'needle' }], ['2', 'glob', { pattern: '*.ts' }]);

  const { toolResults } = await agent.say('find it', search, done);

  assert.deepEqual(
    toolResults.map(({ callId, name, isError }) => [callId, name, isError]),
    [
      ['1', 'grep', false],
      ['2', 'glob', false],
    ],
  );
  for (const { text } of toolResults) assert.match(text, /a\.ts/);
});

test('a call with a blank id reaches the session as it was streamed, and a strict endpoint refuses it', async (t) => {
  const host = await sandbox(t, { model: 'http' });
  const agent = await host.createAgent();

  const { ended, toolResults } = await agent.say('go', calls(['', 'glob', { pattern: '*' }]));

  assert.deepEqual(
    toolResults.map(({ callId }) => callId),
    [''],
  );
  assert.equal(ended.kind === 'error' && ended.error.status, 400);
  assert.equal(host.server?.requests.at(-1)?.status, 400);
});

test('a script that is too short or too long is reported', async (t) => {
  const host = await sandbox(t);

  await assert.rejects(
    (await host.createAgent()).say('go', done, done),
    /1 scripted turn\(s\) were not asked/,
  );
  await (await host.createAgent()).say('go');
  await assert.rejects((await host.createAgent()).say('go'), /asked 1 time\(s\) more/);
});

test('a scripted provider error ends the turn with that error', async (t) => {
  const host = await sandbox(t);
  const agent = await host.createAgent();

  const { ended } = await agent.say('go', { httpError: { status: 503, message: 'overloaded' } });

  assert.equal(ended.kind, 'error');
  assert.equal(ended.kind === 'error' && ended.error.status, 503);
});

test('a hanging turn ends when it is cancelled', async (t) => {
  const host = await sandbox(t);
  const agent = await host.createAgent();

  host.ctx.on('session/event', (_session, event) => {
    if (event.type === 'assistant/chunk') agent.agent.cancel({ kind: 'user' });
  });
  const { ended } = await agent.say('go', { parts: [{ type: 'text', text: 'thinking...' }], hang: true });

  assert.equal(ended.kind, 'aborted');
});

test('a subagent has a session of its own, one delegation deeper, in the same folder', async (t) => {
  const host = await sandbox(t);
  const parent = await host.createAgent();

  const child = await host.createAgent({ parent });

  const { parentSession, origin, delegationDepth, cwd } = child.session.header;
  assert.deepEqual(
    { parentSession, origin, delegationDepth, cwd },
    { parentSession: parent.id, origin: 'subagent', delegationDepth: 1, cwd: host.dir },
  );
  assert.ok(host.ctx.agents.isOwnedBy(child.session.id, parent.agent));
});

test('a fork begins with the history of another session, in the same folder', async (t) => {
  const host = await sandbox(t);
  const first = await host.createAgent({ cwd: join(host.dir, '..') });
  await first.say('remember the milk', done);
  const fork = await host.createAgent({ fork: first });

  const { requests } = await fork.say('what did I say?', done);

  assert.match(JSON.stringify(requests[0]?.messages), /remember the milk.*what did I say/);
  const { parentSession, cwd, origin } = fork.session.header;
  assert.deepEqual(
    { parentSession, cwd, origin },
    { parentSession: first.id, cwd: join(host.dir, '..'), origin: undefined },
  );
});

test('a session can be resumed, in the same host and in a later one', async (t) => {
  const first = await sandbox(t, { persistence: true });
  const agent = await first.createAgent({ sessionId: 'kept' });
  await agent.say('one', done);
  await agent.dispose();

  const again = await first.resume('kept');
  const { requests } = await again.say('two', done);
  assert.notEqual(again.session, agent.session);
  assert.match(JSON.stringify(requests[0]?.messages), /one.*two/s);
  await again.dispose();

  const second = await sandbox(t, { persistence: first.sessionsRoot ?? '' });
  const later = await second.resume('kept');
  assert.match(JSON.stringify((await later.say('three', done)).requests[0]?.messages), /one.*two.*three/s);
});

test('tools can be hidden from an agent, or given another name', async (t) => {
  const host = await sandbox(t);
  await writeFile(join(host.dir, 'note.txt'), 'remember the milk\n');
  const agent = await host.createAgent({ hideTools: ['grep'], renameTools: { read: 'open_file' } });

  const said = await agent.say('go', calls(['1', 'open_file', { file_path: 'note.txt' }]), done);

  const tools = said.requests[0]?.tools ?? [];
  assert.ok(tools.includes('open_file') && tools.includes('glob'));
  assert.ok(!tools.includes('read') && !tools.includes('grep'));
  assert.match(said.toolResults[0]?.text ?? '', /remember the milk/);
});

test('a plugin is loaded with its configuration, reloaded, updated and disposed', async (t) => {
  const host = await sandbox(t);
  const applied: unknown[] = [];
  let unloaded = 0;
  const plugin = {
    name: 'probe',
    inject: ['tools'],
    apply(ctx: typeof host.ctx, config: unknown) {
      applied.push(config);
      ctx.effect(() => () => {
        unloaded += 1;
      });
    },
  };

  const loaded = await host.load(plugin, { level: 1 });
  await loaded.reload();
  await loaded.update({ level: 2 });
  await loaded.dispose();

  assert.deepEqual(applied, [{ level: 1 }, { level: 1 }, { level: 2 }]);
  assert.equal(unloaded, 3);
  await assert.rejects(
    host.load({
      name: 'broken',
      apply() {
        throw new Error('no');
      },
    }),
    /no/,
  );
});

test('the file sandbox of the host applies to writes', async (t) => {
  const host = await sandbox(t, { sandboxMode: 'read-only' });
  const agent = await host.createAgent();

  const write = calls(['1', 'write', { file_path: 'new.txt', content: 'x' }]);
  const { toolResults } = await agent.say('write', write, done);

  assert.equal(toolResults[0]?.isError, true);
});

test('disposing removes the scratch folder', async () => {
  const host = await createDshSandbox();
  await host.dispose();
  await assert.rejects(access(host.dir), { code: 'ENOENT' });
});
