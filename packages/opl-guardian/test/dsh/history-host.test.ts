import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type GenerateOptions, isAgentLoopRequest } from '@deepseek-ai/dsh-llm';
import type { Turn } from '@session-guards/testkit';
import type { DshAgent, DshSandbox } from '@session-guards/testkit/dsh';
import * as guardian from '../../src/dsh.ts';
import { droppedAllNote, historyWarning, leftOutNote } from '../../src/notes.ts';
import { evidenceOf, sandbox, say, statuses } from './set-up.ts';
import { written } from './streams.ts';

const call = (id: string, name: string) => ({ type: 'call', id, name, arguments: { pattern: '*' } }) as const;
const fine = say('Fine.');

/** A host whose strict endpoint refuses the session of `agent`, which ran without the guard. */
async function poisoned(t: TestContext, turn: Turn, options: { persistence?: boolean } = {}) {
  const { host, warnings } = await sandbox(t, { model: 'http', ...options });
  const agent = await host.createAgent();
  const { ended } = await agent.say('Go.', turn);
  assert.equal(ended.kind === 'error' && ended.error.status, 400);
  assert.equal((await agent.say('Hello?')).ended.kind, 'error');
  return { host, warnings, agent };
}

async function goesOn(agent: DshAgent): Promise<WireMessage[]> {
  const { ended, text, requests } = await agent.say('Go on.', fine);
  assert.deepEqual([ended.kind, text], ['completed', 'Fine.']);
  return requests[0]?.messages as WireMessage[];
}

interface WireMessage {
  role: string;
  content: string;
  tool_calls?: { id: string; function: { name: string } }[];
  tool_call_id?: string;
}

const mixed: Turn = { parts: [call('', 'glob'), call('a', 'glob'), call('b', '')] };

describe('a session that was poisoned before the guard was loaded', () => {
  it('goes on, with the call that ran under a minted id, and the one without a name left out', async (t) => {
    const { host, agent } = await poisoned(t, mixed);
    await host.load(guardian);
    const [, , turn, ...rest] = await goesOn(agent);
    const minted = turn?.tool_calls?.[0]?.id;
    assert.match(minted ?? '', /^opl_/);
    assert.equal(turn?.content, leftOutNote(1));
    assert.deepEqual(
      turn?.tool_calls?.map(({ id }) => id),
      [minted, 'a'],
    );
    assert.deepEqual(
      rest.flatMap(({ tool_call_id: id }) => id ?? []),
      [minted, 'a'],
    );
  });

  it('gets the same messages at every request, so that a cached prefix holds', async (t) => {
    const { host, agent } = await poisoned(t, mixed);
    await host.load(guardian);
    const first = await goesOn(agent);
    const second = await goesOn(agent);
    assert.deepEqual(second.slice(0, first.length), first);
  });

  it('is guarded like any other when the model answers with a malformed call again', async (t) => {
    const { host, agent } = await poisoned(t, mixed);
    await host.load(guardian);
    const again = await agent.say('Go on.', { parts: [call('', 'glob')] });
    assert.deepEqual([again.text, again.toolResults], [droppedAllNote(1, written), []]);
    await goesOn(agent);
    assert.deepEqual(
      evidenceOf(host).map(({ kind }) => kind),
      ['stored_tool_call', 'malformed_tool_call'],
    );
  });

  it('keeps its log as the model wrote it, in memory and on disk', async (t) => {
    const { host, agent } = await poisoned(
      t,
      { parts: [call('a', 'glob'), call('b', '')] },
      { persistence: true },
    );
    const before = structuredClone(agent.session.events);
    await host.load(guardian);
    await goesOn(agent);
    assert.deepEqual(agent.session.events.slice(0, before.length), before);
    await agent.dispose();
    const resumed = await host.resume(agent.id);
    assert.deepEqual(resumed.session.events.slice(0, before.length), before);
  });

  it('is warned of once and recorded once, in a resumed run too', async (t) => {
    const { host, agent, warnings } = await poisoned(t, { parts: [call('b', '')] }, { persistence: true });
    await agent.dispose();
    for (let run = 0; run < 2; run++) {
      const plugin = await host.load(guardian);
      const resumed = await host.resume(agent.id);
      await goesOn(resumed);
      await goesOn(resumed);
      await resumed.dispose();
      await plugin.dispose();
    }
    assert.deepEqual(warnings, [historyWarning(1, written)]);
    assert.deepEqual(statuses(host)?.slice(3), [200, 200, 200, 200]);
    const records = evidenceOf(host);
    assert.deepEqual(
      records.map(({ kind, action, removedToolCalls }) => [
        kind,
        action,
        removedToolCalls.map((of) => of.reason),
      ]),
      [['stored_tool_call', 'dropped_all', ['blank-name']]],
    );
    assert.deepEqual(records[0]?.removedToolCalls[0]?.toolCall, {
      type: 'tool-call',
      id: 'b',
      name: '',
      arguments: '{"pattern":"*"}',
    });
    const made = agent.session.events.find(({ type }) => type === 'assistant/message');
    assert.equal(records[0]?.timestamp, new Date(made?.time ?? 0).toISOString());
  });

  it('cannot be opened again by the host itself when a call with an empty id has a result', async (t) => {
    const { host, agent } = await poisoned(t, { parts: [call('', 'glob')] }, { persistence: true });
    await agent.dispose();
    await host.load(guardian);
    await assert.rejects(host.resume(agent.id), /must have tool source/);
  });
});

describe('other listeners of model requests', () => {
  /** What a listener sees of each request: whether it is the loop's own, and whether it holds the blank name. */
  function watch(host: DshSandbox, prepend = false): [isLoops: boolean, isPoisoned: boolean][] {
    const seen: [boolean, boolean][] = [];
    host.ctx.on(
      'llm/stream',
      (options: GenerateOptions, next) => {
        seen.push([isAgentLoopRequest(options), JSON.stringify(options.messages).includes('"name":""')]);
        assert.ok(Object.isFrozen(options) && Object.isFrozen(options.messages));
        assert.ok(options.signal instanceof AbortSignal);
        return next();
      },
      { prepend },
    );
    return seen;
  }

  it('run twice for a healed request when they were there before the guard, or put themselves in front', async (t) => {
    const { host, agent } = await poisoned(t, mixed);
    const before = watch(host);
    await host.load(guardian);
    const behind = watch(host);
    const inFront = watch(host, true);
    await goesOn(agent);
    const twice = [
      [true, true],
      [false, false],
    ];
    assert.deepEqual([before, inFront], [twice, twice]);
    assert.deepEqual(behind, [[false, false]]);
  });

  it('run once for any other request, and see the request of the loop', async (t) => {
    const { host } = await sandbox(t);
    const before = watch(host);
    await host.load(guardian);
    const behind = watch(host);
    await (await host.createAgent()).say('Go.', fine);
    assert.deepEqual([before, behind], [[[true, false]], [[true, false]]]);
  });
});
