import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storedMessages } from '../src/index.ts';
import { fixture, say, setUpPi } from './pi-setup.ts';

test('the interactive Pi shows the answer and the warning of an extension', async (t) => {
  const { sandbox } = await setUpPi(t, [say('Hello from the model.'), say('Hello again.')]);
  const pi = await sandbox.terminal({
    api: 'openai-completions',
    extensions: [fixture('notifying-extension.js')],
    columns: 60,
  });

  await pi.prompt('Say hello.');
  await pi.waitForText('Hello from the model.');
  await pi.waitForText('Warning: seen by the extension: stop');
  await pi.prompt('Once more.');
  await pi.waitForText('Hello again.');

  const entries = await pi.entries();
  assert.equal(storedMessages(entries).length, 4);
  const seen = entries.find((entry) => entry.type === 'custom');
  assert.deepEqual(seen?.data, { mode: 'tui', hasUI: true, cwd: sandbox.project });
});

test('keys reach the interactive Pi, and waiting for a text that never comes is an error', async (t) => {
  const { sandbox } = await setUpPi(t, []);
  const pi = await sandbox.terminal({ api: 'openai-completions' });
  pi.write('/quit');
  await pi.waitForText('/quit');
  pi.write('\r');
  await assert.rejects(pi.waitForText('no such text'), /"no such text": Pi ended \(exit code 0\)/);
  assert.equal(await pi.close(), 0);
});
