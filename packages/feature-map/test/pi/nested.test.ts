import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ExtensionFactory } from '@earendil-works/pi-coding-agent';
import { type PiRun, toolExecutions } from '@session-guards/testkit';
import featureMap from '../../src/host/pi.ts';
import {
  api,
  type Call,
  denials,
  denialsAmong,
  extensions,
  oneByOne,
  open,
  READ,
  SOURCE,
  script,
  setUp,
} from './project.ts';

const LOOK = "return await tools.read({ path: 'src/tickets.ts' });";

/** A session with codemode whose model makes these calls one by one. */
async function run(t: TestContext, ...calls: Call[]): Promise<PiRun> {
  const { model, sandbox } = await setUp(t);
  model.push(...oneByOne(...calls));
  return sandbox.run({ api, prompt: 'Go.', extensions, args: ['--tools', '+codemode'] });
}

/** The results of the scripts, which are all that the model gets. */
function seen({ events }: PiRun) {
  return toolExecutions(events).filter(({ toolName }) => toolName === 'codemode');
}

test('a script that begins with a lookup is denied once, and runs when it is sent again', async (t) => {
  const told = seen(await run(t, script(LOOK), script(LOOK)));
  assert.deepEqual(
    told.map(({ isError }) => isError),
    [true, false],
  );
  assert.match(told[0]?.text ?? '', /Script error:\s+Error: read "src\/tickets\.ts" goes straight to source/);
  assert.ok(told[1]?.text.includes(SOURCE['src/tickets.ts']), told[1]?.text);
});

test('of the lookups that a script makes at once, one is denied', async (t) => {
  const both = "const paths = ['src/tickets.ts', 'src/seats.ts'];";
  const settled = 'await Promise.allSettled(paths.map((path) => tools.read({ path })))';
  const ran = await run(t, script(`${both} return (${settled}).map(({ status }) => status).join();`));
  assert.match(seen(ran)[0]?.text ?? '', /rejected,fulfilled/);
});

test('a script that calls for the map first is not denied', async (t) => {
  const ran = await run(t, script(`await tools.feature_map({ topic: 'tickets' }); ${LOOK}`), READ);
  assert.deepEqual(denialsAmong(ran.events), [false, false, false, false]);
});

test('a script that has begun to work is not interrupted, and the next one is asked', async (t) => {
  const work = "await tools.write({ path: 'src/prices.ts', content: 'export {};' });";
  const [worked, next] = seen(await run(t, script(work + LOOK), script(LOOK)));
  assert.deepEqual([worked?.isError, next?.isError], [false, true]);
});

test('a tool that uses others for its own ends is not disturbed, and uses nothing up', async (t) => {
  const other: ExtensionFactory = (pi) => {
    pi.registerTool({
      name: 'count_lines',
      label: 'count lines',
      description: 'Counts the lines of a file.',
      parameters: { type: 'object', additionalProperties: false, properties: {} },
      execute: async (_id, _args, _signal, _onUpdate, ctx) => {
        const { isError } = await ctx.executeTool('read', { path: 'src/tickets.ts' });
        return { content: [{ type: 'text', text: isError ? 'refused' : 'counted' }], details: undefined };
      },
    });
  };
  const pi = await open(await setUp(t), { extensionFactories: [featureMap, other] });
  const said = await pi.say(...oneByOne(['count_lines', {}], READ));
  assert.deepEqual(denials(said), [false, false, true]);
  assert.equal(said.results.find(({ toolName }) => toolName === 'count_lines')?.text, 'counted');
});

test('scripts get the data of a check, and of the map its text', async (t) => {
  const code =
    'return [typeof await tools.feature_map({}), (await tools.feature_map_check({})).clean].join();';
  assert.match(seen(await run(t, script(code)))[0]?.text ?? '', /string,true/);
});
