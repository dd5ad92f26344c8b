import assert from 'node:assert/strict';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { assistantMessages, storedMessages, toolExecutions } from '../src/index.ts';
import { say, setUpPi, writeFileTurn } from './pi-setup.ts';

const api = 'openai-completions';

test('without a guard a call with a blank id runs, is stored, and blocks the session for good', async (t) => {
  const { model, sandbox } = await setUpPi(t, [writeFileTurn('made.txt', 'x', '')]);
  const run = await sandbox.run({ mode: 'print', api, prompt: 'Make a file.' });

  await access(join(sandbox.project, 'made.txt'));
  const [, called, result] = storedMessages(run.entries);
  assert.deepEqual(called?.role === 'assistant' && called.content, [
    { type: 'toolCall', id: '', name: 'write', arguments: { path: 'made.txt', content: 'x' } },
  ]);
  assert.equal(result?.role === 'toolResult' && result.toolCallId, '');
  assert.deepEqual([run.exitCode, run.stdout], [1, '']);
  assert.match(run.stderr, /^400/);

  model.push(say('never said'));
  const resumed = await sandbox.run({ mode: 'print', api, prompt: 'Go on.', continue: true });
  assert.equal(resumed.exitCode, 1);
  assert.match(resumed.stderr, /^400/);
  assert.deepEqual(
    model.requests.map(({ status }) => status),
    [200, 400, 400],
  );
});

test('without a guard a call with a blank name does not run, and blocks the session as well', async (t) => {
  const { model, sandbox } = await setUpPi(t, [
    { parts: [{ type: 'call', id: 'call_1', name: '', arguments: {} }] },
  ]);
  const pi = await sandbox.inProcess({ api });
  await pi.prompt('Make a file.');
  assert.deepEqual(
    pi.toolExecutions.map(({ ran, isError, text }) => ({ ran, isError, text })),
    [{ ran: false, isError: true, text: 'Tool  not found' }],
  );
  assert.deepEqual(
    model.requests.map(({ status }) => status),
    [200, 400],
  );
});

test('after a refused request JSON mode exits with 0: only the events tell', async (t) => {
  const { sandbox } = await setUpPi(t, [writeFileTurn('made.txt', 'x', '')]);
  const run = await sandbox.run({ mode: 'json', api, prompt: 'Make a file.' });
  assert.equal(run.exitCode, 0);
  assert.equal(toolExecutions(run.events)[0]?.ran, true);
  const last = assistantMessages(run.events).at(-1);
  assert.equal(last?.stopReason, 'error');
  assert.match(last?.errorMessage ?? '', /^400/);
});

test('a session file that holds a malformed call is blocked from its first request', async (t) => {
  const { model, sandbox } = await setUpPi(t, [say('never said')]);
  const run = await sandbox.inProcess({ api });
  await run.prompt('What is here?');
  const [asked, answered] = storedMessages(await run.entries());
  const call = { type: 'toolCall', id: '', name: 'read', arguments: { path: 'README.md' } };
  const session = await sandbox.writeSession([
    asked,
    { ...answered, content: [call], stopReason: 'toolUse' },
    { role: 'toolResult', toolCallId: '', toolName: 'read', content: [], isError: false, timestamp: 0 },
  ]);

  const pi = await sandbox.inProcess({ api, session });
  await pi.prompt('Go on.');
  assert.deepEqual(
    model.requests.map(({ status }) => status),
    [200, 400],
  );
});
