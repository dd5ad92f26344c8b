import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { assistantMessages, PI_APIS, type PiApi, storedMessages } from '../src/index.ts';
import { fixture, say, setUpPi, writeFileTurn } from './pi-setup.ts';

const APIS: readonly PiApi[] = PI_APIS;

for (const api of APIS) {
  test(`an in-process session runs a tool call and stores the turn (${api})`, async (t) => {
    const { sandbox } = await setUpPi(t, [writeFileTurn('made.txt', 'by the tool'), say('All done.')]);
    const pi = await sandbox.inProcess({ api });
    await pi.prompt('Make a file.');

    assert.deepEqual(
      pi.toolExecutions.map(({ toolName, ran, isError }) => ({ toolName, ran, isError })),
      [{ toolName: 'write', ran: true, isError: false }],
    );
    assert.equal(await readFile(join(sandbox.project, 'made.txt'), 'utf8'), 'by the tool');
    assert.deepEqual(
      storedMessages(await pi.entries()).map(({ role }) => role),
      ['user', 'assistant', 'toolResult', 'assistant'],
    );
    assert.deepEqual(
      pi.requests.map(({ status, violations }) => [status, violations]),
      [
        [200, []],
        [200, []],
      ],
    );
  });

  test(`a thinking model is asked to think, and its thinking is replayed (${api})`, async (t) => {
    const thinking = { type: 'thinking', thinking: 'let me think about it' } as const;
    const { sandbox } = await setUpPi(t, [
      { parts: [thinking, ...(writeFileTurn('made.txt', 'x').parts ?? [])] },
      say('All done.'),
    ]);
    const pi = await sandbox.inProcess({ api, model: 'fake-thinker' });
    await pi.prompt('Make a file.');

    const [first] = assistantMessages(pi.events);
    assert.deepEqual(
      first?.content.map(({ type }) => type),
      ['thinking', 'toolCall'],
    );
    const [asked, replayed] = pi.requests.map(({ body }) => JSON.stringify(body));
    assert.match(asked ?? '', /"(reasoning_effort|reasoning|thinking|thinkingConfig)":/);
    assert.match(replayed ?? '', /let me think about it/);
    assert.deepEqual(
      pi.requests.map(({ status, violations }) => [status, violations]),
      [
        [200, []],
        [200, []],
      ],
    );
  });
}

test('the events of an in-process session are those of the JSON stream', async (t) => {
  const turns = [writeFileTurn('made.txt', 'x'), say('All done.')];
  const { model, sandbox } = await setUpPi(t, turns);
  const run = await sandbox.run({ api: 'openai-completions', prompt: 'Make a file.' });
  model.push(...turns);
  const pi = await sandbox.inProcess({ api: 'openai-completions' });
  await pi.prompt('Make a file.');

  const shape = (events: typeof pi.events) =>
    events.map((event) =>
      event.type === 'message_update'
        ? [event.type, Object.keys(event), Object.keys(event.assistantMessageEvent)]
        : [event.type, Object.keys(event)],
    );
  assert.deepEqual(shape(pi.events), shape(run.events));
});

test('the command line resumes an in-process session, and the other way round', async (t) => {
  const { model, sandbox } = await setUpPi(t, [say('one'), say('two'), say('three'), say('four')]);
  const api = 'openai-completions';
  const first = await sandbox.inProcess({ api });
  await first.prompt('first');
  await first.close();

  const run = await sandbox.run({ api, prompt: 'second', continue: true });
  assert.equal(run.sessionFile, first.sessionFile);
  assert.match(JSON.stringify(model.requests[1]?.body), /first.*one.*second/);

  const again = await sandbox.inProcess({ api, continue: true });
  await again.prompt('third');
  assert.equal(again.sessionFile, first.sessionFile);
  assert.match(JSON.stringify(model.requests[2]?.body), /second.*two.*third/);

  const named = await sandbox.inProcess({ api, session: first.sessionFile });
  await named.prompt('fourth');
  assert.equal(storedMessages(await named.entries()).length, 8);
});

test('extensions load by path and as functions, with and without a user interface', async (t) => {
  const { sandbox } = await setUpPi(t, [say('one'), say('two')]);
  const loaded: string[] = [];
  for (const ui of [true, false]) {
    const pi = await sandbox.inProcess({
      api: 'openai-completions',
      ui,
      extensions: [fixture('notifying-extension.js')],
      extensionFactories: [
        (api) => {
          api.on('session_start', (event, ctx) => void loaded.push(`${event.reason} ${ctx.hasUI}`));
          api.on('session_shutdown', (event, ctx) => void loaded.push(`${event.reason} ${ctx.hasUI}`));
        },
      ],
    });
    await pi.prompt('hello');
    const seen = (await pi.entries()).find((entry) => entry.type === 'custom');
    assert.deepEqual(seen?.data, { mode: ui ? 'rpc' : 'print', hasUI: ui, cwd: sandbox.project });
    assert.deepEqual(
      pi.notifications,
      ui ? [{ type: 'warning', message: 'seen by the extension: stop' }] : [],
    );
    await pi.close();
  }
  assert.deepEqual(loaded, ['startup true', 'quit true', 'startup false', 'quit false']);
});

test('what a handler throws is recorded, and an extension that does not load is an error', async (t) => {
  const { sandbox } = await setUpPi(t, [say('one')]);
  const api = 'openai-completions';
  const pi = await sandbox.inProcess({ api, extensions: [fixture('throwing-extension.js')] });
  await pi.prompt('hello');
  assert.equal(pi.extensionErrors[0]?.error, 'thrown by the extension');
  await assert.rejects(
    sandbox.inProcess({ api, extensions: [fixture('broken-extension.js')] }),
    /could not load its extensions: .*broken on load/s,
  );
});

test('an in-process run is aborted', async (t) => {
  const { sandbox } = await setUpPi(t, [{ parts: [{ type: 'text', text: 'I will never' }], hang: true }]);
  const pi = await sandbox.inProcess({ api: 'openai-completions' });
  const run = pi.prompt('hello');
  await pi.waitForEvent((event) => event.type === 'message_update');
  await pi.abort();
  await run;
  assert.equal(assistantMessages(pi.events)[0]?.stopReason, 'aborted');
});

test('sessions of several sandboxes run at the same time and share nothing', async (t) => {
  const parties = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      setUpPi(t, [writeFileTurn('mine.txt', `file ${index}`), say(`answer ${index}`)]),
    ),
  );
  await Promise.all(
    parties.map(async ({ model, sandbox }, index) => {
      const pi = await sandbox.inProcess({ api: 'openai-completions' });
      await pi.prompt(`prompt ${index}`);
      assert.equal(await readFile(join(sandbox.project, 'mine.txt'), 'utf8'), `file ${index}`);
      const asked = JSON.stringify(model.requests.at(-1)?.body);
      const others = parties.map((_, other) => other).filter((other) => other !== index);
      assert.ok(asked.includes(`prompt ${index}`));
      assert.ok(others.every((other) => !asked.includes(`prompt ${other}`)));
      assert.equal(storedMessages(await pi.entries()).length, 4);
    }),
  );
});

test('the choice of tools reaches the model', async (t) => {
  const { model, sandbox } = await setUpPi(t, [say('one')]);
  const pi = await sandbox.inProcess({ api: 'openai-completions', tools: ['+grep', '-bash'] });
  await pi.prompt('hello');
  const [request] = model.requests;
  assert.ok(request);
  const { tools } = request.body as { tools: { function: { name: string } }[] };
  assert.deepEqual(tools.map((tool) => tool.function.name).sort(), ['edit', 'grep', 'read', 'write']);
});
