import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { GenerateOptions } from '@deepseek-ai/dsh-llm';
import { SessionId } from '@deepseek-ai/dsh-session';
import type { Turn } from '@session-guards/testkit';
import * as guardian from '../../src/dsh.ts';
import { droppedAllNote, droppedSomeNote, incidentWarning } from '../../src/notes.ts';
import { evidenceOf, guardedHost, mixed, onlyMalformed, sandbox, say, statuses, turnsIn } from './set-up.ts';
import { isCallBlock, isNote, written } from './streams.ts';

const done = say('Done.');
const someNote = `\n\n${droppedSomeNote(1, 1, written)}`;

describe('a response without a malformed call', () => {
  it('is logged chunk by chunk as without the guard, but for the place of its usage', async (t) => {
    const turn: Turn = {
      parts: [
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'text', text: 'I look.' },
        { type: 'call', id: 'a', name: 'glob', arguments: { pattern: '*' } },
        { type: 'call', id: 'b', name: 'glob', arguments: { pattern: '*' } },
      ],
    };
    const logs = [];
    for (const setUp of [sandbox, guardedHost]) {
      const { host, warnings } = await setUp(t);
      const { events } = await (await host.createAgent()).say('Go.', turn, done);
      const chunks = events.flatMap((event) => (event.type === 'assistant/chunk' ? [event.data.chunk] : []));
      logs.push(chunks.filter(({ type }) => type !== 'usage'));
      assert.deepEqual([warnings, evidenceOf(host)], [[], []]);
    }
    assert.ok(logs[0] && logs[0].length > 10);
    assert.deepEqual(logs[1], logs[0]);
  });
});

describe('a mixed turn', () => {
  for (const model of ['in-process', 'http'] as const) {
    it(`runs its valid calls and goes on (${model})`, async (t) => {
      const { host, warnings } = await guardedHost(t, { model });
      const agent = await host.createAgent();
      const said = await agent.say('Go.', mixed, done);
      assert.deepEqual(said.ended, { kind: 'completed' });
      assert.deepEqual(
        said.toolResults.map(({ callId, isError }) => [callId, isError]),
        [['call_2', false]],
      );
      const [stored = []] = turnsIn(said.events);
      assert.deepEqual(
        stored.map((block) => (block.type === 'text' ? block.text : block.type)),
        ['I look.', someNote, 'tool-call'],
      );
      assert.deepEqual(warnings, [incidentWarning(1, 1, written)]);
    });
  }

  it('is recorded in the folder of the session, with the call as it was received', async (t) => {
    const { host } = await guardedHost(t, { model: 'http' });
    const agent = await host.createAgent();
    await agent.say('Go.', mixed, done);
    const [record, ...more] = evidenceOf(host);
    assert.deepEqual(more, []);
    assert.ok(Date.now() - Date.parse(record?.timestamp ?? '') < 60_000);
    assert.deepEqual(
      { ...record, timestamp: '' },
      {
        timestamp: '',
        kind: 'malformed_tool_call',
        sessionId: agent.id,
        cwd: host.dir,
        provider: 'deepseek-official',
        model: 'scripted',
        action: 'dropped_some',
        removedToolCalls: [
          {
            contentIndex: 1,
            reason: 'blank-id',
            toolCall: { type: 'tool-call', id: '', name: 'glob', arguments: '{"pattern":"*"}' },
          },
        ],
      },
    );
  });

  it('of a subagent is guarded and recorded as its own', async (t) => {
    const { host } = await guardedHost(t);
    const child = await host.createAgent({ parent: await host.createAgent() });
    await child.say('Go.', mixed, done);
    assert.deepEqual(
      evidenceOf(host).map(({ sessionId }) => sessionId),
      [child.id],
    );
  });
});

describe('a turn with malformed calls only', () => {
  it('ends after one request, with the text of the model and the note, and runs nothing', async (t) => {
    const { host, warnings } = await guardedHost(t, { model: 'http' });
    const agent = await host.createAgent();
    const parts = [{ type: 'text', text: 'I look.' } as const, ...(onlyMalformed.parts ?? [])];
    const said = await agent.say('Go.', { parts });
    assert.deepEqual(said.ended, { kind: 'completed' });
    assert.equal(said.text, `I look.\n\n${droppedAllNote(1, written)}`);
    assert.deepEqual([said.toolResults, said.requests.length], [[], 1]);
    assert.deepEqual(warnings, [incidentWarning(1, 0, written)]);
    assert.equal((await agent.say('Go on.', done)).text, 'Done.');
    assert.deepEqual(statuses(host), [200, 200]);
  });
});

describe('the reasoning signatures of a provider', () => {
  it('are stored and come back to it, with a place for the note', async (t) => {
    const { host } = await guardedHost(t);
    const agent = await host.createAgent();
    const entries = [{ type: 'reasoning', sig: 1 }, { type: 'tool-call' }, { type: 'tool-call', sig: 2 }];
    const call = (id: string) => ({ type: 'tool-call', id, name: 'glob', arguments: '{"pattern":"*"}' });
    const ends = [{ type: 'reasoning', text: 'Hm.' }, call(''), call('a')];
    const finish = {
      type: 'finish',
      reason: { kind: 'tool-calls' },
      replayState: { response: { own: true }, blocks: entries },
    };
    const raw = [...ends.map((block, index) => ({ type: 'block-end', index, block })), finish];
    const { requests } = await agent.say('Go.', { raw }, done);
    const sent = requests[1]?.messages.find((message) => (message as { role: string }).role === 'assistant');
    assert.deepEqual((sent as { source: { replayState: unknown } }).source.replayState, {
      response: { own: true },
      blocks: [entries[0], { type: 'text' }, entries[2]],
    });
  });
});

describe('evidence that cannot be written', () => {
  const failed = (why: string) => ({ written: false, why }) as const;

  it('the calls are dropped all the same, and note and warning say why', async (t) => {
    const { host, warnings } = await guardedHost(t);
    symlinkSync('elsewhere', `${host.dir}/err`);
    const { text, toolResults } = await (await host.createAgent()).say('Go.', onlyMalformed);
    const outcome = failed('err is a symbolic link');
    assert.deepEqual([text, toolResults], [droppedAllNote(1, outcome), []]);
    assert.deepEqual(warnings, [incidentWarning(1, 0, outcome)]);
  });

  it('that goes for a session without a folder too', async (t) => {
    const { host, warnings } = await guardedHost(t);
    const agent = await host.createAgent({ cwd: null });
    const outcome = failed('the session has no folder');
    assert.equal((await agent.say('Go.', onlyMalformed)).text, droppedAllNote(1, outcome));
    assert.deepEqual(warnings, [incidentWarning(1, 0, outcome)]);
    assert.deepEqual(evidenceOf(host), []);
  });

  it('and for a session that the host does not know any more', async (t) => {
    const { host, warnings } = await guardedHost(t);
    host.push(onlyMalformed);
    const messages: GenerateOptions['messages'] = [];
    Object.freeze(messages);
    const sessionId = SessionId('gone');
    const options = Object.freeze({ provider: 'scripted', model: 'scripted', sessionId, messages });
    const kinds = [];
    for await (const chunk of host.ctx.llm.stream(options)) kinds.push(chunk.type);
    assert.ok(!kinds.includes('tool-call-delta'));
    assert.deepEqual(warnings, [incidentWarning(1, 0, failed('the session has no folder'))]);
  });
});

describe('a request that no agent loop made', () => {
  it('passes untouched, frozen and with a session or not', async (t) => {
    const { host } = await guardedHost(t);
    const agent = await host.createAgent();
    await agent.say('Go.', done);
    const bare = { provider: 'scripted', model: 'scripted', messages: [] };
    const ofSession = { ...bare, sessionId: agent.session.id, messages: agent.session.deriveMessages() };
    const others: GenerateOptions[] = [
      bare,
      ofSession,
      Object.freeze({
        ...ofSession,
        messages: Object.freeze([]) as never,
        purpose: 'session-title' as const,
      }),
      Object.freeze({ ...ofSession, messages: Object.freeze(structuredClone(ofSession.messages)) as never }),
    ];
    for (const options of others) {
      host.push(onlyMalformed);
      const kinds = [];
      for await (const chunk of host.ctx.llm.stream(options)) kinds.push(chunk.type);
      assert.ok(kinds.includes('tool-call-delta'));
    }
    assert.deepEqual(evidenceOf(host), []);
  });
});

describe('a profile that lists the plugin twice', () => {
  it('gets one note and one record', async (t) => {
    const { host, warnings } = await guardedHost(t);
    await host.load({ ...guardian });
    const said = await (await host.createAgent()).say('Go.', mixed, done);
    assert.equal(turnsIn(said.events)[0]?.filter(isNote).length, 1);
    assert.deepEqual([evidenceOf(host).length, warnings.length], [1, 1]);
  });
});

describe('unloading the plugin', () => {
  it('removes the guard, and loading it again brings it back', async (t) => {
    const { host, plugin } = await guardedHost(t);
    const agent = await host.createAgent();
    const isGuarded = async () => {
      const said = await agent.say('Go.', mixed, done);
      return turnsIn(said.events)[0]?.filter(isCallBlock).length === 1;
    };
    assert.equal(await isGuarded(), true);
    await plugin.reload();
    assert.equal(await isGuarded(), true);
    await plugin.dispose();
    assert.equal(await isGuarded(), false);
  });
});
