import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INSTRUCTION } from '../../src/instruction.ts';
import { api, CAT, extensions, oneByOne, open, READ, setUp, systemMessages, TOPIC } from './project.ts';

const SECTION = `<feature_map>\n${INSTRUCTION}\n</feature_map>`;

test('the instruction is a section of the system prompt, the same in every request of a session', async (t) => {
  const set = await setUp(t);
  const pi = await open(set);
  await pi.say(...oneByOne(READ, TOPIC, READ));
  await pi.say(...oneByOne(CAT));
  const prompts = new Set(pi.requests.map((request) => JSON.stringify(systemMessages(request))));
  assert.equal(prompts.size, 1);
  const [prompt] = systemMessages(pi.requests[0] ?? assert.fail());
  assert.ok(prompt?.includes(SECTION), prompt);
  assert.ok(INSTRUCTION.length <= 500);

  await pi.close();
  const resumed = await open(set, { continue: true });
  const { requests } = await resumed.say(...oneByOne(READ));
  assert.deepEqual(systemMessages(requests[0] ?? assert.fail()), [prompt]);
});

test('a project without a map has the prompt that it has without the extension', async (t) => {
  const set = await setUp(t, { map: false });
  const guarded = await (await open(set)).say(...oneByOne(READ));
  const bare = await (await open(set, { extensionFactories: [] })).say(...oneByOne(READ));
  assert.deepEqual(guarded.requests.map(systemMessages), bare.requests.map(systemMessages));
});

test('a session that has none of the source tools is told nothing', async (t) => {
  const pi = await open(await setUp(t), { tools: ['write', 'feature_map'] });
  const { requests } = await pi.say(...oneByOne());
  assert.doesNotMatch(systemMessages(requests[0] ?? assert.fail()).join(), /feature map/);
});

test('a prompt of the user keeps the section behind it', async (t) => {
  const { sandbox, model } = await setUp(t);
  model.push(...oneByOne());
  const args = ['--system-prompt', 'You are a projectionist.'];
  const { requests } = await sandbox.run({ api, prompt: 'Go.', extensions, args });
  const [prompt = ''] = systemMessages(requests[0] ?? assert.fail());
  assert.match(prompt, /^You are a projectionist\./);
  assert.ok(prompt.includes(SECTION), prompt);
});
