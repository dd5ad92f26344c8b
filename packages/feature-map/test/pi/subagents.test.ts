import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { toolExecutions } from '@session-guards/testkit';
import {
  api,
  type Call,
  denialsAmong,
  extensions,
  message,
  oneByOne,
  READ,
  setUp,
  TOPIC,
} from './project.ts';

/** The extension for subagents that Pi's package ships as an example: it starts a `pi` of its own for each. */
const example = join(
  findPackageJSON('@earendil-works/pi-coding-agent', import.meta.url) ?? '',
  '../examples/extensions/subagent/index.ts',
);

const ASK: Call = ['subagent', { agent: 'scout', task: 'Look around.' }];

/** A run whose model consults the map, has a subagent read source twice, and then reads source itself. */
async function delegate(t: TestContext, frontMatter: string) {
  const { model, sandbox } = await setUp(t, { settings: { extensions: [...extensions, example] } });
  const agents = join(sandbox.agentDir, 'agents');
  await mkdir(agents);
  await writeFile(
    join(agents, 'scout.md'),
    `---\nname: scout\ndescription: Looks around.\n${frontMatter}---\n\nLook.\n`,
  );
  model.push(message(TOPIC), message(ASK), ...oneByOne(READ, READ), ...oneByOne(READ));
  const run = await sandbox.run({ api, prompt: 'Go.' });
  const result = toolExecutions(run.events).find(({ toolName }) => toolName === 'subagent');
  return { run, result, bodies: run.requests.map(({ body }) => JSON.stringify(body)) };
}

test('a subagent is a session of its own and is asked once', async (t) => {
  const { run, result, bodies } = await delegate(t, '');
  assert.deepEqual([result?.text, result?.isError], ['done', false]);
  // What the subagent's requests carry back: nothing, its denial, and its denial with what it read then.
  assert.deepEqual(
    bodies.slice(2, 5).map((body) => [/goes straight to source/.test(body), /sellTicket\(\)/.test(body)]),
    [
      [false, false],
      [true, false],
      [true, true],
    ],
  );
  assert.deepEqual(denialsAmong(run.events), [false, false, false]);
});

test('a subagent that may not call feature_map is left alone', async (t) => {
  const { result, bodies } = await delegate(t, 'tools: read, bash\n');
  assert.deepEqual([result?.text, result?.isError], ['done', false]);
  for (const body of bodies.slice(2, 5)) assert.doesNotMatch(body, /feature map|goes straight to source/);
});
