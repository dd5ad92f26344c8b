import assert from 'node:assert/strict';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { assistantMessages, storedMessages, toolExecutions } from '../src/index.ts';
import { fixture, say, setUpPi, writeFileTurn } from './pi-setup.ts';

test('print mode gives what the user reads, and the session that was stored', async (t) => {
  const { model, sandbox } = await setUpPi(t, [writeFileTurn('made.txt', 'by the tool'), say('All done.')]);
  const run = await sandbox.run({ mode: 'print', api: 'openai-completions', prompt: 'Make a file.' });

  assert.deepEqual([run.exitCode, run.stdout, run.stderr], [0, 'All done.\n', '']);
  assert.deepEqual(run.events, []);
  assert.equal(await readFile(join(sandbox.project, 'made.txt'), 'utf8'), 'by the tool');
  const stored = storedMessages(run.entries);
  assert.deepEqual(
    stored.map(({ role }) => role),
    ['user', 'assistant', 'toolResult', 'assistant'],
  );
  assert.deepEqual(
    model.requests.map(({ status }) => status),
    [200, 200],
  );
});

test('JSON mode gives the events, and from them each tool call and message', async (t) => {
  const { sandbox } = await setUpPi(t, [writeFileTurn('made.txt', 'by the tool'), say('All done.')]);
  const run = await sandbox.run({ api: 'openai-completions', prompt: 'Make a file.' });

  assert.equal(run.exitCode, 0);
  assert.equal(run.events.at(-1)?.type, 'agent_settled');
  assert.deepEqual(
    toolExecutions(run.events).map(({ toolCallId, toolName, ran, isError }) => ({
      toolCallId,
      toolName,
      ran,
      isError,
    })),
    [{ toolCallId: 'call_1', toolName: 'write', ran: true, isError: false }],
  );
  assert.deepEqual(
    assistantMessages(run.events).map(({ stopReason }) => stopReason),
    ['toolUse', 'stop'],
  );
  assert.ok(run.sessionFile?.startsWith(sandbox.sessions));
});

test('several prompts are sent one after the other, and piped input in front of the first', async (t) => {
  const { sandbox } = await setUpPi(t, [say('one'), say('two')]);
  const run = await sandbox.run({ api: 'openai-completions', prompt: ['first', 'second'], input: 'piped' });

  const asked = storedMessages(run.entries).filter(({ role }) => role === 'user');
  assert.equal(asked.length, 2);
  assert.match(JSON.stringify(asked[0]), /piped.*first/);
  assert.match(JSON.stringify(asked[1]), /second/);
});

test('a later run continues the last session, a named one, or a fork of it', async (t) => {
  const { model, sandbox } = await setUpPi(t, [say('one'), say('two'), say('three'), say('four')]);
  const run = (prompt: string, choice: { continue?: boolean; session?: string; fork?: string }) =>
    sandbox.run({ api: 'openai-completions', mode: 'print', prompt, ...choice });

  const first = await run('first', {});
  const continued = await run('second', { continue: true });
  assert.equal(continued.sessionFile, first.sessionFile);
  assert.match(JSON.stringify(model.requests[1]?.body), /first.*one.*second/);

  const file = first.sessionFile ?? '';
  const forked = await run('third', { fork: file });
  assert.notEqual(forked.sessionFile, file);
  assert.match(JSON.stringify(model.requests[2]?.body), /first.*second.*third/);

  const elsewhere = join(sandbox.root, 'copy.jsonl');
  await copyFile(file, elsewhere);
  const copied = await sandbox.run({ api: 'openai-completions', prompt: 'elsewhere', session: elsewhere });
  assert.equal(copied.sessionFile, elsewhere);
  assert.equal(storedMessages(copied.entries).length, 6);

  model.push(say('five'));
  const named = await run('fourth', { session: file });
  assert.equal(named.sessionFile, file);
  assert.doesNotMatch(JSON.stringify(model.requests[4]?.body), /third|elsewhere/);
  assert.deepEqual(
    storedMessages(named.entries).map(({ role }) => role),
    ['user', 'assistant', 'user', 'assistant', 'user', 'assistant'],
  );
});

test('an extension path is loaded, and sees no user interface in print and JSON mode', async (t) => {
  const { sandbox } = await setUpPi(t, [say('one'), say('two')]);
  for (const mode of ['print', 'json'] as const) {
    const run = await sandbox.run({
      api: 'openai-completions',
      mode,
      prompt: 'hello',
      extensions: [fixture('notifying-extension.js')],
    });
    const seen = run.entries.find((entry) => entry.type === 'custom');
    assert.deepEqual(seen?.data, { mode, hasUI: false, cwd: sandbox.project });
  }
});

test('an extension that does not load ends Pi, and its message is on standard error', async (t) => {
  const { model, sandbox } = await setUpPi(t, []);
  const run = await sandbox.run({
    api: 'openai-completions',
    prompt: 'hello',
    extensions: [fixture('broken-extension.js')],
  });
  assert.equal(run.exitCode, 1);
  assert.match(run.stderr, /broken on load/);
  assert.deepEqual([run.sessionFile, run.entries, model.requests.length], [undefined, [], 0]);
});

test('a run that hangs is ended and reported with its output', async (t) => {
  const { sandbox } = await setUpPi(t, [{ parts: [{ type: 'text', text: 'I will never' }], hang: true }]);
  await assert.rejects(
    sandbox.run({ api: 'openai-completions', prompt: 'hello', timeoutMs: 2_000 }),
    /--mode json .* was still running after 2000 ms and was ended\.\nstdout: /,
  );
});

test('other commands of Pi run in the sandbox', async (t) => {
  const { sandbox } = await setUpPi(t, []);
  const { exitCode, stdout } = await sandbox.pi(['list']);
  assert.equal(exitCode, 0);
  assert.match(stdout, /No packages installed/);
});
