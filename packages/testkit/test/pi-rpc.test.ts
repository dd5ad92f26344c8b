import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storedMessages, toolExecutions } from '../src/index.ts';
import { fixture, say, setUpPi, writeFileTurn } from './pi-setup.ts';

test('an RPC session takes prompts, commands and reports tools and notifications', async (t) => {
  const { sandbox } = await setUpPi(t, [writeFileTurn('made.txt', 'x'), say('one'), say('two')]);
  const pi = await sandbox.rpc({
    api: 'openai-completions',
    extensions: [fixture('notifying-extension.js')],
  });

  await pi.prompt('Make a file.');
  assert.deepEqual(
    toolExecutions(pi.events).map(({ toolName, ran }) => [toolName, ran]),
    [['write', true]],
  );
  assert.deepEqual(pi.notifications, [
    { type: 'warning', message: 'seen by the extension: toolUse' },
    { type: 'warning', message: 'seen by the extension: stop' },
  ]);

  await pi.prompt('Again.');
  assert.deepEqual(await pi.command({ type: 'get_last_assistant_text' }), { text: 'two' });
  assert.equal(storedMessages(await pi.entries()).length, 6);
  assert.deepEqual(await pi.close(), { exitCode: 0, signal: null });
});

test('an RPC run is aborted', async (t) => {
  const { sandbox } = await setUpPi(t, [{ parts: [{ type: 'text', text: 'I will never' }], hang: true }]);
  const pi = await sandbox.rpc({ api: 'openai-completions' });
  const run = pi.prompt('hello');
  await pi.waitForEvent((event) => event.type === 'message_update');
  await pi.abort();
  await run;
  const settled = pi.events.find((event) => event.type === 'agent_settled');
  assert.equal(settled?.aborted, true);
});

test('an RPC session continues the session of a run', async (t) => {
  const { model, sandbox } = await setUpPi(t, [say('one'), say('two')]);
  const run = await sandbox.run({ api: 'openai-completions', prompt: 'first' });
  const pi = await sandbox.rpc({ api: 'openai-completions', continue: true });
  assert.equal(pi.sessionFile, run.sessionFile);
  await pi.prompt('second');
  assert.match(JSON.stringify(model.requests[1]?.body), /first.*one.*second/);
});

test('what a handler throws is an event over RPC', async (t) => {
  const { sandbox } = await setUpPi(t, [say('one')]);
  const pi = await sandbox.rpc({ api: 'openai-completions', extensions: [fixture('throwing-extension.js')] });
  await pi.prompt('hello');
  const thrown = pi.events.filter((event) => event.type === 'extension_error');
  assert.equal(thrown[0]?.error, 'thrown by the extension');
});

test('a refused command and a Pi that does not come up are errors with the reason', async (t) => {
  const { sandbox } = await setUpPi(t, []);
  const pi = await sandbox.rpc({ api: 'openai-completions' });
  await assert.rejects(
    pi.command({ type: 'set_model', provider: 'none', modelId: 'none' }),
    /Pi refused .*Model not found: none\/none/,
  );
  await assert.rejects(
    sandbox.rpc({ api: 'openai-completions', extensions: [fixture('broken-extension.js')] }),
    /Pi ended \(exit code 1, signal null\).*broken on load/s,
  );
});
