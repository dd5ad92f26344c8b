import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Turn } from '@session-guards/testkit';
import { evidenceOf, guardedHost, mixed, onlyMalformed, onProviderChunk, say, turnsIn } from './set-up.ts';
import { isNote } from './streams.ts';

const done = say('Done.');

describe('a turn that does not end well', () => {
  const aborting: Turn = {
    parts: [{ type: 'text', text: 'I look.' }, ...(onlyMalformed.parts ?? [])],
    hang: true,
  };

  it('keeps its text and no call when it is aborted in the middle of a malformed call', async (t) => {
    const { host, warnings } = await guardedHost(t);
    const agent = await host.createAgent();
    onProviderChunk(host, (chunk) => {
      if (chunk.type === 'tool-call-delta') agent.agent.cancel({ kind: 'user' });
    });
    const said = await agent.say('Go.', aborting);
    assert.equal(said.ended.kind, 'aborted');
    assert.deepEqual(turnsIn(said.events), [[{ type: 'text', text: 'I look.' }]]);
    assert.deepEqual([evidenceOf(host), warnings], [[], []]);
    assert.equal((await agent.say('Go on.', done)).text, 'Done.');
  });

  it('keeps no note when it is aborted between the last call and the finish', async (t) => {
    const { host } = await guardedHost(t);
    const agent = await host.createAgent();
    onProviderChunk(host, (chunk) => {
      if (chunk.type === 'finish') agent.agent.cancel({ kind: 'user' });
    });
    const said = await agent.say('Go.', mixed);
    assert.deepEqual(turnsIn(said.events), [[{ type: 'text', text: 'I look.' }]]);
    assert.deepEqual(evidenceOf(host), []);
  });

  it('keeps nothing when the provider fails behind a malformed call', async (t) => {
    const { host } = await guardedHost(t);
    const agent = await host.createAgent();
    const said = await agent.say('Go.', { ...mixed, stop: 'error' });
    assert.equal(said.ended.kind, 'error');
    assert.deepEqual([turnsIn(said.events), evidenceOf(host)], [[], []]);
  });

  it('keeps nothing when the stream breaks off in the middle', async (t) => {
    const { host } = await guardedHost(t);
    const agent = await host.createAgent();
    onProviderChunk(host, (chunk) => {
      if (chunk.type === 'tool-call-delta') throw new Error('broken off');
    });
    const said = await agent.say('Go.', mixed);
    assert.match(said.ended.kind === 'error' ? said.ended.error.message : '', /broken off/);
    assert.deepEqual([turnsIn(said.events), evidenceOf(host)], [[], []]);
  });

  it('is run by the host when the stream just ends, and guarded then', async (t) => {
    const { host } = await guardedHost(t);
    host.ctx.on('llm/stream', (_, next) => {
      const chunks = next();
      return (async function* () {
        for await (const chunk of chunks) if (chunk.type !== 'finish') yield chunk;
      })();
    });
    const said = await (await host.createAgent()).say('Go.', mixed, done);
    assert.deepEqual(
      said.toolResults.map(({ callId }) => callId),
      ['call_2'],
    );
    assert.equal(turnsIn(said.events)[0]?.some(isNote), true);
  });
});
